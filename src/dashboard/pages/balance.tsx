import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { SUN_PER_TRX, toTrx } from '../../core/domain/money.ts';
import { forAccount, type Schemas } from '../control-api.ts';
import { counted, dayAndTime, signedTrx, trx } from '../format.ts';
import { Card, Instant } from '../parts/basics.tsx';
import { boundTo, Form, TextField } from '../parts/field.tsx';
import { useExtent } from '../parts/hooks.ts';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import { linkTo, type PageProps } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { useList } from '../store/list.ts';
import { attempt } from '../store/tasks-and-toasts.ts';

type Entry = Schemas['LedgerEntry'];

const TONES: Readonly<Record<Entry['kind'], Tone>> = {
  opening: 'mute',
  debit: 'calm',
  refund: 'good',
  deposit: 'good',
  adjustment: 'warn',
};

const COLUMNS: readonly Column<Entry>[] = [
  [
    'Time',
    '160px / 148px / 62px',
    ({ at }) => (
      <>
        <span class="in-mid">{dayAndTime(at).slice(0, 11)}</span>
        <Instant at={at} />
      </>
    ),
  ],
  ['Kind', '110px / 96px / 84px', ({ kind }) => <Pill tone={TONES[kind]} text={kind} />],
  [
    'Order',
    '70px / 60px / 44px',
    ({ order_id }) =>
      order_id === null ? (
        <span class="soft">–</span>
      ) : (
        <a class="hit" href={linkTo('orders', order_id)}>
          {order_id}
        </a>
      ),
  ],
  [
    'Amount (TRX)',
    'minmax(90px, 1fr) / minmax(0, 1fr) / minmax(74px, 1fr)',
    ({ amount_trx }) => <span class={amount_trx < 0 ? '' : 'good'}>{signedTrx(amount_trx)}</span>,
    'num',
  ],
  ['Balance (TRX)', 'minmax(90px, 1fr) / minmax(0, 1fr)', ({ balance_trx }) => trx(balance_trx), 'num'],
];

/** The account's balance and every change to it. */
export function BalancePage({ account }: PageProps) {
  const list = useList<Entry>({
    account,
    place: 'balance',
    read: (query, signal) => forAccount(account).get('/ledger', { query, signal }),
    concerns: ({ type, data }) => type === 'happening' && /^(ledger|account)$/.test(data.kind),
  });
  const balance = accountSignal.value?.balance_trx;
  return (
    <ListPage
      title="Balance"
      list={list}
      one="entry"
      many="entries"
      above={
        <>
          <div class="columns">
            <Card title="Current balance">
              {balance === undefined ? (
                <p class="soft">{list.error ? 'unknown' : 'Loading…'}</p>
              ) : (
                <p class="amount">
                  {trx(balance)} <span>TRX</span>
                </p>
              )}
            </Card>
            <MoneyForm account={account} isDeposit />
            <MoneyForm account={account} isDeposit={false} />
          </div>
          {list.rows && (
            <Card title="Balance over time">
              <BalancePlot entries={list.rows.toReversed()} />
            </Card>
          )}
        </>
      }
      columns={COLUMNS}
      // Entries have no ids.
      keyOf={(_, index) => index}
      hasDetails={false}
      icon="balance"
      empty={null}
    />
  );
}

function MoneyForm({ account, isDeposit }: { account: string; isDeposit: boolean }) {
  const amount = useSignal('');
  const submit = async (): Promise<void> => {
    const text = amount.value;
    const value = Number(text);
    const went = await (isDeposit
      ? attempt(
          () => forAccount(account).post('/deposit', { body: { amount_trx: value } }),
          `Deposited ${trx(value)} TRX.`,
        )
      : attempt(
          () => forAccount(account).put('/balance', { body: { balance_trx: value } }),
          `Balance set to ${trx(value)} TRX.`,
        ));
    // Text that was typed meanwhile stays.
    if (went && amount.value === text) amount.value = '';
    await readAccount();
  };
  return (
    <Card title={isDeposit ? 'Deposit' : 'Set balance'}>
      <Form
        layout="row nowrap bottom"
        submit={isDeposit ? 'Deposit' : 'Set'}
        isDisabled={amount.value.trim() === ''}
        onSubmit={submit}
      >
        <div class="grow">
          <TextField
            label={isDeposit ? 'Amount to add (TRX)' : 'New balance (TRX)'}
            type="number"
            {...boundTo(amount)}
            placeholder={isDeposit ? '50' : '0'}
          />
        </div>
      </Form>
    </Card>
  );
}

