import { ChainStage, FIVE_USDT } from '../../../server/tron/chain-stage.ts';
import { addressNumber } from '../../../support/addresses.ts';
import { client, type RuleCase, type Step } from './case.ts';

const RECIPIENT = addressNumber(1);
const MINUTE_MS = 60_000;

/** Something that a wallet does. */
type Act = (chain: ChainStage) => Promise<unknown>;

/** A step of a wallet with 100 TRX and 1,000 USDT, which sends to a holder of USDT. */
const wallet =
  (...acts: readonly Act[]): Step =>
  async (account, stage) => {
    const chain = new ChainStage(stage.sandbox, account);
    chain.setWallet(chain.sender, { usdt: 1_000 });
    chain.setWallet(RECIPIENT, { usdt: 1 });
    for (const act of acts) await act(chain);
  };

/** Orders Energy for the wallet, which comes twelve seconds later. */
const order =
  (id: string, energy = 65_000): Act =>
  ({ account, sender }) =>
    account.api.order({ energy_amount: energy, address: sender, external_id: id });
const pass =
  (ms: number): Act =>
  chain =>
    chain.advance(ms);
/** Sends 5 USDT, and reads the receipt once it is there. */
const transfer: Act = chain => chain.transferred(RECIPIENT);
/** Sends 5 USDT with too low a fee_limit, and goes on to the next block without a look. */
const blindly: Act = async chain => {
  await chain.transfer(RECIPIENT, FIVE_USDT, 1);
  await chain.advance(3_000);
};
const failing: Act = chain => chain.transferred(RECIPIENT, FIVE_USDT, 1);

const burns = (scenario: string, bad: readonly Act[], good: readonly Act[]): RuleCase => ({
  rule: 'transfer-burned',
  bad: client(scenario, wallet(...bad)),
  good: client(scenario, wallet(...good)),
});

const RENTED = [order('a'), pass(12_000)];

/** Wallets that transfer, with rented Energy or without. */
export const CHAIN_CASES: readonly RuleCase[] = [
  burns('happy-path', [order('a'), transfer], [...RENTED, transfer]),
  burns('happy-path', [order('a', 32_000), pass(12_000), transfer], [transfer, order('a'), pass(12_000)]),
  burns('energy-late', [...RENTED, transfer], [...RENTED, pass(MINUTE_MS), transfer]),
  burns('energy-short', [...RENTED, transfer], [order('b'), order('c'), ...RENTED, transfer]),
  burns('reclaimed-early', [...RENTED, pass(2 * MINUTE_MS), transfer], [...RENTED, transfer]),
  {
    rule: 'broadcast-is-not-success',
    bad: client('happy-path', wallet(blindly)),
    good: client('happy-path', wallet(failing, transfer)),
  },
];
