import type { ComponentChildren } from 'preact';
import { capitalize, counted, grouped } from '../format.ts';
import { linkTo, type PageName, type Place, route } from '../routes.ts';
import { Icon } from './basics.tsx';
import { SearchField, Select, type SelectOptions } from './field.tsx';
import { ListTable, type TableProps } from './list-table.tsx';

const TABS: Readonly<Partial<Record<PageName, readonly (readonly [place: Place, text: string])[]>>> = {
  webhooks: [
    ['webhooks', 'Events'],
    ['webhooks/receiver', 'Receiver'],
  ],
  findings: [
    ['findings', 'Findings'],
    ['findings/coverage', 'Coverage'],
  ],
  settings: [
    ['settings', 'Account'],
    ['settings/assumptions', 'Assumptions'],
  ],
};

function PageTabs() {
  const { page, place } = route.value;
  const tabs = TABS[page];
  if (!tabs) return null;
  return (
    <nav class="segments" aria-label="Parts of the page">
      {tabs.map(([to, text]) => (
        <a key={to} href={linkTo(to)} aria-current={to === place ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

interface FrameProps {
  readonly title: string;
  /** Shown after the title and the tabs. */
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Shown between the title and the content. */
  readonly above?: ComponentChildren;
  /** Whether the content has the height of the window and scrolls by itself. */
  readonly isFull?: boolean;
  readonly children: ComponentChildren;
}

/** A page: its title with tabs and actions, and its content. */
export function PageFrame({ title, beside, actions, above, isFull = false, children }: FrameProps) {
  return (
    <div class={`stack sheet ${isFull ? 'full' : 'loose'}`}>
      <div class="stack">
        <div class="title">
          <h1>{title}</h1>
          <PageTabs />
          {beside}
          {actions && <div class="row actions">{actions}</div>}
        </div>
        {above}
      </div>
      {children}
    </div>
  );
}

/** Says that an address leads nowhere. */
export const NoSuchPage = ({ children }: { children: ComponentChildren }) => (
  <PageFrame title="No such page">
    <p class="soft">
      {children} <a href={linkTo('overview')}>Show the overview</a>
    </p>
  </PageFrame>
);

/** A link to the order form. */
export const NewOrderLink = () => (
  <a class="button main" href={linkTo('orders/new')}>
    <Icon name="new" /> New order
  </a>
);

interface ListPageProps<Row>
  extends Omit<FrameProps, 'isFull' | 'children'>,
    Omit<TableProps<Row>, 'label' | 'hrefOf'> {
  /** The name of one row. */
  readonly one: string;
  /** The name of several rows. Default: with an s. */
  readonly many?: string;
  /** The number of all rows, including those that the server no longer has, if it is known. */
  readonly total?: number | undefined;
  /** Shown instead of the number of rows. */
  readonly tally?: string | null;
  /** What the search finds. */
  readonly hint?: string;
  /** The filter beside the search. */
  readonly filter?: readonly [name: string, options: SelectOptions];
  /** Whether a row is the link to its details. */
  readonly hasDetails?: boolean;
  /** The details of the chosen row; null: the list has the whole width. On a phone, they replace the list. */
  readonly detail?: ComponentChildren;
}

/** A page with a list, and beside it one of its entries. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, one, many = `${one}s`, total, tally, hint, filter, keyOf, hasDetails = true, detail } = props;
  const beside = (
    <>
      <span class="soft" aria-live="polite">
        {tally === undefined ? tallyOf({ list, one, many, total }) : tally}
      </span>
      {props.beside}
    </>
  );
  return (
    <PageFrame {...props} beside={beside} isFull>
      <Panes one={one} many={many} isChosen={Boolean(detail)} detail={detail}>
        {hint && filter && (
          <div class="row filters">
            <SearchField text={list.search} name={`Search ${many}`} hint={hint} />
            <Select
              aria-label={filter[0]}
              value={list.choice.value}
              options={filter[1]}
              onChange={value => (list.choice.value = value)}
            />
          </div>
        )}
        <ListTable
          {...props}
          label={capitalize(many)}
          hrefOf={hasDetails ? row => linkTo(list.place, keyOf(row, 0)) : undefined}
        />
      </Panes>
    </PageFrame>
  );
}

interface PanesProps {
  readonly one: string;
  readonly many: string;
  /** Whether the details show an entry. On a phone, they then replace the list. */
  readonly isChosen: boolean;
  readonly detail?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A list, and beside it the details of one of its entries; without details, it has the whole width. */
export function Panes({ one, many, isChosen, detail, children }: PanesProps) {
  return (
    <div class={`panes ${detail ? '' : 'alone'} ${isChosen ? 'open' : ''}`}>
      <div class="list">{children}</div>
      {detail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        <section class="stack loose detail" aria-label={`${capitalize(one)} details`} tabIndex={0}>
          {isChosen && (
            <a class="button small" href={linkTo(route.value.place)}>
              <Icon name="back" /> All {many}
            </a>
          )}
          {detail}
        </section>
      )}
    </div>
  );
}

type TallyProps<Row> = Pick<ListPageProps<Row>, 'list' | 'one' | 'total'> & { readonly many: string };

/** How many rows are shown, of how many: `latest 100 of 2,008 orders`. Nothing until the rows were received. */
function tallyOf<Row>({ list, one, many, total = 0 }: TallyProps<Row>): string {
  const { rows, hasMore, isStale, error, question } = list;
  if (rows === null) return '';
  if (isStale) return error ? '' : 'searching…';
  const shown = rows.length;
  const isSearch = question !== '';
  const ofAll =
    shown < total && !(isSearch && hasMore) ? `${grouped(shown)} of ${counted(total, one, many)}` : null;
  const all = isSearch ? counted(shown, 'match', 'matches') : counted(shown, one, many);
  const isLatest = hasMore || (ofAll !== null && !isSearch);
  return `${isLatest ? 'latest ' : ''}${ofAll ?? all}`;
}
