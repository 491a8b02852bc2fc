import { holdsUsdt } from '../domain/pricing.ts';
import { reclaimTxidOf, txidOf } from '../domain/seeded-values.ts';
import type { Account } from '../engine/account.ts';
import type { AccountState, ChainEntry, StoredWallet } from '../engine/account-state.ts';
import { blockAt, DEFAULT_TRX_SUN, DEFAULT_USDT } from './network.ts';
import { addChange, advance, copyOf, type Purse, purseOf, walletOf } from './purse.ts';
import { chargesOf, type Receipt, receiptOf, takenSun } from './receipt.ts';
import { UNUSED, use, useFree } from './recovery.ts';
import { changesBy, type Moment, type RentalChange } from './rentals.ts';

/** Within an instant, after everything that has happened in it so far. */
const nowOf = (atMs: number): Moment => ({ atMs, event: Number.POSITIVE_INFINITY });

/** The addresses that an entry concerns. */
export const addressesOf = (entry: ChainEntry): readonly string[] =>
  entry.kind === 'set' ? [entry.address] : [entry.from, entry.to];

/** A transaction of the service, which delegates Energy or reclaims it. */
export type ServiceTransaction = Pick<RentalChange, 'kind' | 'atMs' | 'rental'>;

/**
 * The state of the chain of an account, as a fold over its orders and its transactions that goes forward in time. It is
 * derived from the account's state and never stored.
 */
export class Ledger {
  readonly #account: Account;
  readonly #state: AccountState;
  /** The ledger that this one continues from; it does not change it. */
  readonly #before: Ledger | null;
  readonly #purses = new Map<string, Purse>();
  /** The changes of addresses without a purse. */
  readonly #changes = new Map<string, RentalChange[]>();
  readonly #receipts = new Map<string, Receipt>();
  readonly #services = new Map<string, ServiceTransaction>();
  #activated = new Set<string>();
  #queue: ChainEntry[] = [];
  /** How many events of the account, and which entry, were taken so far. */
  #events = 0;
  #number = 0;
  #nowMs = 0;

  constructor(account: Account, before: Ledger | null = null) {
    this.#account = account;
    this.#state = account.state;
    this.#before = before;
    if (!before) return;
    this.#events = before.#events;
    this.#number = before.#number;
    this.#queue = [...before.#queue];
    this.#activated = new Set(before.#activated);
    this.#nowMs = before.#nowMs;
  }

