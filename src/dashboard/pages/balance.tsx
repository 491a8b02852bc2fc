import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../control-api.ts';
import { dayAndTime, signedTrx, trx } from '../format.ts';
import { Card, Instant } from '../parts/basics.tsx';
import { boundTo, Form, TextField } from '../parts/field.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { amountColumn, type Column } from '../parts/list-table.tsx';
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
    '70px / 60px / 56px',
    ({ order_id }) =>
      order_id === null ? (
        <span class="soft">–</span>
      ) : (
        <a class="hit" href={linkTo('orders', order_id)}>
          {order_id}
        </a>
      ),
  ],
  amountColumn(
    'Amount (TRX)',
    'minmax(90px, 1fr) / minmax(0, 1fr) / minmax(74px, 1fr)',
    ({ amount_trx }) => amount_trx,
    signedTrx,
  ),
  amountColumn('Balance (TRX)', 'minmax(90px, 1fr) / minmax(0, 1fr)', ({ balance_trx }) => balance_trx),
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
      beside={balance !== undefined && <strong>{trx(balance)} TRX</strong>}
      above={
        <div class="columns">
          <MoneyForm account={account} isDeposit />
          <MoneyForm account={account} isDeposit={false} />
        </div>
      }
      columns={COLUMNS}
      keyOf={({ number }) => number}
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
    const on = forAccount(account);
    const change = (): Promise<unknown> =>
      isDeposit
        ? on.post('/deposit', { body: { amount_trx: value } })
        : on.put('/balance', { body: { balance_trx: value } });
    const went = await attempt(change, `${isDeposit ? 'Deposited' : 'Balance set to'} ${trx(value)} TRX.`);
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
          />
        </div>
      </Form>
    </Card>
  );
}
