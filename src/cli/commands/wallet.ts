import { grouped, trx, trxText } from '../../core/text/wording.ts';
import { commands, one, printColumns, remote } from '../define-command.ts';
import { instantText } from '../format.ts';

const resourceText = ({ left, limit }: { readonly left: number; readonly limit: number }): string =>
  `${grouped(left)} of ${grouped(limit)} left`;

export const { define } = commands({
  wallet: remote({
    input: { address: one('<address>', 'TRON address') },
    notes: `
Example:
  energy-sandbox wallet TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK`,
    call: ({ control, path }, { address }) =>
      control.get('/_sandbox/accounts/{account}/chain/wallets/{address}', { path: { ...path, address } }),
    print(wallet, remote) {
      const { out, err } = remote;
      if (!wallet.active) return out.line(`${wallet.address} is not activated.`);
      out.line(`TRX        ${trxText(wallet.balance_trx)}`);
      out.line(`USDT       ${trx(wallet.balance_usdt)} USDT`);
      out.line(`Energy     ${resourceText(wallet.energy)}`);
      out.line(`bandwidth  ${resourceText(wallet.bandwidth)}`);
      if (wallet.delegations.length === 0) err.line('No order delegates Energy to it.');
      else out.line('');
      printColumns(remote, wallet.delegations, {
        order: ({ order_id }) => ({ text: String(order_id), tint: 'bold' }),
        external_id: ({ external_id }) => external_id ?? '-',
        Energy: ({ energy }) => grouped(energy),
        delegated: ({ delegated_at }) => instantText(delegated_at),
        'reclaimed early': ({ reclaimed_at }) => (reclaimed_at === null ? '' : instantText(reclaimed_at)),
      });
      if (wallet.transactions.length > 0) out.line('');
      printColumns(remote, wallet.transactions, {
        sent: ({ at }) => instantText(at),
        amount: ({ kind, amount }) =>
          kind === 'other' ? 'a call of USDT' : `${trx(amount)} ${kind.toUpperCase()}`,
        to: ({ to }) => to,
        result: ({ result }) => ({ text: result, tint: result === 'SUCCESS' ? 'green' : 'red' }),
        'Energy used': ({ energy_used }) => grouped(energy_used),
        burned: ({ burned_trx }) => ({ text: trxText(burned_trx), tint: burned_trx > 0 ? 'yellow' : 'dim' }),
      });
    },
  }),
});
