import { providers, TronWeb } from 'tronweb';
import { bug } from './bug.mjs';

/** USDT on TRON's mainnet. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CALL = 'transfer(address,uint256)';
const BLOCK_MS = 3_000;
const MINUTE_MS = 60_000;
/** How long Energy, and then a block with the transfer, is waited for. */
const PATIENCE_MS = 3 * MINUTE_MS;
/** After so many failed calls of the node in a row, a payout is left as it is until the user presses again. */
const FAILED_CALLS = 4;
/** A response of the node takes milliseconds. */
const TIMEOUT_MS = 500;
/** What a transfer burned at most when this was written, in sun. */
const USUAL_FEE_LIMIT = 7_000_000;

/**
 * Pays out USDT with rented Energy: rents, looks at the chain, transfers, and reads the receipt. A payout is `paid`,
 * `failed`, or `open`: then another press continues it. Energy is rented once for each payout, whatever happens.
 */
export class Payer {
  #wallet;
  #clock;
  #tronWeb;
  #hasRented = false;

  constructor({ wallet, clock, nodeUrl, privateKey }) {
    this.#wallet = wallet;
    this.#clock = clock;
    this.#tronWeb = new TronWeb({
      fullHost: new providers.HttpProvider(nodeUrl, TIMEOUT_MS),
      privateKey,
    });
  }

  get address() {
    return this.#tronWeb.defaultAddress.base58;
  }

  /** The user presses the button. @param payout { to, amount }, whose progress is kept in it */
  async pay(payout) {
    payout.state ??= 'open';
    try {
      payout.energy ??= await this.#energyFor(payout);
      if (!payout.signed) await this.#prepare(payout);
      if (payout.signed) payout.state = await this.#send(payout);
    } catch (error) {
      if (!isOfNode(error)) throw error;
    }
    return payout.state;
  }

  /** Signs the transfer once there is enough Energy for it. */
  async #prepare(payout) {
    const isRented = payout.rented || (bug('one-rental-for-all') && this.#hasRented);
    if (!isRented && (await this.#energyLeft()) < payout.energy) await this.#rent(payout);
    if (!(await this.#hasEnergy(payout))) return;
    if (bug('sent-with-next-batch')) await this.#clock.sleep(45_000);
    payout.signed = await this.#signed(payout);
  }

  /** Rents the Energy for one transfer to a recipient who has USDT. */
  async #rent(payout) {
    payout.rented = true;
    this.#hasRented = true;
    const order = { package_id: 1, duration_minutes: 60, address: this.address };
    const isAcceptedEnough = bug('transfer-at-202');
    const { state } = await (isAcceptedEnough ? this.#wallet.place(order) : this.#wallet.buy(order));
    payout.isDelivered = state === 'delivered';
    if (bug('confirmed-after-rental')) await this.#clock.sleep(65 * MINUTE_MS);
  }

  /** Waits until the chain shows enough Energy. What the service says is not enough. */
  async #hasEnergy(payout) {
    if (bug('transfer-at-202') || bug('confirmed-after-rental') || bug('one-rental-for-all')) return true;
    const untilMs = this.#clock.now() + PATIENCE_MS;
    for (let failed = 0; this.#clock.now() < untilMs; await this.#clock.sleep(BLOCK_MS)) {
      try {
        const left = await this.#energyLeft();
        if (left >= payout.energy || (bug('any-energy-is-enough') && left > 0)) return true;
        // The service has delegated, so the node must be behind.
        if (bug('no-energy-is-lag') && left === 0 && payout.isDelivered) return true;
        failed = 0;
      } catch (error) {
        if (!isOfNode(error)) throw error;
        if (isTakenForNoEnergy(error)) await this.#rent(payout);
        if (++failed === FAILED_CALLS) throw error;
      }
    }
    return false;
  }

  async #signed({ to, amount, energy }) {
    const { transactionBuilder, trx } = this.#tronWeb;
    // The limit counts rented Energy, too.
    const feeLimit =
      bug('fee-limit-fixed') || bug('broadcast-is-success')
        ? USUAL_FEE_LIMIT
        : energy * (await this.#price());
    const built = await transactionBuilder.triggerSmartContract(
      USDT,
      CALL,
      { feeLimit },
      parametersOf(to, amount),
    );
    return trx.sign(built.transaction);
  }

  /** Sends the transfer, and the same one again until a block contains it. */
  async #send(payout) {
    const { trx } = this.#tronWeb;
    if (bug('broadcast-is-success'))
      return (await trx.sendRawTransaction(payout.signed)).result ? 'paid' : 'failed';
    const startMs = this.#clock.now();
    for (let sent = 0; this.#clock.now() - startMs < PATIENCE_MS; await this.#clock.sleep(BLOCK_MS)) {
      const { receipt } = await trx.getUnconfirmedTransactionInfo(payout.signed.txID);
      if (receipt) return receipt.result === 'SUCCESS' ? 'paid' : 'failed';
      // After 20 s without a receipt, the transfer counts as lost.
      if (bug('transfer-made-again') && sent === 7) payout.signed = await this.#signed(payout);
      if (!bug('transfer-made-again') || sent % 7 === 0) await trx.sendRawTransaction(payout.signed);
      sent++;
    }
    return 'open';
  }

  /** The Energy that the transfer would use now: about twice as much if the recipient has no USDT. */
  async #energyFor({ to, amount }) {
    const run = await this.#tronWeb.transactionBuilder.triggerConstantContract(
      USDT,
      CALL,
      {},
      parametersOf(to, amount),
    );
    if (run.result.message) throw new Error('the transfer would fail');
    return run.energy_used;
  }

  async #energyLeft() {
    const { EnergyLimit = 0, EnergyUsed = 0 } = await this.#tronWeb.trx.getAccountResources(this.address);
    return EnergyLimit - EnergyUsed;
  }

  /** What a unit of Energy costs, in sun. */
  async #price() {
    const parameters = await this.#tronWeb.trx.getChainParameters();
    return parameters.find(({ key }) => key === 'getEnergyFee').value;
  }
}

const parametersOf = (to, amount) => [
  { type: 'address', value: to },
  { type: 'uint256', value: amount },
];

/** True for a call of the node that failed, which says nothing about order and transfer. */
const isOfNode = ({ isAxiosError }) => isAxiosError === true;

/** True for a failed look that the payer wrongly takes for a delivery that failed, so that it rents again. */
function isTakenForNoEnergy({ code, response }) {
  if (bug('node-down-is-no-energy')) return code === 'ECONNRESET';
  if (bug('node-late-is-no-energy')) return code === 'ECONNABORTED';
  if (bug('node-busy-is-no-energy')) return response?.status === 429;
  return false;
}
