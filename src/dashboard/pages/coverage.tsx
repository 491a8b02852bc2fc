import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { count } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Segments } from '../parts/field.tsx';
import { type Column, ListTable } from '../parts/list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { listView, wholeList } from '../store/list.ts';
import { type Resource, useResource } from '../store/resource.ts';
import { viewSignal } from '../store/view.ts';
import { compact, OrderMachine } from './order-machine.tsx';
import type { PageProps } from './page-props.ts';

type Coverage = Schemas['Coverage'];
type Item = Schemas['CoverageItem'];
type View = 'all' | 'gaps';

const RELOAD_DELAY_MS = 800;

/** The groups that are neither in the state machine nor in the matrix, with their headings. */
const OTHER_GROUPS: readonly (readonly [Item['group'], title: string, about: string])[] = [
  ['events', 'Webhook events', 'Accepted by the receiver.'],
  ['replays', 'Replays', 'A used external_id that returned the existing order.'],
  ['faults', 'Faults', 'Responses that were lost or damaged on the way.'],
  ['deliveries', 'Deliveries', 'Conditions and corruptions of webhooks that reached the receiver.'],
];

/** The id of an item without the kind that it begins with. */
const subjectOf = ({ id }: Item): string => id.slice(id.indexOf(' ') + 1);

const times = (amount: number): string => (amount === 1 ? 'once' : `${count(amount)} times`);

/** An item in words. */
const describe = ({ id, met }: Item): string => `${id}: ${met > 0 ? `covered ${times(met)}` : 'not covered'}`;

/** The behaviors of the service that the integration's tests have covered, and how to cover the rest. */
export function CoveragePage({ account }: PageProps) {
  const view = viewSignal<View>(`${account}/findings/coverage`, 'view', 'all');
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/coverage', { path: { account }, signal }),
    () => true,
    RELOAD_DELAY_MS,
  );
  const isGaps = view.value === 'gaps';
  return (
    <div class={`sheet ${isGaps ? 'full' : ''}`}>
      <div class="stack">
        <div class="title">
          <h1>Findings</h1>
          <PageTabs />
          {resource.data && <CoverageTally coverage={resource.data} />}
          <div class="actions">
            <Segments<View>
              label="Which behaviors"
              value={view.value}
              options={[
                ['all', 'All'],
                ['gaps', 'Not covered'],
              ]}
              onChange={value => {
                view.value = value;
              }}
            />
          </div>
        </div>
        <p class="lead">
          Every behavior of the service that a client can meet. Choose one to see the line that provokes it.
          What the dashboard does itself is not counted.
        </p>
      </div>
      {isGaps ? (
        <Gaps account={account} resource={resource} />
      ) : (
        <Loaded of={resource} lines={12}>
          {coverage => <Pictures coverage={coverage} />}
        </Loaded>
      )}
    </div>
  );
}

function CoverageTally({ coverage: { met, total, percent } }: { coverage: Coverage }) {
  return (
    <span class="coverage-tally">
      <progress
        class="coverage-bar"
        max={100}
        value={percent}
        aria-label="Share of the behaviors that are covered"
      />
      <span class="faint" aria-live="polite">
        {count(met)} of {count(total)} covered, {percent}%
      </span>
    </span>
  );
}

const GAP_COLUMNS: readonly Column<Item>[] = [
  {
    name: 'Behavior',
    widths: ['minmax(220px, 2fr)', 'minmax(0, 1fr)', 'minmax(0, 1fr)'],
    cell: ({ id }) => <strong title={id}>{id}</strong>,
  },
  {
    name: 'How to cover it',
    widths: ['minmax(0, 5fr)', 'minmax(0, 1.6fr)', 'minmax(0, 1fr)'],
    cell: ({ how }) => <code title={how}>{how}</code>,
  },
  {
    name: 'Copy',
    widths: ['44px', '44px', '44px'],
    cell: ({ id, how }) => <CopyButton text={how} name={`Copy how to cover ${id}`} />,
  },
];

