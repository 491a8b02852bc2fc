import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../control-api.ts';
import { dayAndTime } from '../format.ts';
import { Card } from '../parts/basics.tsx';
import { Code } from '../parts/code.tsx';
import { PageFrame } from '../parts/list-page.tsx';
import { Loaded } from '../parts/loading.tsx';
import type { PageProps } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { type Choice, compact, describe, OrderStateDiagram, times } from './order-state-diagram.tsx';

type Item = Schemas['CoverageItem'];

const RELOAD_DELAY_MS = 800;

interface Group {
  readonly title: string;
  readonly groups: readonly Item['group'][];
  readonly about: string;
}

const CARDS: readonly Group[] = [
  {
    title: 'Orders',
    groups: ['states', 'transitions'],
    about:
      'States that were read by a status request or announced by a webhook, and the transitions between them.',
  },
  { title: 'Responses', groups: ['responses'], about: 'Every status that an operation can respond with.' },
  { title: 'Webhook events', groups: ['events'], about: 'Accepted by the receiver.' },
  { title: 'Replays', groups: ['replays'], about: 'A used external_id that returned the existing order.' },
  { title: 'Faults', groups: ['faults'], about: 'Responses that were lost or damaged on the way.' },
  {
    title: 'Deliveries',
    groups: ['deliveries'],
    about: 'Conditions and corruptions of webhooks that reached the receiver.',
  },
];

const subjectOf = ({ id }: Item): string => id.slice(id.indexOf(' ') + 1);

/** The behaviors of the service that the integration's tests have covered, and how to cover the rest. */
export function CoveragePage({ account }: PageProps) {
  const resource = useResource(
    account,
    signal => forAccount(account).get('/coverage', { signal }),
    () => true,
    RELOAD_DELAY_MS,
  );
  const coverage = resource.data;
  const since = accountSignal.value?.recorded_since;
  return (
    <PageFrame
      title="Findings"
      beside={
        coverage && (
          <span class="row tight">
            <progress
              max={100}
              value={coverage.percent}
              aria-label="Share of the behaviors that are covered"
            />
            <span class="soft" aria-live="polite">
              {coverage.met} of {coverage.total} covered, {coverage.percent}%
              {since && `, since ${dayAndTime(since)} UTC`}
            </span>
          </span>
        )
      }
      above={
        <p class="soft">
          Every behavior of the service that a client can encounter. Choose one to see the line that provokes
          it. What the dashboard does itself is not counted.
        </p>
      }
    >
      <Loaded of={resource} lines={12}>
        {({ items }) => <Pictures items={items} />}
      </Loaded>
    </PageFrame>
  );
}

function Pictures({ items }: { items: readonly Item[] }) {
  const chosen = useSignal<string | null>(null);
  const choice: Choice = { chosen: chosen.value, onChoose: id => (chosen.value = id) };
  // What costs most comes first in the list.
  const shown = items.find(({ id }) => id === chosen.value) ?? items.find(({ met }) => met === 0);
  return (
    <>
      {shown && <Provoke item={shown} />}
      {CARDS.map(({ title, about, groups }) => {
        const ofCard = items.filter(({ group }) => groups.includes(group));
        const Picture = title === 'Orders' ? OrderStateDiagram : Cells;
        return (
          <Card
            key={title}
            title={title}
            flush
            actions={
              <span class="soft">
                {ofCard.filter(({ met }) => met > 0).length} of {ofCard.length}
              </span>
            }
          >
            <p class="inside-pad tail">{about}</p>
            <Picture items={ofCard} {...choice} />
          </Card>
        );
      })}
    </>
  );
}

const Cells = ({ items, ...choice }: Choice & { items: readonly Item[] }) => (
  <ul class="row tight inside-pad">
    {items.map(item => (
      <li key={item.id}>
        <Cell item={item} text={subjectOf(item)} {...choice} />
      </li>
    ))}
  </ul>
);

function Provoke({ item }: { item: Item }) {
  return (
    <section class="card inside-pad sticky" aria-label="How to cover it" aria-live="polite">
      <span>
        <strong>{item.id}</strong>{' '}
        <span class="soft">
          is {item.met === 0 ? 'not covered yet' : `covered ${times(item.met)}`}. How to cover it:
        </span>
      </span>
      <Code text={item.how} name="How to cover it" />
    </section>
  );
}

interface CellProps extends Choice {
  readonly item: Item;
  readonly text: string;
}

function Cell({ item, text, chosen, onChoose }: CellProps) {
  return (
    <button
      type="button"
      class={`button small cell ${item.met > 0 ? 'tone-good' : ''}`}
      aria-pressed={item.id === chosen}
      title={`${describe(item)}\n${item.how}`}
      onClick={() => onChoose(item.id)}
    >
      <span class="visually-hidden">{describe(item)}</span>
      <span aria-hidden="true">{text}</span>
      <span aria-hidden="true">{compact(item.met)}</span>
    </button>
  );
}
