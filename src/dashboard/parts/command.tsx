import { createKey, knownKey } from '../store/known-keys.ts';
import { useTask } from '../store/task.ts';
import { Button } from './button.tsx';
import { Code } from './code.tsx';

interface Props {
  readonly account: string;
  /** The command with a key. */
  readonly make: (key: string) => string;
}

/** Stands for the key as long as none is known. */
const PLACEHOLDER = '<API_KEY>';

/** A command that can be copied as it is. If no key of the account is known, one can be created for it. */
export function Command({ account, make }: Props) {
  const task = useTask();
  const key = knownKey(account);
  return (
    <div class="stack">
      <Code text={make(key ?? PLACEHOLDER)} name="Command" />
      {key === null && (
        <p class="row tight tail">
          No key of this account is known here.
          <Button
            look="small"
            aria-busy={task.isBusy}
            onClick={() => task.run(() => createKey(account, 'shell'))}
          >
            Create a key and fill it in
          </Button>
        </p>
      )}
    </div>
  );
}
