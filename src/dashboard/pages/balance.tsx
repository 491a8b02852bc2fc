import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { dayAndTime, signedTrx, trx } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { TextField } from '../parts/field.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
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
    cell: ({ entry }) => (
      <>
        <span class="in-mid">{dayAndTime(entry.at).slice(0, 11)}</span>
        <Instant at={entry.at} />
      </>
    ),
  },
  { name: 'Kind', cell: ({ entry }) => <Pill tone={TONES[entry.kind]} text={entry.kind} /> },
  {
    name: 'Order',
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
    align: 'num',
    cell: ({ entry }) => (
      <span class={entry.amount_trx < 0 ? '' : 'good'}>{signedTrx(entry.amount_trx)}</span>
    ),
  },
  { name: 'Balance (TRX)', align: 'num', wideOnly: true, cell: ({ entry }) => trx(entry.balance_trx) },
];

interface Numbered {
  readonly number: number;
  readonly entry: Entry;
}

/** The account's balance and every change to it. */
export function BalancePage({ account }: PageProps) {
  const resource = useResource(
    account,
    signal =>
      api.get('/_sandbox/accounts/{account}/ledger', {
        path: { account },
        query: { sort: 'newest', limit: 1_000 },
        signal,
      }),
    event => event.type === 'happening' && (event.data.kind === 'ledger' || event.data.kind === 'account'),
  );
  return (
    <div class="sheet full">
      <div class="stack loose">
        <div class="title">
          <h1>Balance</h1>
        </div>
        <div class="columns">
          <Card title="Current balance">
            <p class="amount">
              {accountSignal.value ? trx(accountSignal.value.balance_trx) : '–'} <span>TRX</span>
            </p>
          </Card>
          <MoneyForm account={account} kind="deposit" />
          <MoneyForm account={account} kind="set" />
        </div>
      </div>
      <Loaded of={resource}>
        {({ items }) => (
          <div class="plot-and-ledger">
            <Card title="Balance over time">
              <BalancePlotView entries={items.toReversed()} />
            </Card>
            <GridTable
              label="Ledger"
              rows={items.map((entry, index) => ({ number: items.length - index, entry }))}
              columns={columnsOf(account)}
              widths="160px 110px 70px minmax(90px, 1fr) minmax(90px, 1fr)"
              narrowWidths="148px 96px 60px minmax(0, 1fr)"
              slimWidths="62px 84px minmax(44px, 1fr) minmax(74px, 1fr)"
              keyOf={row => row.number}
              place={`${account}/balance`}
              empty={null}
            />
          </div>
        )}
      </Loaded>
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
