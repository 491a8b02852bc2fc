import { useSignal } from '@preact/signals';
import { PageTabs } from '../../parts/page-tabs.tsx';
import '../../styles/judgment.css';
import { api, type Schemas } from '../../api.ts';
import { count } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { Code } from '../../parts/code.tsx';
import { Segments } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useResource } from '../../store/resource.ts';
import type { PageProps } from '../page-props.ts';
import {
  GROUPS,
  type Item,
  type Matrix,
  responsesMatrix,
  subjectOf,
  transitionsMatrix,
} from './matrix-data.ts';

const RELOAD_DELAY_MS = 800;

type Shown = 'all' | 'unmet';

/** The behaviors of the service that the integration's tests have met, and how to meet the rest. */
export function CoveragePage({ account }: PageProps) {
  const shown = useSignal<Shown>('all');
  const chosen = useSignal<string | null>(null);
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/coverage', { path: { account }, signal }),
    () => true,
    RELOAD_DELAY_MS,
  );
  return (
    <div class="sheet">
      <div class="title">
        <h1>Findings</h1>
        <PageTabs />
        {resource.data && <Tally coverage={resource.data} />}
        <div class="actions">
          <Segments<Shown>
            label="Which behaviors"
            value={shown.value}
            options={[
              ['all', 'All'],
              ['unmet', 'Never met'],
            ]}
            onChange={value => {
              shown.value = value;
            }}
          />
        </div>
      </div>
      <p class="lead">
        Every behavior of the service that a client can meet. Choose one to see the line that provokes it.
        What the dashboard does itself is not counted.
      </p>
      <Loaded of={resource}>
        {coverage => (
          <>
            <Provoke item={coverage.items.find(({ id }) => id === chosen.value) ?? firstUnmet(coverage)} />
            {GROUPS.map(([group, title, about]) => (
              <Group
                key={group}
                title={title}
                about={about}
                items={coverage.items.filter(item => item.group === group)}
                isUnmetOnly={shown.value === 'unmet'}
                matrix={MATRICES[group]}
                chosen={chosen.value}
                onChoose={id => {
                  chosen.value = id;
                }}
              />
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The groups that are shown as a matrix. */
const MATRICES: { readonly [Group in Item['group']]?: (items: readonly Item[]) => Matrix } = {
  responses: responsesMatrix,
  transitions: transitionsMatrix,
};

/** The items are ordered by what it costs never to have met them. */
const firstUnmet = ({ items }: Schemas['Coverage']): Item | undefined => items.find(({ met }) => met === 0);

function Tally({ coverage: { met, total, percent } }: { coverage: Schemas['Coverage'] }) {
  return (
    <span class="coverage-tally">
      <progress
        class="coverage-bar"
        max={100}
        value={percent}
        aria-label="Share of the behaviors that were met"
      />
      <span class="faint">
        {count(met)} of {count(total)} met, {percent}%
      </span>
    </span>
  );
}

/** How to provoke a behavior: the chosen one, or the costliest that tests never meet. */
function Provoke({ item }: { item: Item | undefined }) {
  if (!item) return null;
  return (
    <section class="provoke" aria-label="How to meet it" aria-live="polite">
      <span>
        <strong>{item.id}</strong>{' '}
        <span class="soft">
          {item.met === 0 ? 'never met; to meet it:' : `met ${times(item.met)}; with:`}
        </span>
      </span>
      <Code text={item.how} name="How to meet it" />
    </section>
  );
}

const times = (amount: number): string => (amount === 1 ? 'once' : `${count(amount)} times`);

interface GroupProps {
  readonly title: string;
  readonly about: string;
  readonly items: readonly Item[];
  readonly isUnmetOnly: boolean;
  readonly matrix: ((items: readonly Item[]) => Matrix) | undefined;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Group({ title, about, items, isUnmetOnly, matrix, chosen, onChoose }: GroupProps) {
  const met = items.filter(item => item.met > 0).length;
  const shown = isUnmetOnly ? items.filter(item => item.met === 0) : items;
  return (
    <Card
      title={title}
      flush
      actions={
        <span class="faint">
          {count(met)} of {count(items.length)}
        </span>
      }
    >
      <p class="group-about tail">{about}</p>
      {shown.length === 0 && <p class="inside-pad good">All of them were met.</p>}
      {shown.length > 0 && matrix && (
        <MatrixTable title={title} matrix={matrix(shown)} chosen={chosen} onChoose={onChoose} />
      )}
      {shown.length > 0 && !matrix && (
        <ul class="cells">
          {shown.map(item => (
            <li key={item.id}>
              <Cell item={item} text={subjectOf(item)} isChosen={item.id === chosen} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface MatrixProps {
  readonly title: string;
  readonly matrix: Matrix;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function MatrixTable({ title, matrix: { rows, columns, at }, chosen, onChoose }: MatrixProps) {
  return (
    <table class="matrix">
      <caption class="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map(column => {
              const item = at(row, column);
              return (
                <td key={column}>
                  {item && (
                    <Cell item={item} column={column} isChosen={item.id === chosen} onChoose={onChoose} />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly item: Item;
  /** The column of a cell in a matrix, which a narrow screen shows in the cell. */
  readonly column?: string;
  /** The text of a cell outside a matrix, besides its count. */
  readonly text?: string;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

function Cell({ item, column, text, isChosen, onChoose }: CellProps) {
  const { id, met } = item;
  return (
    <button
      type="button"
      class={`cell ${met > 0 ? 'is-met' : ''}`}
      data-column={column}
      aria-pressed={isChosen}
      title={`${id}\n${met > 0 ? `met ${times(met)}` : 'never met'}\n${item.how}`}
      onClick={() => onChoose(id)}
    >
      <span class="visually-hidden">
        {id}: {met > 0 ? `met ${times(met)}` : 'never met'}
      </span>
      {text !== undefined && <span aria-hidden="true">{text}</span>}
      <span aria-hidden="true">{met > 0 ? compact(met) : '–'}</span>
    </button>
  );
}

/** A count that fits a cell: `1.2k`. */
const compact = (amount: number): string =>
  amount < 1_000 ? String(amount) : `${(amount / 1_000).toFixed(amount < 10_000 ? 1 : 0)}k`;