  /** Goes on to an instant. Each step takes a few microseconds. */
  *stepsTo(atMs: number): Generator<undefined, void> {
    const { events } = this.#state;
    this.#nowMs = Math.max(this.#nowMs, atMs);
    for (; this.#events < events.length; this.#events++) {
      for (const change of changesBy(this.#state, this.#events)) this.#takeChange(change);
      yield;
    }
    this.#enqueueNew();
    for (let entry = this.#queue[0]; entry && entry.atMs <= this.#nowMs; entry = this.#queue[0]) {
      this.#queue.shift();
      this.#apply(entry);
      yield;
    }
  }

  /** Applies all transactions that were accepted, as if the blocks that contain them had come. */
  applyAll(): void {
    for (const _step of this.stepsTo(this.#nowMs));
    for (const entry of this.#queue.splice(0)) this.#apply(entry);
  }

  /** The earliest entry that was not applied yet. */
  get next(): ChainEntry | undefined {
    this.#enqueueNew();
    return this.#queue[0];
  }

  /** Applies the earliest entry. @returns the wallets that it concerns, as they are then */
  applyNext(): Record<string, StoredWallet> {
    const entry = this.#queue.shift()!;
    for (const _step of this.stepsTo(this.#nowMs));
    this.#apply(entry);
    return Object.fromEntries(
      addressesOf(entry).map(address => {
        const wallet = walletOf(this.#purseAt(address, entry));
        return [address, this.#activated.has(address) ? { ...wallet, activated: true as const } : wallet];
      }),
    );
  }

  /**
   * What an address has now; null if it is not active. The result must not be changed. Balances that were set show at
   * once, in a confirmed state too: whoever sets them does not wait for blocks.
   */
  read(address: string): Purse | null {
    if (!this.isActive(address)) return null;
    let shown = this.#purseAt(address, nowOf(this.#nowMs));
    for (const entry of this.#queue) {
      if (entry.kind !== 'set' || entry.address !== address) continue;
      const { trxSun = shown.trxSun, usdt = shown.usdt } = entry;
      shown = { ...shown, trxSun, usdt };
    }
    return shown;
  }

  isActive(address: string): boolean {
    return (
      this.#account.isActive(address) ||
      this.#activated.has(address) ||
      this.#state.wallets?.[address]?.activated === true
    );
  }

  /** The receipt of a transaction that is in a block. */
  receiptOf(txid: string): Receipt | undefined {
    return this.#receipts.get(txid);
  }

  /** What the service has done on the chain, by the id of the transaction. */
  serviceTransaction(txid: string): ServiceTransaction | undefined {
    const found = this.#services.get(txid);
    return found && found.atMs <= this.#nowMs ? found : undefined;
  }

  /** The latest transactions of an address that are in a block, newest first. */
  receiptsBy(address: string, most: number): Receipt[] {
    const all = [...this.#receipts.values()].filter(({ transaction: { from } }) => from === address);
    return all.slice(-most).reverse();
  }

  receiptsIn(block: number): Receipt[] {
    return [...this.#receipts.values()].filter(receipt => receipt.block === block);
  }

  /** Forgets the receipt of a transaction that is no longer stored. */
  forget(entry: ChainEntry): void {
    if (entry.kind === 'sent') this.#receipts.delete(entry.txid);
  }

  /** What an address has before the first entry that concerns it. */
  openingOf(address: string): StoredWallet {
    const stored = this.#state.wallets?.[address];
    if (stored) return stored;
    const isActive = this.isActive(address);
    const { settings, seed } = this.#state;
    return {
      trxSun: isActive ? DEFAULT_TRX_SUN : 0,
      usdt: isActive && holdsUsdt(settings, seed, address) ? DEFAULT_USDT : 0,
      energy: UNUSED,
      bandwidth: UNUSED,
      atMs: 0,
      event: 0,
    };
  }

  #takeChange(change: RentalChange): void {
    const { order } = change.rental;
    const purse = this.#purses.get(order.address);
    const id = (change.kind === 'delegated' ? txidOf : reclaimTxidOf)(this.#state.seed, order.id);
    // What was reclaimed early is not reclaimed again when the service says so.
    if (!this.#services.has(id)) this.#services.set(id, change);
    if (purse) {
      addChange(purse, change);
      return;
    }
    const changes = this.#changes.get(order.address) ?? [];
    // The Energy of a wallet that nobody looked at came and went without a trace.
    const isOver =
      change.kind === 'reclaimed' &&
      change.atMs <= this.#nowMs &&
      this.#before === null &&
      this.#state.wallets?.[order.address] === undefined;
    const kept = isOver ? changes.filter(({ rental }) => rental.order !== order) : [...changes, change];
    if (kept.length > 0) this.#changes.set(order.address, kept);
    else this.#changes.delete(order.address);
  }

  #enqueueNew(): void {
    const { transactions = [] } = this.#state;
    let index = transactions.length;
    while (index > 0 && transactions[index - 1]!.number > this.#number) index -= 1;
    for (; index < transactions.length; index++) {
      const entry = transactions[index]!;
      this.#number = entry.number;
      let place = this.#queue.length;
      while (place > 0 && this.#queue[place - 1]!.atMs > entry.atMs) place -= 1;
      this.#queue.splice(place, 0, entry);
    }
  }

  #purseAt(address: string, moment: Moment): Purse {
    let purse = this.#purses.get(address);
    if (!purse) {
      purse = this.#before
        ? copyOf(this.#before.#purseAt(address, nowOf(this.#before.#nowMs)))
        : purseOf(this.openingOf(address));
      for (const change of this.#changes.get(address) ?? []) addChange(purse, change);
      this.#changes.delete(address);
      this.#purses.set(address, purse);
    }
    advance(purse, moment);
    return purse;
  }

  #apply(entry: ChainEntry): void {
    if (entry.kind === 'set') {
      const purse = this.#purseAt(entry.address, entry);
      purse.trxSun = entry.trxSun ?? purse.trxSun;
      purse.usdt = entry.usdt ?? purse.usdt;
      return;
    }
    const { from, to } = entry;
    const sender = this.#purseAt(from, entry);
    const recipient = from === to ? sender : this.#purseAt(to, entry);
    const charges = chargesOf(entry, sender, blockAt(entry.atMs));
    // A block contains only what can be paid: balances may have been set since it was accepted.
    if (takenSun(entry, charges) > sender.trxSun) return;
    const receipt = receiptOf(entry, sender, recipient, charges);
    this.#receipts.set(entry.txid, receipt);
    const { block, netUsage, energyUsage, feeSun, result } = receipt;
    sender.bandwidth = useFree(sender.bandwidth, netUsage, block);
    sender.energy = use(sender.energy, energyUsage, block);
    sender.trxSun -= feeSun;
    if (entry.activates) this.#activated.add(to);
    const unit = entry.action === 'trx' ? 'trxSun' : result === 'SUCCESS' ? 'usdt' : null;
    if (unit === null) return;
    sender[unit] -= entry.amount;
    recipient[unit] += entry.amount;
  }
}
