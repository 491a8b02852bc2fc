import { forAccount, type Schemas } from '../control-api.ts';
import { amountsIn, dayAndTime, grouped, shorten, trx } from '../format.ts';
import { Card, Copied, Facts, Table } from '../parts/basics.tsx';
import { linkTo } from '../routes.ts';
import { useResource } from '../store/resource.ts';

type Wallet = Schemas['Wallet'];

/** What a wallet has on the chain, who delegates Energy to it, and what its transfers burned. Nothing until it is read. */
export function WalletCard({ account, address }: { account: string; address: string }) {
  const wallet = useResource(
    `${account}/${address}`,
    signal => forAccount(account).get('/chain/wallets/{address}', { path: { address }, signal }),
    event => event.type === 'happening',
  ).data;
  return (
    wallet && (
      <Card title={`Wallet ${shorten(address)}`}>
        <Facts
          rows={[
            ['Address', <Copied text={wallet.address} name="address" />, 'wide'],
            ['Energy', left(wallet.energy)],
            ['Bandwidth', left(wallet.bandwidth)],
            ['TRX', trx(wallet.balance_trx)],
            ['USDT', trx(wallet.balance_usdt)],
            [
              'Delegated by',
              wallet.delegations.length === 0
                ? 'no order'
                : wallet.delegations.map(({ order_id }) => (
                    <div key={order_id}>
                      <a href={linkTo('orders', order_id, account)}>Order {order_id}</a>
                    </div>
                  )),
            ],
          ]}
        />
        {wallet.transactions.length > 0 && <Transactions of={wallet.transactions} />}
      </Card>
    )
  );
}

const left = ({ left: now, limit }: Wallet['energy']): string => `${grouped(now)} of ${grouped(limit)} left`;

function Transactions({ of }: { of: Wallet['transactions'] }) {
  const burned = amountsIn(of.map(({ burned_trx }) => burned_trx));
  const fee = amountsIn(of.map(({ fee_trx }) => fee_trx));
  return (
    <Table
      caption="Transfers and their receipts"
      columns={['Time', 'Sent', 'Result', 'Rented Energy used', 'Burned', 'Fee in all', 'Transaction']}
    >
      {of.map(({ txid, at, kind, amount, result, energy_used, burned_trx, fee_trx }) => (
        <tr key={txid}>
          <td>{dayAndTime(at)}</td>
          <td>{kind === 'other' ? 'a call of USDT' : `${trx(amount)} ${kind.toUpperCase()}`}</td>
          <td class={result === 'SUCCESS' ? 'good' : 'bad'}>{result}</td>
          <td data-column="Energy">{grouped(energy_used)}</td>
          <td data-column="burned">
            <strong class={burned_trx > 0 ? 'bad' : 'good'}>{burned(burned_trx)} TRX</strong>
          </td>
          <td title="With bandwidth, a memo or an activation">{fee(fee_trx)} TRX</td>
          <td class="mono" title={txid}>
            {shorten(txid)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
