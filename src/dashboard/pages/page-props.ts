/** What a page is given: the account that is looked at, and the thing within the place. */
export interface PageProps {
  readonly account: string;
  readonly id: string | null;
}