/** The height, and the space above the highest and below the lowest level, so that the line is not cut. */
const HEIGHT = 140;
const MARGIN = 8;
const LEVELS = 3;
/** The width of a digit of a label, and the space beside the label. */
const DIGIT = 6.6;
const LABEL_GAP = 14;
/** The last entry keeps a little room, so that its level can be seen. */
const FILLED = 0.96;

const sunOf = (amountTrx: number): number => Math.round(amountTrx * SUN_PER_TRX);

/** The next larger of 1, 2 and 5 times a power of ten, in sun. */
function roundStep(leastSun: number): number {
  const power = 10 ** Math.floor(Math.log10(leastSun));
  return [1, 2, 5].map(factor => factor * power).find(step => step >= leastSun) ?? 10 * power;
}

/** The levels around the balances, in sun: from the lowest to the highest, so that each change can be seen. */
function levelsOf(balances: readonly number[]): number[] {
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  if (low === high) return [low];
  const step = roundStep((high - low) / LEVELS);
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** An entry in words: `2026-01-01 00:00:12, debit of order 17: −3.90 TRX, balance 96.10 TRX`. */
function describe({ at, kind, order_id, amount_trx, balance_trx }: Entry): string {
  const order = order_id === null ? '' : ` of order ${order_id}`;
  return `${dayAndTime(at)}, ${kind}${order}: ${signedTrx(amount_trx)} TRX, balance ${trx(balance_trx)} TRX`;
}

/**
 * The balance over time as a step line. The ledger below it has the same figures.
 * @param entries of the ledger, oldest first; at least the opening balance
 */
export function BalancePlot({ entries }: { entries: readonly Entry[] }) {
  const container = useRef<HTMLDivElement>(null);
  const extent = useExtent(container, 'clientWidth', 0);
  const levels = levelsOf(entries.map(({ balance_trx }) => sunOf(balance_trx)));
  const labels = LABEL_GAP + DIGIT * Math.max(...levels.map(sun => trx(toTrx(sun)).length));
  const width = Math.max(60, extent.value - labels);
  const [bottom, top] = [levels[0]!, levels.at(-1)!];
  const [first, last] = [entries[0]!, entries.at(-1)!];
  const startMs = Date.parse(first.at);
  const lengthMs = Math.max(1, Date.parse(last.at) - startMs);
  const xOf = ({ at }: Entry): number => ((Date.parse(at) - startMs) / lengthMs) * width * FILLED;
  const yOf = (sun: number): number =>
    top === bottom ? HEIGHT / 2 : MARGIN + ((HEIGHT - 2 * MARGIN) * (top - sun)) / (top - bottom);
  const placed = entries.map(entry => ({ entry, x: xOf(entry), y: yOf(sunOf(entry.balance_trx)) }));
  const steps = placed.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  const line = `${steps}H${width}`;
  // A refund, a deposit or an adjustment that adds money.
  const hasGrown = ({ kind, amount_trx }: Entry): boolean => kind !== 'opening' && amount_trx > 0;
  return (
    <div class="plot" ref={container}>
      <svg
        width={extent.value}
        height={HEIGHT + 6}
        role="img"
        aria-label={`Balance after ${counted(entries.length, 'ledger entry', 'ledger entries')}, now ${trx(last.balance_trx)} TRX`}
      >
        <g transform={`translate(${labels} 0)`}>
          {levels.map(sun => (
            <g key={sun}>
              <line stroke="var(--line-strong)" x1="0" x2={width} y1={yOf(sun)} y2={yOf(sun)} />
              <text class="plot-amount" x="-8" y={yOf(sun) + 4} text-anchor="end">
                {trx(toTrx(sun))}
              </text>
            </g>
          ))}
          <path fill="var(--accent)" fill-opacity="0.08" d={`${line}V${HEIGHT}H0z`} />
          <path class="plot-line" fill="none" stroke="var(--accent)" stroke-width="2" d={line} />
          {placed.map(({ entry, x, y }, index) => (
            <circle key={index} fill={hasGrown(entry) ? 'var(--good)' : 'transparent'} cx={x} cy={y} r="4">
              <title>{describe(entry)}</title>
            </circle>
          ))}
        </g>
      </svg>
    </div>
  );
}
