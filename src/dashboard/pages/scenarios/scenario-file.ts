import type { Schemas } from '../../api.ts';

export type ScenarioFile = Schemas['ScenarioFile'];
export type Check = Schemas['ScenarioCheck'];

/** A file as a user has read it. */
export interface ReadFile {
  /** The digest of the file; null if there was none. */
  readonly digest: string | null;
  /** The text that was shown, with unsaved changes. */
  readonly text: string;
}

/** Takes the place of the name in the URL of a scenario that was not saved yet. */
export const NEW = '~new';

/** The heading of a scenario. */
export const titleOf = (name: string): string => (name === NEW ? 'New scenario' : name);

const TEMPLATE = `name: my-scenario
summary: The delegation takes half a minute, then it fails; the amount is refunded 5 s later.
orders:
  - lifecycle:
      - { after: 3s, to: delegating }
      - { after: 30s, to: failed, refund: { after: 5s } }
`;

/** The file of a scenario that was not saved yet. */
export const NEW_FILE: ScenarioFile = {
  name: NEW,
  summary: '',
  magic_address: null,
  requests: 0,
  orders: 0,
  webhooks: 0,
  yaml: TEMPLATE,
  digest: null,
  own: false,
  active: false,
  replaces_built_in: false,
};
