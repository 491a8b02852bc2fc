import type { TronWeb } from 'tronweb';
import type { EnergyService } from './energy-service.ts';
import type { Deliveries } from './webhooks.ts';

/** USDT on TRON's mainnet. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The smallest amount that the service rents, and the steps above it. */
const LEAST_ENERGY = 32_000;
const STEP = 1_000;
/** The time of a block. */
const BLOCK_MS = 3_000;

export interface Payout {
  /** Our id of the payout: it is paid once, and its Energy is rented once. */
  readonly id: string;
  readonly to: string;
  /** In millionths of a USDT. */
  readonly amount: number;
  /** More than this is not paid for the Energy, in TRX. */
  readonly maxPriceTrx: number;
}

export interface PayoutParts {
  readonly service: EnergyService;
  readonly deliveries: Deliveries;
  /** With the key of the wallet that pays. */
  readonly tronWeb: TronWeb;
  /** Waits; a test advances a clock instead. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** How long Energy, and then the block of a transfer, may take. Default: ten minutes. */
  readonly patienceMs?: number;
}

type Receipt = Awaited<ReturnType<TronWeb['trx']['getUnconfirmedTransactionInfo']>>;

/** Pays out USDT with rented Energy: quote, order, wait for the webhook and for the chain, transfer, receipt. */
export class Payouts {
  readonly #parts: Required<PayoutParts>;
  readonly #sender: string;

  constructor(parts: PayoutParts) {
    this.#parts = { patienceMs: 600_000, ...parts };
    this.#sender = parts.tronWeb.defaultAddress.base58 as string;
  }

  /**
   * @returns the receipt of the transfer
   * @throws if the Energy is too expensive, does not come, or if the transfer fails. What was sent, or not, is in the message
   */
  async pay(payout: Payout): Promise<Receipt> {
    const energy = await this.#energyFor(payout);
    if ((await this.#energyLeft()) < energy) await this.#rent(payout, energy);
    return this.#transfer(payout, energy);
  }

  async #rent({ id, maxPriceTrx }: Payout, energy: number): Promise<void> {
    const { service, deliveries } = this.#parts;
    const amount = Math.max(Math.ceil(energy / STEP) * STEP, LEAST_ENERGY);
    const priceTrx = await service.quote(amount);
    if (priceTrx > maxPriceTrx)
      throw new Error(`${id}: ${amount} Energy cost ${priceTrx} TRX; nothing was sent`);
    await service.order({ externalId: id, address: this.#sender, energy: amount });
    await this.#until(`${id}: the Energy was not delivered; nothing was sent`, async () => {
      const status = deliveries.statusOf(id);
      if (status === 'failed') throw new Error(`${id}: the order has failed; nothing was sent`);
      // The service says that it has delegated. Whether the Energy is there, and enough, the chain says.
      return status === 'delegated' && (await this.#energyLeft()) >= energy;
    });
  }

  /** Sends the transfer, and the same transaction again until a block contains it: so it cannot be paid twice. */
  async #transfer({ id, to, amount }: Payout, energy: number): Promise<Receipt> {
    const { trx, transactionBuilder } = this.#parts.tronWeb;
    // The limit counts rented Energy, too.
    const options = { feeLimit: energy * (await this.#pricePerEnergy()) };
    const built = await transactionBuilder.triggerSmartContract(
      USDT,
      CALL,
      options,
      parametersOf(to, amount),
    );
    const signed = await trx.sign(built.transaction);
    let receipt: Receipt | null = null;
    await this.#until(
      `${id}: transaction ${signed.txID} is in no block; look for it before you pay again`,
      async () => {
        const info = await trx.getUnconfirmedTransactionInfo(signed.txID);
        if (info.receipt !== undefined) receipt = info;
        // Accepted is not executed. A node that knows it already says so, which changes nothing.
        else await trx.sendRawTransaction(signed);
        return receipt !== null;
      },
    );
    const { result } = receipt!.receipt;
    if (result !== 'SUCCESS') throw new Error(`${id}: transaction ${signed.txID} ended with ${result}`);
    return receipt!;
  }

  /** The Energy that the transfer would use now: about twice as much if the recipient has no USDT. */
  async #energyFor({ to, amount }: Payout): Promise<number> {
    const { transactionBuilder } = this.#parts.tronWeb;
    const run = await transactionBuilder.triggerConstantContract(USDT, CALL, {}, parametersOf(to, amount));
    if (run.energy_used === undefined || run.result.message) throw new Error('the transfer would fail');
    return run.energy_used;
  }

  async #energyLeft(): Promise<number> {
    const { EnergyLimit = 0, EnergyUsed = 0 } = await this.#parts.tronWeb.trx.getAccountResources(
      this.#sender,
    );
    return EnergyLimit - EnergyUsed;
  }

  /** In sun. */
  async #pricePerEnergy(): Promise<number> {
    const parameters = await this.#parts.tronWeb.trx.getChainParameters();
    return parameters.find(({ key }) => key === 'getEnergyFee')!.value as number;
  }

  async #until(problem: string, isDone: () => Promise<boolean>): Promise<void> {
    const { pause, patienceMs } = this.#parts;
    for (let waitedMs = 0; !(await isDone()); waitedMs += BLOCK_MS) {
      if (waitedMs >= patienceMs) throw new Error(problem);
      await pause(BLOCK_MS);
    }
  }
}

const CALL = 'transfer(address,uint256)';

const parametersOf = (to: string, amount: number) => [
  { type: 'address', value: to },
  { type: 'uint256', value: amount },
];
