import { sumTrx } from '../../core/domain/money.ts';
import { FAULT_TABLE } from '../../core/scenario/rule-effects.ts';
import { type FindingGroup, groupFindings } from '../../judge/findings/finding-groups.ts';
import { api, forAccount, type Schemas } from '../control-api.ts';
import { capitalize, counted, dayAndTime, grouped, shorten, trx } from '../format.ts';
import { Icon, Prose } from '../parts/basics.tsx';
import { Loaded } from '../parts/loading.tsx';
import { linkTo, type Place } from '../routes.ts';
import { account as accountSignal, demo } from '../store/account.ts';
import { type Resource, useResource } from '../store/resource.ts';

export type Finding = Schemas['Finding'];
export type Group = FindingGroup<Finding>;

const RELOAD_DELAY_MS = 500;

const readMistakes = (account: string, signal: AbortSignal): Promise<Finding[]> =>
  api.list('/_sandbox/accounts/{account}/findings', {
    path: { account },
    query: { severity: 'warning' },
    signal,
  });

/** The findings of an account that are more than a remark, live. */
export const useMistakes = (account: string): Resource<Finding[]> =>
  useResource(
    `${account}/mistakes`,
    signal => readMistakes(account, signal),
    event => event.type !== 'request',
    RELOAD_DELAY_MS,
  );

/** A rule as a title: `Paid twice`. */
export const ruleTitle = (rule: string): string => capitalize(rule.replaceAll('-', ' '));

const LISTED_ORDERS = 3;
/** A finding names at most as many items of each kind. */
export const MAX_IDS = 20;

/**
 * `48213 and 48214`, `1, 2, 3 and 5 more`; each is a link.
 * @param isPart whether there are more orders than the findings name
 */
function Orders({ account, ids, isPart }: { account: string; ids: readonly number[]; isPart: boolean }) {
  const listed = ids.slice(0, ids.length === LISTED_ORDERS + 1 ? ids.length : LISTED_ORDERS);
  const rest = ids.length - listed.length;
  return (
    <>
      {listed.map((id, index) => (
        <span key={id}>
          {index > 0 && (rest === 0 && index === listed.length - 1 ? ' and ' : ', ')}
          <a href={linkTo('orders', id, account)} class="mono">
            {id}
          </a>
        </span>
      ))}
      {rest > 0 && ` and ${isPart ? 'at least ' : ''}${grouped(rest)} more`}
    </>
  );
}

/** The severest mistake that concerns an order. */
export function mistakeWith(order: number, found: readonly Finding[]): Finding | undefined {
  const about = found.filter(({ orders }) => orders.includes(order));
  return about.find(({ severity }) => severity === 'error') ?? about[0];
}

/** A mark with a link to a mistake. Nothing without one. */
export function MistakeMark({ account, of }: { account: string; of: Finding | undefined }) {
  if (!of) return null;
  const name = ruleTitle(of.rule);
  const tone = of.severity === 'error' ? 'bad' : 'warn';
  return (
    <a class={`mark tone-${tone}`} href={linkTo('findings', of.id, account)} title={name} aria-label={name}>
      <Icon name="findings" /> <span class="in-wide">{name}</span>
    </a>
  );
}

/** Ids of transactions, and addresses. The page of a finding has them in full. */
const LONG_IDS = /\b([0-9a-f]{64}|T\w{33})\b/g;

/** One kind of mistake with its sum and its orders: `Paid twice, 7.80 TRX: 48213 and 48214`. */
function Mistake({ account, group }: { account: string; group: Group }) {
  const { rule, severity, count, costTrx, findings } = group;
  const ids = [...new Set(findings.flatMap(({ orders }) => orders))].sort((a, b) => a - b);
  const isPart = findings.some(({ orders }) => orders.length >= MAX_IDS);
  return (
    <li class={`card stack tight inside-pad mistake tone-${severity === 'error' ? 'bad' : 'warn'}`}>
      <h2>
        <a href={linkTo('findings', findings.length === 1 ? findings[0]!.id : rule, account)}>
          {ruleTitle(rule)}
        </a>
        {costTrx !== null && costTrx > 0 && `, ${trx(costTrx)} TRX`}
        {ids.length > 0 && (
          <>
            : <Orders account={account} ids={ids} isPart={isPart} />
          </>
        )}
      </h2>
      <p class="soft break">
        <Prose text={findings[0]!.message.replace(LONG_IDS, id => shorten(id))} />
        {count > 1 && ` This happened ${counted(count, 'time')}.`}
      </p>
    </li>
  );
}

const SHOWN = 4;
const SEVERITIES: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** What costs most comes first; errors before warnings. */
export const worstFirst = (findings: readonly Finding[]): Group[] =>
  groupFindings(findings).sort(
    (a, b) => SEVERITIES[a.severity] - SEVERITIES[b.severity] || (b.costTrx ?? 0) - (a.costTrx ?? 0),
  );

const costOf = (found: readonly Finding[]): number => sumTrx(found.map(({ cost_trx }) => cost_trx)) ?? 0;

const timesOf = (found: readonly Finding[]): number => found.reduce((sum, { count }) => sum + count, 0);

/** What an account lost: `naive lost 9.68 TRX by 12 mistakes`. */
export function Loss({ account }: { account: string }) {
  const told = demo.value!.chapters.flatMap(({ orders }) => orders.filter(one => one.account === account));
  const isTold = ({ orders }: Finding) => told.some(({ order_id }) => orders.includes(order_id));
  return (
    <li>
      <Loaded of={useMistakes(account)} lines={2}>
        {found => (
          <a class="figure" href={linkTo('findings', null, account)}>
            {account} lost
            <strong class={found.length > 0 ? 'bad' : 'good'}>{trx(costOf(found))}</strong>
            <span class="soft">
              TRX by {counted(timesOf(found), 'mistake')}: {trx(costOf(found.filter(isTold)))} in the
              chapters, {trx(costOf(found.filter(one => !isTold(one))))} since then
            </span>
          </a>
        )}
      </Loaded>
    </li>
  );
}

