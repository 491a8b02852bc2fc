import { forAccount, type Schemas } from '../../control-api.ts';
import { grouped, shorten, trx } from '../../format.ts';
import { Card, Icon, Table } from '../../parts/basics.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import { linkTo, type PageProps } from '../../routes.ts';
import { demo } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { MistakesWith } from '../verdict.tsx';
import { Lanes } from './order-lanes.tsx';

const addressOf = (number: number): string => `chapter-${number}`;

/** The chapters of the demo, each with a link. Nothing on other accounts. */
export function Chapters({ account }: { account: string }) {
  const { accounts = [], chapters = [] } = demo.value ?? {};
  if (!accounts.includes(account) || chapters.length === 0) return null;
  return (
    <Card title={`Two shops, the same customers: ${accounts.join(' and ')}`}>
      <ol class="columns">
        {chapters.map(({ title }, index) => (
          <li key={title}>
            <a href={linkTo('overview', addressOf(index + 1), account)}>
              {index + 1}. {title}
            </a>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A chapter of the demo: what happened, in one sentence, and beneath it in both shops. */
export function ChapterPage({ account, id }: PageProps) {
  const { accounts = [], chapters = [] } = demo.value ?? {};
  const number = Number(/^chapter-(\d+)$/.exec(id ?? '')?.[1]);
  const chapter = chapters[number - 1];
  if (!chapter) return <p class="sheet soft">The demo has no such chapter, or it has not been started.</p>;
  const neighbor = (to: number, text: string) =>
    chapters[to - 1] && (
      <a class="button" href={linkTo('overview', addressOf(to))}>
        {text}
      </a>
    );
  return (
    <PageFrame
      title={`${number}. ${chapter.title}`}
      isFull={false}
      actions={
        <>
          {neighbor(number - 1, 'Previous chapter')}
          {neighbor(number + 1, 'Next chapter')}
          <a class="button" href={linkTo('overview', null, account)}>
            <Icon name="back" /> Overview
          </a>
        </>
      }
      above={<p class="story-text">{chapter.text}</p>}
    >
      {accounts.map(shop => {
        const ids = chapter.orders.filter(one => one.account === shop).map(({ order_id }) => order_id);
        return (
          <section key={shop} class="stack" aria-label={`The ${shop} shop`}>
            <h2>The {shop} shop</h2>
            <MistakesWith account={shop} isOf={({ orders }) => orders.some(order => ids.includes(order))} />
            <Transfers of={chapter.transfers.filter(one => one.account === shop)} />
            {ids.length > 0 && <Lanes account={shop} title={`Orders of the ${shop} shop`} ids={ids} />}
          </section>
        );
      })}
    </PageFrame>
  );
}

type Transfer = Schemas['Demo']['chapters'][number]['transfers'][number];

/** The transfers of a chapter with their receipts, and what the wallet has. Nothing without transfers. */
function Transfers({ of }: { of: readonly Transfer[] }) {
  const { account = '', from = '' } = of[0] ?? {};
  const wallet = useResource(
    from === '' ? null : `${account}/${from}`,
    signal => forAccount(account).get('/chain/wallets/{address}', { path: { address: from }, signal }),
    event => event.type === 'happening',
  ).data;
  if (of.length === 0) return null;
  return (
    <Card title={`Transfers of wallet ${shorten(from)}`} flush>
      <Table
        caption="Transfers and their receipts"
        columns={['Transfer', 'Rented Energy used', 'Burned', 'Transaction']}
      >
        {of.map(({ txid, amount_usdt, energy_used, burned_trx }) => (
          <tr key={txid}>
            <td>{amount_usdt} USDT</td>
            <td data-column="Energy">{grouped(energy_used)}</td>
            <td data-column="burned">
              <strong class={burned_trx > 0 ? 'bad' : 'good'}>{trx(burned_trx)} TRX</strong>
            </td>
            <td class="mono">{shorten(txid)}</td>
          </tr>
        ))}
      </Table>
      {wallet && (
        <p class="soft inside-pad">
          The wallet now has {trx(wallet.balance_trx)} TRX, {trx(wallet.balance_usdt)} USDT,{' '}
          {grouped(wallet.energy.left)} Energy and {grouped(wallet.bandwidth.left)} bytes of bandwidth.
        </p>
      )}
    </Card>
  );
}
