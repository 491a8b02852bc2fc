import { api } from '../api.ts';
import { knownKey, rememberKey } from '../store/known-keys.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { Code } from './code.tsx';

interface Props {
  readonly account: string;
  /** The command with a key. */
  readonly make: (key: string) => string;
  readonly name?: string;
}

/** Stands for the key as long as none is known. */
const PLACEHOLDER = '<API_KEY>';

/** A command that can be copied as it is. If no key of the account is known, one can be created for it. */
export function Command({ account, make, name = 'Command' }: Props) {
  const task = useTask();
  const key = knownKey(account);
  const create = (): Promise<unknown> =>
    attempt(async () => {
      const { api_key } = await api.post('/_sandbox/accounts/{account}/keys', {
        path: { account },
        body: { name: 'shell' },
      });
      rememberKey(account, api_key);
    }, 'Key shell was created and filled in.');
  return (
    <div class="stack command">
      <Code text={make(key ?? PLACEHOLDER)} name={name} />
      {key === null && (
        <p class="row tight tail">
          No key of this account is known here.
          <button type="button" class="button small" aria-busy={task.isBusy} onClick={() => task.run(create)}>
            Create a key and fill it in
          </button>
        </p>
      )}
    </div>
  );
}
