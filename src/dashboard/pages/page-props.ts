/** The props of every page: the selected account and the id of the selected item. */
export interface PageProps {
  readonly account: string;
  readonly id: string | null;
}
