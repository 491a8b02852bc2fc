import { BUILT_IN_RECEIVER } from '../../../core/webhook/receiving.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { account as accountSignal, readAccount } from '../../store/account.ts';
import { guideOf, setGuide } from '../../store/guide.ts';
import { attempt } from '../../store/toasts.ts';
import { viewSignal } from '../../store/view.ts';
import { GUIDE_STEPS, type GuideStep, type StepResult } from './guide-steps.ts';

/**
 * Three examples of one click each. It appears by itself in an account without orders and without a receiver of its own,
 * and stays until it is hidden. A menu and the search bring it back.
 */
export function Guide({ account }: { account: string }) {
  const { name, orders, webhook } = accountSignal.value ?? {};
  const decision = guideOf(account);
  if (name !== account || decision === 'hidden') return null;
  if (decision === null) {
    const isNew = orders === 0 && (webhook?.url === null || webhook?.url === BUILT_IN_RECEIVER);
    if (!isNew) return null;
    // A reload keeps it, although there are orders by then.
    queueMicrotask(() => setGuide(account, 'shown'));
  }
  return (
    <Card
      title="Three failures to try, one click each"
      actions={
        <Button look="small quiet" onClick={() => setGuide(account, 'hidden')}>
          Hide
        </Button>
      }
    >
      <ol class="columns">
        {GUIDE_STEPS.map((step, index) => (
          <Step key={step.name} account={account} step={step} number={index + 1} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ account, step, number }: { account: string; step: GuideStep; number: number }) {
  // Kept while the reader looks at other pages.
  const result = viewSignal<StepResult | null>(`${account}/guide`, step.name, null);
  const isBusy = viewSignal(`${account}/guide`, `${step.name} is busy`, false);
  const run = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    await attempt(async () => (result.value = await step.run(account)));
    isBusy.value = false;
    await readAccount();
  };
  return (
    <li class="stack">
      <h3 class="row tight">
        {result.value ? <Icon name="check" /> : `${number}.`} {step.name}
      </h3>
      <p class="soft" role="status">
        {result.value?.text ?? step.about}
      </p>
      <div class="row">
        <Button look={`small ${result.value ? '' : 'main'}`} aria-busy={isBusy.value} onClick={run}>
          {isBusy.value ? 'Working…' : result.value ? `${step.action} again` : step.action}
        </Button>
        {result.value?.places.map(({ text, href }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </div>
    </li>
  );
}