/** What tests have not covered, with the line that provokes it. What costs most comes first. */
function Gaps({ account, resource }: { account: string; resource: Resource<Coverage> }) {
  const gaps = resource.data?.items.filter(({ met }) => met === 0) ?? null;
  return (
    <ListTable
      label="Not covered"
      list={wholeList({ ...resource, data: gaps })}
      columns={GAP_COLUMNS}
      keyOf={({ id }) => id}
      view={listView(`${account}/findings/coverage`)}
      icon="check"
      empty={<Empty icon="check" title="Everything is covered" />}
    />
  );
}

/** The state machine of an order, the responses of the service, and the other behaviors. */
function Pictures({ coverage: { items } }: { coverage: Coverage }) {
  const chosen = useSignal<string | null>(null);
  const onChoose = (id: string): void => {
    chosen.value = id;
  };
  const ofGroups = (...groups: readonly Item['group'][]): Item[] =>
    items.filter(({ group }) => groups.includes(group));
  const cell = { chosen: chosen.value, onChoose };
  // What costs most comes first in the list.
  const shown = items.find(({ id }) => id === chosen.value) ?? items.find(({ met }) => met === 0);
  const course = ofGroups('states', 'transitions');
  const responses = ofGroups('responses');
  return (
    <>
      {shown && <Provoke item={shown} />}
      <Card title="Orders" flush actions={<Share items={course} />}>
        <p class="group-about tail">
          States that were read by a status request or announced by a webhook, and the transitions between
          them.
        </p>
        <OrderMachine items={course} describe={describe} {...cell} />
      </Card>
      <Card title="Responses" flush actions={<Share items={responses} />}>
        <p class="group-about tail">Every status that an operation can respond with.</p>
        <ResponseMatrix items={responses} {...cell} />
      </Card>
      {OTHER_GROUPS.map(([group, title, about]) => (
        <Card key={group} title={title} flush actions={<Share items={ofGroups(group)} />}>
          <p class="group-about tail">{about}</p>
          <ul class="cells">
            {ofGroups(group).map(item => (
              <li key={item.id}>
                <Cell item={item} text={subjectOf(item)} {...cell} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

/** How to provoke a behavior: the chosen one, or the costliest that tests do not cover. */
function Provoke({ item }: { item: Item }) {
  return (
    <section class="provoke" aria-label="How to cover it" aria-live="polite">
      <span>
        <strong>{item.id}</strong>{' '}
        <span class="soft">
          {item.met === 0 ? 'is not covered; to cover it:' : `is covered ${times(item.met)}; with:`}
        </span>
      </span>
      <Code text={item.how} name="How to cover it" />
    </section>
  );
}

function Share({ items }: { items: readonly Item[] }) {
  return (
    <span class="faint">
      {count(items.filter(({ met }) => met > 0).length)} of {count(items.length)}
    </span>
  );
}

interface ChoiceProps {
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The responses: a row for each operation, a column for each status. */
function ResponseMatrix({ items, ...choice }: ChoiceProps & { items: readonly Item[] }) {
  const cells = new Map(items.map(item => [subjectOf(item), item]));
  const parts = [...cells.keys()].map(subject => subject.split(' '));
  const operations = [...new Set(parts.map(([operation]) => operation!))];
  const statuses = [...new Set(parts.map(([, status]) => status!))].sort();
  return (
    <table class="matrix">
      <caption class="visually-hidden">Responses</caption>
      <thead>
        <tr>
          <td />
          {statuses.map(status => (
            <th key={status} scope="col">
              {status}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map(operation => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            {statuses.map(status => {
              const item = cells.get(`${operation} ${status}`);
              return <td key={status}>{item && <Cell item={item} column={status} {...choice} />}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps extends ChoiceProps {
  readonly item: Item;
  /** The column of a cell in a matrix, which a narrow screen shows in the cell. */
  readonly column?: string;
  /** The text of a cell outside a matrix, besides its count. */
  readonly text?: string;
}

function Cell({ item, column, text, chosen, onChoose }: CellProps) {
  return (
    <button
      type="button"
      class={`cell ${item.met > 0 ? 'is-met' : ''}`}
      data-column={column}
      aria-pressed={item.id === chosen}
      title={`${describe(item)}\n${item.how}`}
      onClick={() => onChoose(item.id)}
    >
      <span class="visually-hidden">{describe(item)}</span>
      {text !== undefined && <span aria-hidden="true">{text}</span>}
      <span aria-hidden="true">{compact(item.met)}</span>
    </button>
  );
}
