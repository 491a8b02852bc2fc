import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../api.ts';
import { dayAndTime, signedTrx, trx } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { boundTo, Form, TextField } from '../parts/field.tsx';
import type { Column } from '../parts/list.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import { Instant } from '../parts/text.tsx';
import type { PageProps } from '../routes.ts';
import { linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { useList } from '../store/list.ts';
import { attempt } from '../store/toasts.ts';
import { BalancePlot } from './balance-plot.tsx';

type Entry = Schemas['LedgerEntry'];

const TONES: Readonly<Record<Entry['kind'], Tone>> = {
  opening: 'mute',
  debit: 'calm',
  refund: 'good',
  deposit: 'good',
  adjustment: 'warn',
};

const columnsOf = (account: string): readonly Column<Entry>[] => [
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
    '70px / 60px / minmax(44px, 1fr)',
    ({ order_id }) =>
      order_id === null ? (
        <span class="faint">–</span>
      ) : (
        <a class="hit" href={linkTo(account, 'orders', order_id)}>
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
                <Skeleton lines={1} />
              ) : (
                <p class="big amount">
                  {trx(balance)} <span>TRX</span>
                </p>
              )}
            </Card>
            <MoneyForm account={account} kind="deposit" />
            <MoneyForm account={account} kind="set" />
          </div>
          {list.rows && (
            <Card title="Balance over time">
              <BalancePlot entries={list.rows.toReversed()} />
            </Card>
          )}
        </>
      }
      columns={columnsOf(account)}
      // Entries have no ids.
      keyOf={(_, index) => index}
      hasDetails={false}
      icon="balance"
      empty={null}
    />
  );
}

const setBalance = (account: string, value: number): Promise<boolean> =>
  attempt(
    () => forAccount(account).put('/balance', { body: { balance_trx: value } }),
    `Balance set to ${trx(value)} TRX.`,
  );

const addDeposit = (account: string, value: number): Promise<boolean> =>
  attempt(
    () => forAccount(account).post('/deposit', { body: { amount_trx: value } }),
    `Deposited ${trx(value)} TRX.`,
  );

function MoneyForm({ account, kind }: { account: string; kind: 'deposit' | 'set' }) {
  const amount = useSignal('');
  const isDeposit = kind === 'deposit';
  const submit = async (): Promise<void> => {
    const text = amount.value;
    const went = await (isDeposit ? addDeposit : setBalance)(account, Number(text));
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
