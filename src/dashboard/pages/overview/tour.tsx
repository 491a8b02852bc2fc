import { signal } from '@preact/signals';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { readAccount } from '../../store/account.ts';
import { attempt } from '../../store/toasts.ts';
import { type Shown, TOUR } from './tour-steps.ts';

/** What the steps have shown, by position; kept while the reader looks at other pages. */
const shown = signal<readonly (Shown | undefined)[]>([]);
/** The position of the step that is shown. */
const chosen = signal(0);
const isBusy = signal(false);
const isHidden = signal(sessionStorage.getItem('energy-sandbox:tour') === 'hidden');

function hide(): void {
  sessionStorage.setItem('energy-sandbox:tour', 'hidden');
  isHidden.value = true;
}

async function run(account: string): Promise<void> {
  const at = chosen.value;
  isBusy.value = true;
  await attempt(async () => {
    const result = await TOUR[at]!.run(account);
    shown.value = TOUR.map((_, index) => (index === at ? result : shown.value[index]));
  });
  isBusy.value = false;
  await readAccount();
}

/** Five things to see in the demo. Each step does what it says in the demo's account. */
export function Tour({ account }: { account: string }) {
  if (isHidden.value) return null;
  const step = TOUR[chosen.value]!;
  const result = shown.value[chosen.value];
  const isLast = chosen.value === TOUR.length - 1;
  return (
    <Card
      title="A tour in five steps"
      actions={
        <button type="button" class="button small quiet" onClick={hide}>
          Hide
        </button>
      }
    >
      <ol class="tour-steps">
        {TOUR.map(({ name, about }, index) => (
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
      <div class="tour-stage" role="status">
        {result && <p>{result.text}</p>}
        <div class="row">
          <button
            type="button"
            class={`button ${result ? '' : 'main'}`}
            disabled={isBusy.value}
            onClick={() => run(account)}
          >
            {isBusy.value ? 'Working…' : result ? `${step.action} again` : step.action}
          </button>
          {result && !isLast && (
            <button
              type="button"
              class="button main"
              onClick={() => {
                chosen.value += 1;
              }}
            >
              Next: {TOUR[chosen.value + 1]!.name}
            </button>
          )}
          {result?.places.map(({ text, href }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
        </div>
      </div>
    </Card>
  );
}
