import { useSignal } from '@preact/signals';
import { lazy } from '../lazy.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { PLAIN_RECIPIENT, type Trial, tryScenario } from './trial.ts';
import { TrialWebhooks } from './trial-webhooks.tsx';

const RecordPicture = lazy(async () => (await import('./order/record-picture.tsx')).RecordPicture);

/** Tries a scenario on a temporary account, before it is activated anywhere. */
export function ScenarioTrial({ yaml, canTry }: { yaml: string; canTry: boolean }) {
  const address = useSignal(PLAIN_RECIPIENT);
  const externalId = useSignal('trial-1');
  const trial = useSignal<{ readonly yaml: string; readonly result: Trial } | null>(null);
  const task = useTask();
  const run = (): Promise<unknown> =>
    attempt(async () => {
      trial.value = { yaml, result: await tryScenario(yaml, address.value, externalId.value) };
    });
  return (
    <section class="stack" aria-label="Trial run">
      <h3>Try it</h3>
      <form
        class="row bottom"
        onSubmit={event => {
          event.preventDefault();
          void task.run(run);
        }}
      >
        <div class="grow wide">
          <TextField
            label="Recipient"
            mono
            value={address.value}
            onInput={text => {
              address.value = text;
            }}
          />
        </div>
        <div class="grow">
          <TextField
            label="external_id"
            mono
            value={externalId.value}
            onInput={text => {
              externalId.value = text;
            }}
          />
        </div>
        <button type="submit" class="button" aria-busy={task.isBusy} disabled={!canTry}>
          <Icon name="play" /> {task.isBusy ? 'Running…' : 'Try'}
        </button>
      </form>
      <p class="tail">
        Creates a temporary account with only this scenario and the built-in receiver, orders 65,000 Energy,
        advances the clock until nothing is due, and deletes the account.
      </p>
      {trial.value && trial.value.yaml !== yaml && <p class="warn">The text has changed since this trial.</p>}
      {trial.value && <TrialView trial={trial.value.result} />}
    </section>
  );
}

function TrialView({ trial }: { trial: Trial }) {
  const { status, error, explanation, record } = trial;
  return (
    <div class="stack" role="status">
      <p class="row tight">
        <StatusPill status={status} />
        <span class="break">{error ?? explanation}</span>
      </p>
      {error && explanation && <p class="soft break">{explanation}</p>}
      {record ? <RecordPicture record={record} /> : <p class="soft">No order was created.</p>}
      {trial.events.length > 0 && <TrialWebhooks trial={trial} />}
    </div>
  );
}
