import { Card, Prose } from '../../parts/basics.tsx';
import { NoSuchPage, PageFrame } from '../../parts/list-page.tsx';
import { linkTo, type PageProps } from '../../routes.ts';
import { demo } from '../../store/account.ts';
import { Loss, MistakesWith } from '../verdict.tsx';
import { WalletCard } from '../wallet-card.tsx';
import { Lanes } from './order-lanes.tsx';

const addressOf = (number: number): string => `chapter-${number}`;

/** The chapters of the demo, each with a link, beneath what both shops lost. Nothing on other accounts. */
export function Chapters({ account }: { account: string }) {
  const { accounts = [], chapters = [] } = demo.value ?? {};
  if (!accounts.includes(account) || chapters.length === 0) return null;
  return (
    <Card title="Two shops, the same customers" flush>
      <ul class="verdict" aria-label="What the shops lost">
        {accounts.map(shop => (
          <Loss key={shop} account={shop} />
        ))}
      </ul>
      <ol class="columns chapters inside-pad">
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
export function ChapterPage({ id }: Pick<PageProps, 'id'>) {
  const { accounts = [], chapters = [] } = demo.value ?? {};
  const number = Number(/^chapter-(\d+)$/.exec(id ?? '')?.[1]);
  const chapter = chapters[number - 1];
  if (!chapter) return <NoSuchPage>The demo has no such chapter, or it has not been started.</NoSuchPage>;
  const neighbor = (to: number, text: string) =>
    chapters[to - 1] && (
      <a class="button" href={linkTo('overview', addressOf(to))}>
        {text}
      </a>
    );
  return (
    <PageFrame
      title={`${number} of ${chapters.length}: ${chapter.title}`}
      actions={[neighbor(number - 1, 'Previous chapter'), neighbor(number + 1, 'Next chapter')]}
      above={
        <p class="story-text">
          <Prose text={chapter.text} />
        </p>
      }
    >
      {accounts.map(shop => {
        const ids = chapter.orders.filter(one => one.account === shop).map(({ order_id }) => order_id);
        return (
          <section key={shop} class="stack" aria-label={`The ${shop} shop`}>
            <h2>The {shop} shop</h2>
            <MistakesWith account={shop} isOf={({ orders }) => orders.some(order => ids.includes(order))} />
            {chapter.wallets
              .filter(one => one.account === shop)
              .map(({ address }) => (
                <WalletCard key={address} account={shop} address={address} />
              ))}
            {ids.length > 0 && <Lanes account={shop} title={`Orders of the ${shop} shop`} ids={ids} />}
          </section>
        );
      })}
      {number === chapters.length && (
        <p class="story-text">
          Your own client may make the same mistakes: run it against this sandbox, and read here what they
          cost. In CI, <code>npx energy-rental-sandbox exec --findings -- npm test</code> fails because of
          them. <a href={linkTo('overview', null, 'demo')}>Connect your client</a>
        </p>
      )}
    </PageFrame>
  );
}
