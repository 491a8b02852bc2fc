import { forAccount, type Schemas } from '../../control-api.ts';
import { grouped } from '../../format.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';

export type ScenarioFile = Schemas['ScenarioFile'];
export type Check = Schemas['ScenarioCheck'];

/**
 * Activates a scenario, or deactivates it. A toast says whether that succeeded.
 * @param times how often each of its rules may apply; 0 deactivates it, null is as often as its file says
 */
export const activate = (account: string, name: string, times: number | null): Promise<boolean> =>
  attempt(
    () =>
      times === 0
        ? forAccount(account).delete('/scenarios/{name}', { path: { name } })
        : forAccount(account).post('/scenarios', { body: { name, ...(times === null ? {} : { times }) } }),
    `${name} is ${times === 0 ? 'inactive' : 'active'}.`,
  );

/** Replaces the name in the URL of a scenario that has not been saved. */
export const NEW = '~new';

const TEMPLATE = `name: my-scenario
summary: The delegation takes half a minute, then it fails; the amount is refunded 5 s later.
orders:
  - lifecycle:
      - { after: 3s, to: delegating }
      - { after: 30s, to: failed, refund: { after: 5s } }
`;

const NEW_FILE: ScenarioFile = {
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

/** Reads the file of a scenario. @throws CallError, UnreachableError */
export const readFile = (account: string, name: string, signal?: AbortSignal): Promise<ScenarioFile> =>
  name === NEW
    ? Promise.resolve(NEW_FILE)
    : forAccount(account).get('/scenarios/{name}/file', { path: { name }, signal });

/** A text to save. */
export interface Saving {
  readonly name: string;
  readonly yaml: string;
  readonly activate: boolean;
  /** The digest of the file that the text replaces, null for none; undefined for whatever file there is. */
  readonly expected: string | null | undefined;
  readonly isReplacing: boolean;
}

/**
 * Saves a file, and activates it on request.
 * @throws CallError with the code SCENARIO_CHANGED if someone else has changed the file meanwhile; UnreachableError
 */
export async function saveFile(account: string, saving: Saving): Promise<void> {
  const { name, yaml, expected } = saving;
  const body = { yaml, ...(expected !== undefined && { expected_digest: expected }) };
  if (saving.activate) await forAccount(account).post('/scenarios', { body });
  else await forAccount(account).put('/scenarios/{name}/file', { path: { name }, body });
}

/**
 * Deletes a file of the account. A toast says that someone else has changed it meanwhile.
 * @param expected the digest of the file that was read
 */
export const deleteFile = (
  account: string,
  { name, replaces_built_in }: ScenarioFile,
  expected: string | null,
): Promise<boolean> =>
  attempt(
    () =>
      forAccount(account).delete('/scenarios/{name}/file', {
        path: { name },
        query: expected === null ? {} : { expected_digest: expected },
      }),
    replaces_built_in ? `The built-in ${name} is restored.` : `${name} is deleted.`,
  );

/** The scenario of the control that fails the next requests: one rule for all of them, so that they are counted together. */
const FAIL_NEXT = `name: fail-next-requests
summary: Requests fail with 503 SERVICE_UNAVAILABLE, whatever they are, those of the order form too, and do nothing.
requests:
  - reply: { error: SERVICE_UNAVAILABLE }
`;

/** Makes the next requests of the account fail, whatever they are. A toast says whether that is set up. */
export const failNext = (account: string, times: number): Promise<boolean> =>
  attempt(
    async () => {
      const name = 'fail-next-requests';
      const body = { yaml: FAIL_NEXT };
      await forAccount(account).put('/scenarios/{name}/file', { path: { name }, body });
      await forAccount(account).post('/scenarios', { body: { name, times } });
    },
    `${times === 1 ? 'The next request fails.' : `The next ${grouped(times)} requests fail.`} Those of the order form count too.`,
  );