/** Mistakes as cards, the worst first. Nothing without a mistake. */
export function Mistakes({ account, of }: { account: string; of: readonly Finding[] }) {
  const groups = worstFirst(of);
  if (groups.length === 0) return null;
  const rest = groups.length - SHOWN;
  return (
    <section class="stack" aria-label="Mistakes of the integration">
      <ul class="columns mistakes">
        {groups.slice(0, SHOWN).map(group => (
          <Mistake key={group.rule} account={account} group={group} />
        ))}
      </ul>
      {rest > 0 && (
        <a href={linkTo('findings', null, account)}>
          {counted(rest, 'more kind of mistake', 'more kinds of mistakes')}
        </a>
      )}
    </section>
  );
}

/** The mistakes that concern an order or a request, where that order or request is shown. */
export function MistakesWith({ account, isOf }: { account: string; isOf: (finding: Finding) => boolean }) {
  const { data } = useMistakes(account);
  return data && <Mistakes account={account} of={data.filter(isOf)} />;
}

/** Faults after which a client has no usable response, as coverage names them. */
const LOSING = new Set(
  Object.entries(FAULT_TABLE).flatMap(([name, { fate }]) => (fate === 'answered' ? [] : [`fault ${name}`])),
);

/** What leads from the list of webhooks to those that were given up or dropped, or have failed so far. */
export const NOT_ACKNOWLEDGED = '?filter=not+acknowledged';

export const isNotAcknowledged = ({ acknowledged, attempts, state }: Schemas['Event']): boolean =>
  !acknowledged && (attempts > 0 || state === 'dropped');

/**
 * The figures of the strip that the account itself does not have. What was spent follows from the ledger: everything that
 * was paid in and is no longer there. Those entries are few, however many orders there are.
 */
async function readFigures(account: string, signal: AbortSignal) {
  const paidIn = (['opening', 'deposit', 'adjustment'] as const).map(kind =>
    api.list('/_sandbox/accounts/{account}/ledger', { path: { account }, query: { kind }, signal }),
  );
  const notAcknowledged = (['exhausted', 'dropped', 'scheduled'] as const).map(state =>
    forAccount(account).get('/events', { query: { state, limit: 100 }, signal }),
  );
  const [found, entries, events, coverage, { balance_trx }] = await Promise.all([
    readMistakes(account, signal),
    Promise.all(paidIn),
    Promise.all(notAcknowledged),
    forAccount(account).get('/coverage', { signal }),
    forAccount(account).get('', { signal }),
  ]);
  return {
    found,
    spentTrx: sumTrx([...entries.flat().map(({ amount_trx }) => amount_trx), -balance_trx]) ?? 0,
    lost: coverage.items.reduce((sum, { id, met }) => sum + (LOSING.has(id) ? met : 0), 0),
    unacknowledged: events.flatMap(({ items }) => items).filter(isNotAcknowledged).length,
    hasMore: events.some(({ next }) => next !== null),
  };
}

/** The figures of an account, live. */
export const useFigures = (account: string) =>
  useResource(
    `${account}/figures`,
    signal => readFigures(account, signal),
    () => true,
    RELOAD_DELAY_MS,
  );

interface Cell {
  readonly place: Place;
  readonly name: string;
  readonly text: string;
  readonly isBad?: boolean;
}

/** The account in one line: what was bought and spent, what mistakes cost, and what got lost; then the mistakes. */
export function Verdict({ account, figures }: { account: string; figures: ReturnType<typeof useFigures> }) {
  const { orders = 0, recorded_since: since = null } = accountSignal.value ?? {};
  return (
    <Loaded of={figures} lines={2}>
      {({ found, spentTrx, lost, unacknowledged, hasMore }) => {
        const costTrx = costOf(found);
        const from = since ? ` since ${dayAndTime(since).slice(5, 16)}` : '';
        const cells: readonly Cell[] = [
          { place: 'orders', name: 'orders', text: grouped(orders) },
          { place: 'balance', name: 'TRX spent', text: trx(spentTrx) },
          { place: 'findings', name: `TRX lost by mistakes${from}`, text: trx(costTrx), isBad: costTrx > 0 },
          { place: 'requests', name: `responses lost${from}`, text: grouped(lost), isBad: lost > 0 },
          {
            place: 'webhooks',
            name: 'webhooks not acknowledged',
            text: `${grouped(unacknowledged)}${hasMore ? '+' : ''}`,
            isBad: unacknowledged > 0,
          },
        ];
        return (
          <>
            <ul class="card verdict" aria-label="Verdict">
              {cells.map(({ place, name, text, isBad }) => (
                <li key={name} class={isBad ? 'tone-bad' : ''}>
                  <a class="figure" href={linkTo(place) + (place === 'webhooks' ? NOT_ACKNOWLEDGED : '')}>
                    <strong class={isBad ? 'bad' : ''}>{text}</strong> <span class="soft">{name}</span>
                  </a>
                </li>
              ))}
            </ul>
            {since && (
              <p class="soft">
                Mistakes and lost responses are recorded since {dayAndTime(since)} UTC: the sandbox was
                restarted, or a snapshot was restored.
              </p>
            )}
            <Mistakes account={account} of={found} />
          </>
        );
      }}
    </Loaded>
  );
}
