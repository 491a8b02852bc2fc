/** The external_id of a row. A list cuts off what does not fit, so that the title has all of it. */
export const ExternalId = ({ id }: { id: string | null }) =>
  id === null ? <span class="faint">none</span> : <span title={id}>{id}</span>;
