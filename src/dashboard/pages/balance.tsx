import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { dayAndTime, signedTrx, trx } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { TextField } from '../parts/field.tsx';
import { Instant } from '../parts/instant.tsx';
import { type Column, ListTable, Tally } from '../parts/list.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { listView, useList } from '../store/list.ts';
import { useTask } from '../store/task.ts';
import { attempt, showToast } from '../store/toasts.ts';
import { BalancePlotView } from './balance-plot.tsx';
import type { PageProps } from './page-props.ts';

type Entry = Schemas['LedgerEntry'];

const TONES: Readonly<Record<Entry['kind'], Tone>> = {
  opening: 'mute',
  debit: 'calm',
  refund: 'good',
  deposit: 'good',
  adjustment: 'warn',
};

const columnsOf = (account: string): readonly Column<Numbered>[] => [
  {
    name: 'Time',
    widths: ['160px', '148px', '62px'],
    cell: ({ entry }) => (
      <>
        <span class="in-mid">{dayAndTime(entry.at).slice(0, 11)}</span>
        <Instant at={entry.at} />
      </>
    ),
  },
  {
    name: 'Kind',
    widths: ['110px', '96px', '84px'],
    cell: ({ entry }) => <Pill tone={TONES[entry.kind]} text={entry.kind} />,
  },
  {
    name: 'Order',
    widths: ['70px', '60px', 'minmax(44px, 1fr)'],
    cell: ({ entry }) =>
      entry.order_id === null ? (
        <span class="faint">–</span>
      ) : (
        <a class="hit" href={linkTo(account, 'orders', entry.order_id)}>
          {entry.order_id}
        </a>
      ),
  },
  {
    name: 'Amount (TRX)',
    widths: ['minmax(90px, 1fr)', 'minmax(0, 1fr)', 'minmax(74px, 1fr)'],
    align: 'num',
    cell: ({ entry }) => (
      <span class={entry.amount_trx < 0 ? '' : 'good'}>{signedTrx(entry.amount_trx)}</span>
    ),
  },
  {
    name: 'Balance (TRX)',
    widths: ['minmax(90px, 1fr)', 'minmax(0, 1fr)'],
    align: 'num',
    cell: ({ entry }) => trx(entry.balance_trx),
  },
];

/** An entry with its place in the list, because entries have no ids. */
interface Numbered {
  readonly number: number;
  readonly entry: Entry;
}

/** The account's balance and every change to it. */
export function BalancePage({ account }: PageProps) {
  const view = listView(`${account}/balance`);
  const list = useList<Entry>({
    view,
    read: (query, signal) =>
      api.get('/_sandbox/accounts/{account}/ledger', { path: { account }, query, signal }),
    concerns: event =>
      event.type === 'happening' && (event.data.kind === 'ledger' || event.data.kind === 'account'),
  });
  const balance = accountSignal.value?.balance_trx;
  const rows = list.rows?.map((entry, number) => ({ number, entry })) ?? null;
  return (
    <div class="sheet full">
      <div class="stack loose">
        <div class="title">
          <h1>Balance</h1>
          <Tally list={list} one="entry" many="entries" view={view} />
        </div>
        <div class="columns">
          <Card title="Current balance">
            {balance === undefined ? (
              <Skeleton lines={1} />
            ) : (
              <p class="amount">
                {trx(balance)} <span>TRX</span>
              </p>
            )}
          </Card>
          <MoneyForm account={account} kind="deposit" />
          <MoneyForm account={account} kind="set" />
        </div>
      </div>
      <div class="plot-and-ledger">
        {list.rows && (
          <Card title="Balance over time">
            <BalancePlotView entries={list.rows.toReversed()} />
          </Card>
        )}
        <ListTable
          label="Ledger"
          list={{ ...list, rows }}
          columns={columnsOf(account)}
          keyOf={({ number }) => number}
          view={view}
          icon="balance"
          empty={null}
        />
      </div>
    </div>
  );
}

const setBalance = (account: string, trxAmount: number): Promise<unknown> =>
  api.put('/_sandbox/accounts/{account}/balance', { path: { account }, body: { balance_trx: trxAmount } });

/** The balance as it is shown; if the account is not loaded yet, the server is asked. */
async function balanceOf(account: string): Promise<number> {
  const shown = accountSignal.value ?? (await api.get('/_sandbox/accounts/{account}', { path: { account } }));
  return shown.balance_trx;
}

/** Sets the balance, and offers to set it back. Returns whether that succeeded. */
const replaceBalance = (account: string, value: number): Promise<boolean> =>
  attempt(async () => {
    const before = await balanceOf(account);
    await setBalance(account, value);
    const undo = async (): Promise<void> => {
      await attempt(() => setBalance(account, before), `Balance set back to ${trx(before)} TRX.`);
      await readAccount();
    };
    showToast(`Balance set to ${trx(value)} TRX.`, false, { text: 'Undo', run: undo });
  });

const addDeposit = (account: string, value: number): Promise<boolean> =>
  attempt(
    () =>
      api.post('/_sandbox/accounts/{account}/deposit', { path: { account }, body: { amount_trx: value } }),
    `Deposited ${trx(value)} TRX.`,
  );

function MoneyForm({ account, kind }: { account: string; kind: 'deposit' | 'set' }) {
  const amount = useSignal('');
  const task = useTask();
  const isDeposit = kind === 'deposit';
  const submit = async (): Promise<void> => {
    const text = amount.value;
    if (text.trim() === '') return;
    const went = await (isDeposit ? addDeposit : replaceBalance)(account, Number(text));
    // Text that was typed meanwhile stays.
    if (went && amount.value === text) amount.value = '';
    await readAccount();
  };
  return (
    <Card title={isDeposit ? 'Deposit' : 'Set balance'}>
      <form
        class="row nowrap bottom"
        onSubmit={event => {
          event.preventDefault();
          void task.run(submit);
        }}
      >
        <div class="grow">
          <TextField
            label={isDeposit ? 'Amount to add (TRX)' : 'New balance (TRX)'}
            type="number"
            value={amount.value}
            placeholder={isDeposit ? '50' : '0'}
            onInput={text => {
              amount.value = text;
            }}
          />
        </div>
        <button type="submit" class="button" aria-busy={task.isBusy} disabled={amount.value.trim() === ''}>
          {isDeposit ? 'Deposit' : 'Set'}
        </button>
      </form>
    </Card>
  );
}
