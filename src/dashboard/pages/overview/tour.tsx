import { signal } from '@preact/signals';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { readAccount } from '../../store/account.ts';
import { attempt } from '../../store/toasts.ts';
import { viewSignal } from '../../store/view.ts';
import type { Shown, TourStep } from './tour-steps.ts';

const isHidden = signal(sessionStorage.getItem('energy-sandbox:tour') === 'hidden');

function hide(): void {
  sessionStorage.setItem('energy-sandbox:tour', 'hidden');
  isHidden.value = true;
}

interface Props {
  readonly account: string;
  readonly title: string;
  readonly steps: readonly TourStep[];
}

/** Things to see in an account. Each step does what it says in that account. */
export function Tour({ account, title, steps }: Props) {
  // Kept while the reader looks at other pages.
  const shown = viewSignal<readonly (Shown | undefined)[]>(`${account}/tour`, 'shown', []);
  const chosen = viewSignal(`${account}/tour`, 'chosen', 0);
  const isBusy = viewSignal(`${account}/tour`, 'busy', false);
  if (isHidden.value) return null;
  const step = steps[chosen.value]!;
  const result = shown.value[chosen.value];
  const run = async (): Promise<void> => {
    if (isBusy.value) return;
    const at = chosen.value;
    isBusy.value = true;
    await attempt(async () => {
      const done = await step.run(account);
      shown.value = steps.map((_, index) => (index === at ? done : shown.value[index]));
    });
    isBusy.value = false;
    await readAccount();
  };
  return (
    <Card
      title={title}
      actions={
        <button type="button" class="button small quiet" onClick={hide}>
          Hide
        </button>
      }
    >
      <ol class="tour-steps">
        {steps.map(({ name, about }, index) => (
          <li key={name}>
            <button
              type="button"
              class={`tour-step ${shown.value[index] ? 'is-done' : ''}`}
              aria-current={index === chosen.value ? 'step' : undefined}
              onClick={() => {
                chosen.value = index;
              }}
            >
              <span class="tour-number">{shown.value[index] ? <Icon name="check" /> : index + 1}</span>
              <span>
                <strong>{name}</strong>
                <span class="tour-about">{about}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Stage
        step={step}
        result={result}
        next={steps[chosen.value + 1]}
        isBusy={isBusy.value}
        onRun={run}
        onNext={() => {
          chosen.value += 1;
        }}
      />
    </Card>
  );
}

interface StageProps {
  readonly step: TourStep;
  /** Undefined until the step was carried out. */
  readonly result: Shown | undefined;
  /** Undefined after the last step. */
  readonly next: TourStep | undefined;
  readonly isBusy: boolean;
  readonly onRun: () => void;
  readonly onNext: () => void;
}

/** The description of the chosen step, and its result. */
function Stage({ step, result, next, isBusy, onRun, onNext }: StageProps) {
  return (
    <div class="tour-stage" role="status">
      {result && <p>{result.text}</p>}
      <div class="row">
        <button type="button" class={`button ${result ? '' : 'main'}`} aria-busy={isBusy} onClick={onRun}>
          {isBusy ? 'Working…' : result ? `${step.action} again` : step.action}
        </button>
        {result && next && (
          <button type="button" class="button main" onClick={onNext}>
            Next: {next.name}
          </button>
        )}
        {result?.places.map(({ text, href }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </div>
    </div>
  );
}
