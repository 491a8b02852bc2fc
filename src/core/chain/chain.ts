import { tronAddressOf } from '../domain/address.ts';
import { CHAIN_SUN_PER_ENERGY } from '../domain/catalogue.ts';
import { getOrMake } from '../domain/collections.ts';
import { digest } from '../domain/seeded-values.ts';
import type { Account } from '../engine/account.ts';
import type { AccountState, ChainEntry, SentTransaction, StoredWallet } from '../engine/account-state.ts';
import type { ChainChange } from '../engine/chain-commands.ts';
import { addressesOf, Ledger } from './ledger.ts';
import { MAX_ENTRIES, MAX_WALLETS } from './limits.ts';
import { blockAt, blockTimeMs, LAG_MS, nextBlockMs, SOLID_MS } from './network.ts';

/** An entry without what the chain adds to it. */
export type NewEntry =
  | Omit<SentTransaction, 'number' | 'atMs' | 'event' | 'sentMs' | 'activates' | 'sunPerEnergy'>
  | Omit<Extract<ChainEntry, { kind: 'set' }>, 'number' | 'atMs' | 'event'>;

/**
 * How far behind the present a view of the chain is. `present` is the true state of the network, which a node that lags has
 * not seen yet.
 */
export type View = 'head' | 'solid' | 'present';

const chains = new WeakMap<AccountState, Chain>();

/** The chain of an account: views of it at different instants, and the changes that it accepts. Nothing of it is stored. */
export class Chain {
  readonly account: Account;
  /** By how many milliseconds they are behind. */
  readonly #ledgers = new Map<number, Ledger>();
  /** Everything that was accepted is applied; it continues from the head of that time. */
  #pending: { readonly ledger: Ledger; readonly events: number; readonly blockMs: number } | null = null;
  /** The wallets as they are stored: the entries that were dropped are applied. */
  #base: Ledger | null = null;
  #lastTimestamp: number;

  private constructor(account: Account) {
    this.account = account;
    const { transactions = [] } = account.state;
    this.#lastTimestamp = transactions.reduce(
      (latest, entry) => Math.max(latest, entry.kind === 'sent' ? (entry.raw.timestamp ?? 0) : 0),
      0,
    );
  }

  /** The chain of the account as it is; after a reset or restore, it is another one. */
  static of(account: Account): Chain {
    const known = chains.get(account.state);
    if (known) return known;
    const chain = new Chain(account);
    chains.set(account.state, chain);
    return chain;
  }

  /** The address from which the service delegates. */
  get serviceAddress(): string {
    return tronAddressOf(
      Buffer.from(digest(this.account.state.seed, 'service address', 0).slice(0, 40), 'hex'),
    );
  }

  get sunPerEnergy(): number {
    return this.account.state.chain?.price_of_energy ?? CHAIN_SUN_PER_ENERGY;
  }

  /** The instant that a view shows. A node that lags is behind. */
  instantOf(view: View, nowMs: number): number {
    const isLagging = view !== 'present' && this.account.state.chain?.node === 'lagging';
    return nowMs - (isLagging ? LAG_MS : 0) - (view === 'solid' ? SOLID_MS : 0);
  }

  /**
   * Brings a view up to date, in short steps. Each distance from the present has a ledger of its own, because ledgers only
   * go forward.
   */
  *steps(view: View, nowMs: number): Generator<undefined, Ledger> {
    const atMs = this.instantOf(view, nowMs);
    const behindMs = nowMs - atMs;
    const ledger = getOrMake(this.#ledgers, behindMs, () => new Ledger(this.account));
    yield* ledger.stepsTo(atMs);
    return ledger;
  }

  view(view: View, nowMs: number): Ledger {
    const steps = this.steps(view, nowMs);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** The state in which a transaction that is sent now will be executed. */
  pending(nowMs: number): Ledger {
    const { events } = this.account.state;
    const blockMs = nextBlockMs(nowMs);
    if (this.#pending?.events !== events.length || this.#pending.blockMs !== blockMs) {
      const ledger = new Ledger(this.account, this.view('present', nowMs));
      this.#pending = { ledger, events: events.length, blockMs };
    }
    this.#pending.ledger.applyAll();
    return this.#pending.ledger;
  }

  /** The transaction with an id that the node has accepted. */
  transaction(txid: string): SentTransaction | undefined {
    const isIt = (entry: ChainEntry): entry is SentTransaction =>
      entry.kind === 'sent' && entry.txid === txid;
    return this.account.state.transactions?.findLast(isIt);
  }

  /** When a transaction is in a confirmed block; null if the chain does not know it. */
  confirmedMs(txid: string, nowMs: number): number | null {
    const atMs = this.transaction(txid)?.atMs ?? this.view('head', nowMs).serviceTransaction(txid)?.atMs;
    return atMs === undefined ? null : blockTimeMs(blockAt(atMs)) + SOLID_MS;
  }

  /** A timestamp for a new transaction, so that two equal transfers differ although the clock stands still. */
  newTimestamp(nowMs: number): number {
    this.#lastTimestamp = Math.max(nowMs, this.#lastTimestamp + 1);
    return this.#lastTimestamp;
  }

  /** An entry as it is when it is accepted now. */
  entryOf(entry: NewEntry, nowMs: number): ChainEntry {
    const { events, settings, transactions = [] } = this.account.state;
    const number = (transactions.at(-1)?.number ?? 0) + 1;
    const present = { number, atMs: nowMs, event: events.length };
    if (entry.kind === 'set') {
      // It takes place before the transactions that wait for the next block.
      this.#pending = null;
      return { ...entry, ...present };
    }
    const when =
      settings.chain_inclusion === 'at_once' ? present : { number, atMs: nextBlockMs(nowMs), event: 0 };
    const activates = entry.action === 'trx' && !this.pending(nowMs).isActive(entry.to);
    const { sunPerEnergy } = this;
    return { ...entry, ...when, sentMs: nowMs, sunPerEnergy, ...(activates && { activates }) };
  }

  /** The command that stores an entry; null if no more can be stored now. */
  changeFor(entry: ChainEntry, nowMs: number): ChainChange | null {
    const { transactions = [], wallets = {} } = this.account.state;
    const present = this.view('present', nowMs);
    const opened: Record<string, StoredWallet> = {};
    for (const address of addressesOf(entry)) {
      if (!Object.hasOwn(wallets, address)) opened[address] = present.openingOf(address);
    }
    if (Object.keys(opened).length > 0 && Object.keys(wallets).length >= MAX_WALLETS) return null;
    if (transactions.length < MAX_ENTRIES) return { entry, opened, dropped: null };
    this.#base ??= new Ledger(this.account);
    const oldest = this.#base.next;
    if (!oldest || oldest.atMs > nowMs - SOLID_MS) return null;
    // Whatever they still show of it must be applied before it goes.
    for (const ledger of this.#ledgers.values()) ledger.forget(oldest);
    this.view('solid', nowMs);
    return { entry, opened, dropped: { number: oldest.number, wallets: this.#base.applyNext() } };
  }
}
