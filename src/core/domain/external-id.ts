/** The maximum length of an external_id, in characters. */
export const MAX_EXTERNAL_ID = 128;

const EXTERNAL_ID = new RegExp(`^[A-Za-z0-9._:-]{1,${MAX_EXTERNAL_ID}}$`);

/** True for a valid external_id, a client's own name for an order. */
export const isExternalId = (text: string): boolean => EXTERNAL_ID.test(text);
