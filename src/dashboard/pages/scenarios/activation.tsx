import { useSignal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { boundTo, Segments, TextField } from '../../parts/field.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { Task } from '../../store/task.ts';
import { groupOf, type Scenario, usesText } from './listed.ts';

/** What a scenario of each group applies to. */
const SUBJECTS = { responses: 'request', lifecycles: 'order', webhooks: 'webhook' } as const;

interface ActivationProps {
  readonly scenario: Scenario;
  readonly isActive: boolean;
  readonly task: Task;
  /** @param times 0 deactivates it, null is as often as its file says */
  readonly onSet: (times: number | null) => void;
}

/** Activates a scenario for the next request, for some, or always, and says how often it applied. */
export function Activation({ scenario, isActive, task, onSet }: ActivationProps) {
  const choice = useSignal<'one' | 'some' | 'always'>('always');
  const count = useSignal('3');
  const times = { one: 1, some: Number(count.value), always: null }[choice.value];
  const isValid = times === null || (Number.isSafeInteger(times) && times >= 1 && times <= 1_000_000);
  const subject = SUBJECTS[groupOf(scenario)];
  const hasRules = scenario.requests + scenario.orders + scenario.webhooks > 0;
  const button = (text: string, value: number | null, look = '') => (
    <Button look={look} aria-busy={task.isBusy} disabled={!isValid} onClick={() => onSet(value)}>
      {text}
    </Button>
  );
  if (isActive) {
    return (
      <div class="row" role="status">
        <Pill tone={scenario.used_up ? 'warn' : 'good'} text={scenario.used_up ? 'used up' : 'active'} />
        <span class="soft">{usesText(scenario)}</span>
        {scenario.used_up && button('Activate again', scenario.times ?? null, 'main')}
        {button('Deactivate', 0)}
      </div>
    );
  }
  return (
    <div class="row bottom">
      {hasRules && (
        <Segments
          label="Activate for"
          value={choice.value}
          options={[
            ['one', `Next ${subject}`],
            ['some', `Next N ${subject}s`],
            ['always', 'Always'],
          ]}
          onChange={value => (choice.value = value)}
        />
      )}
      {choice.value === 'some' && <TextField label="N" type="number" {...boundTo(count)} />}
      {button('Activate', times, 'main')}
    </div>
  );
}
