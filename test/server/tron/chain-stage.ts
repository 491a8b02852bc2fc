import { TronWeb } from 'tronweb';
import { Chain } from '../../../src/core/chain/chain.ts';
import { USDT_CONTRACT } from '../../../src/core/chain/network.ts';
import type { OrderStatus } from '../../../src/core/domain/order.ts';
import type { StoredWallet } from '../../../src/core/engine/account-state.ts';
import type { AccountChange } from '../../../src/core/scenario/scenario-schema.ts';
import {
  startTestSandbox,
  type TestAccount,
  type TestOptions,
  type TestSandbox,
} from '../../support/sandbox.ts';

/** Keys of test wallets; nobody else may use them. */
export const KEYS = {
  sender: '11'.repeat(32),
  other: '22'.repeat(32),
} as const;

/** A transfer of 5 USDT, in millionths. */
export const FIVE_USDT = 5_000_000;

export type SentResult = Awaited<ReturnType<TronWeb['trx']['sendRawTransaction']>>;
export type Info = Awaited<ReturnType<TronWeb['trx']['getUnconfirmedTransactionInfo']>>;

/** A server, an account of it, and an unmodified TronWeb that uses its node with the key of a wallet. */
export class ChainStage {
  readonly sandbox: TestSandbox;
  readonly account: TestAccount;
  readonly nodeUrl: string;
  readonly tronWeb: TronWeb;
  readonly sender: string;

  constructor(sandbox: TestSandbox, account: TestAccount = sandbox, privateKey: string = KEYS.sender) {
    this.sandbox = sandbox;
    this.account = account;
    this.nodeUrl = `${sandbox.baseUrl}/_sandbox/accounts/${account.account.state.name}/tron`;
    this.tronWeb = new TronWeb({ fullHost: this.nodeUrl, privateKey });
    this.sender = this.tronWeb.defaultAddress.base58 as string;
  }

  /** Sets balances in TRX and USDT. */
  setWallet(address: string, { trx, usdt }: { readonly trx?: number; readonly usdt?: number }): void {
    const { account } = this.account;
    const chain = Chain.of(account);
    const nowMs = this.sandbox.core.runner.nowMs(account);
    const entry = chain.entryOf(
      {
        kind: 'set',
        address,
        ...(trx !== undefined && { trxSun: trx * 1e6 }),
        ...(usdt !== undefined && { usdt: usdt * 1e6 }),
      },
      nowMs,
    );
    this.sandbox.core.runner.execute(account, 'setWallet', chain.changeFor(entry, nowMs)!);
  }

  condition(chain: NonNullable<AccountChange['chain']>): void {
    this.sandbox.core.runner.execute(this.account.account, 'change', { chain });
  }

  move(order: number, to: OrderStatus): void {
    this.sandbox.core.runner.execute(this.account.account, 'move', { order, to });
  }

  /** The USDT of an address, in millionths, as the contract says. */
  async usdt(address: string): Promise<number> {
    const contract = await this.tronWeb.contract().at(USDT_CONTRACT);
    return Number(await contract.balanceOf!(address).call());
  }

  advance(ms: number): Promise<unknown> {
    const { core } = this.sandbox;
    return core.advancer.advance(this.account.account, nowMs => ({ kind: 'instant', atMs: nowMs + ms }));
  }

  /** Rents Energy for an address, and waits until the service has delivered it. */
  async rent(address: string, energy = 65_000, more: object = {}): Promise<number> {
    const reply = await this.account.api.order({ energy_amount: energy, address, ...more });
    const id = (reply.data as { order_id: number }).order_id;
    await this.advance(12_000);
    return id;
  }

  buildTransfer(to: string, amount = FIVE_USDT, feeLimitTrx = 100): Promise<{ transaction: object }> {
    return this.tronWeb.transactionBuilder.triggerSmartContract(
      USDT_CONTRACT,
      'transfer(address,uint256)',
      { feeLimit: Math.round(feeLimitTrx * 1e6) },
      [
        { type: 'address', value: to },
        { type: 'uint256', value: amount },
      ],
      this.sender,
    );
  }

  /** Simulates a transfer of USDT. */
  simulate(to: string, amount = FIVE_USDT) {
    const parameters = [
      { type: 'address', value: to },
      { type: 'uint256', value: amount },
    ];
    const { transactionBuilder } = this.tronWeb;
    return transactionBuilder.triggerConstantContract(
      USDT_CONTRACT,
      'transfer(address,uint256)',
      {},
      parameters,
      this.sender,
    );
  }

  /** Calls the node without a client. */
  async post(call: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.nodeUrl}/wallet/${call}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  async send(transaction: object): Promise<SentResult> {
    const signed = await this.tronWeb.trx.sign(transaction as never);
    return this.tronWeb.trx.sendRawTransaction(signed as never);
  }

  /** Sends USDT. @returns the id of the transaction */
  async transfer(to: string, amount = FIVE_USDT, feeLimitTrx = 100): Promise<string> {
    const { transaction } = await this.buildTransfer(to, amount, feeLimitTrx);
    const sent = await this.send(transaction);
    if (sent.result !== true) throw new Error(`refused: ${JSON.stringify(sent)}`);
    return (sent as unknown as { txid: string }).txid;
  }

  /** Sends USDT and goes on to the next block. @returns the receipt */
  async transferred(to: string, amount = FIVE_USDT, feeLimitTrx = 100): Promise<Info> {
    const txid = await this.transfer(to, amount, feeLimitTrx);
    await this.advance(3_000);
    return this.tronWeb.trx.getUnconfirmedTransactionInfo(txid);
  }

  resources(address = this.sender) {
    return this.tronWeb.trx.getAccountResources(address);
  }

  get wallets(): Readonly<Record<string, StoredWallet>> {
    return this.account.account.state.wallets ?? {};
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sandbox.close();
  }
}

/** The settings of the tests: who holds USDT is set where it matters. */
export async function chainStage(options: TestOptions = {}): Promise<ChainStage> {
  const assumptions = { estimate_holders: 'none', ...options.assumptions } as const;
  return new ChainStage(await startTestSandbox({ ...options, assumptions }));
}
