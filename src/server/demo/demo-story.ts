import type { Account } from '../../core/engine/account.ts';
import type { Shop } from './demo-shop.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A chapter of the story that the demo tells. */
export interface Chapter {
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  /** The external ids of its orders, in either shop. */
  readonly orders: readonly string[];
  /** Whether a wallet, named after the first of its orders, transfers USDT in it. */
  readonly hasWallet?: true;
  /** What a shop does in it. It behaves as it always does; only its account differs. */
  readonly tell: (shop: Shop) => Promise<void>;
}

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

const AMOUNT_USDT = 20;

export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'A transfer without Energy costs 6.43 TRX, and with Energy 3.90',
    text: 'A transfer of USDT uses Energy, and burns TRX for what is missing: 20 USDT from the naive shop, which rents none, cost `6.43 TRX`; the sound shop rents 65,000 Energy for `3.90 TRX` first, burns nothing, and saves `2.53 TRX` with each transfer.',
    orders: ['one-transfer'],
    hasWallet: true,
    tell: async shop => {
      const wallet = await shop.wallet('one-transfer');
      if (shop.isSound) await shop.buy({ id: 'one-transfer', address: wallet.address });
      await shop.advance(15 * SECOND_MS);
      await shop.transfer(wallet, RECIPIENT, AMOUNT_USDT);
      await shop.advance(2 * HOUR_MS);
    },
  },
  {
    title: 'A response is lost',
    text: 'The connection breaks after the order was paid: the naive shop orders again under a new external_id and pays twice, the sound shop repeats its external_id and gets its order back.',
    orders: ['lost-response', 'lost-response-retry'],
    tell: async shop => {
      await shop.buy({ id: 'lost-response', address: RECIPIENT, scenario: 'response-lost' });
      await shop.advance(2 * HOUR_MS);
    },
  },
  {
    title: 'A webhook fails, and another one is forged',
    text: 'A receiver that fails once gets the webhook again, later than the next one; of the forged webhooks, the sound shop refuses every one, and the naive shop believes them.',
    orders: ['late-webhook', 'forged-webhook'],
    tell: async shop => {
      shop.reception.failures = 1;
      await shop.buy({ id: 'late-webhook', address: RECIPIENT });
      await shop.advance(2 * HOUR_MS);
      await shop.buy({ id: 'forged-webhook', address: RECIPIENT, scenario: 'webhook-forged' });
      await shop.advance(2 * HOUR_MS);
    },
  },
  {
    title: 'An order fails, and is refunded a day later',
    text: 'No webhook announces the refund: the sound shop asks for the status again, the naive shop never learns that it has its money back.',
    orders: ['late-refund'],
    tell: async shop => {
      await shop.buy({ id: 'late-refund', address: RECIPIENT, scenario: 'refund-late' });
      await shop.advance(25 * HOUR_MS);
      if (shop.isSound) await shop.ask('late-refund');
      await shop.advance(HOUR_MS);
    },
  },
  {
    title: 'Two rentals overlap',
    text: 'The naive shop rents for the second transfer before the first rental has ended: when that ends, it takes a share of the used Energy with it, and the second transfer burns TRX; the sound shop rents right before each transfer.',
    orders: ['first-rental', 'second-rental'],
    hasWallet: true,
    tell: async shop => {
      const wallet = await shop.wallet('first-rental');
      const rent = (id: string) => shop.buy({ id, address: wallet.address });
      const send = () => shop.transfer(wallet, RECIPIENT, AMOUNT_USDT);
      await rent('first-rental');
      if (!shop.isSound) {
        await shop.advance(50 * MINUTE_MS);
        await rent('second-rental');
      }
      await shop.advance(MINUTE_MS);
      await send();
      await shop.advance(shop.isSound ? 61 * MINUTE_MS : 12 * MINUTE_MS);
      if (shop.isSound) {
        await rent('second-rental');
        await shop.advance(MINUTE_MS);
      }
      await send();
      await shop.advance(2 * HOUR_MS);
    },
  },
];

/** The orders of a chapter that a shop has made. */
export const ordersOf = ({ orders }: Chapter, account: Account): number[] =>
  orders.flatMap(id => account.orderByExternalId(id)?.id ?? []);

/** Whether a shop has lived through the whole story, also before a restart, and was not reset since. */
export const isToldTo = (account: Account): boolean => ordersOf(CHAPTERS.at(-1)!, account).length > 0;
