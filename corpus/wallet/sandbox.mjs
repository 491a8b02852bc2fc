/* All that the days and the tests of the wallet need of the sandbox besides the service itself. */

const {
  ENERGY_SANDBOX_URL: url,
  ENERGY_SANDBOX_API_KEY: apiKey,
  ENERGY_SANDBOX_WEBHOOK_SECRET: secret,
} = process.env;

async function control(method, path, body) {
  const response = await fetch(`${url}/_sandbox/accounts${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data;
}

/** An account, and its clock, which stands still until the wallet waits. */
export class Account {
  #name;
  #elapsedMs = 0;

  constructor({ name, api_key, webhook_secret }) {
    this.#name = name;
    this.service = { url, apiKey: api_key };
    this.secret = webhook_secret;
    this.nodeUrl = `${url}/_sandbox/accounts/${encodeURIComponent(name)}/tron`;
  }

  /** The account of a command that `energy-sandbox exec --clock manual` runs. */
  static given() {
    return new Account({ name: 'demo', api_key: apiKey, webhook_secret: secret });
  }

  static async create(name) {
    return new Account(await control('POST', '', { name, clock: 'manual', balance_trx: 100 }));
  }

  /** The time that has passed on the clock, in ms. */
  now() {
    return this.#elapsedMs;
  }

  /** What the clock shows, in ms since 1970. */
  async time() {
    return Date.parse((await this.#control('GET', '')).clock.now);
  }

  async sleep(ms) {
    this.#elapsedMs += ms;
    await this.#control('POST', '/clock/advance', { by: `${Math.round(ms)}ms` });
  }

  sendWebhooksTo(target) {
    return this.#control('PUT', '/webhook', { url: target });
  }

  deposit(trx) {
    return this.#control('POST', '/deposit', { amount_trx: trx });
  }

  /** Sets what an address has on the chain, as `{ balance_trx, balance_usdt }`. */
  setWallet(address, balances) {
    return this.#control('PUT', `/chain/wallets/${address}`, balances);
  }

  /** What an address has on the chain, in USDT. */
  async usdtOf(address) {
    return (await this.#control('GET', `/chain/wallets/${address}`)).balance_usdt;
  }

  /** What was charged and not returned, in sun. */
  async chargedSun() {
    const sumOf = async kind =>
      (await this.#control('GET', `/ledger?kind=${kind}`)).items.reduce(
        (sum, { amount_trx: trx }) => sum + Math.round(Math.abs(trx) * 1_000_000),
        0,
      );
    return (await sumOf('debit')) - (await sumOf('refund'));
  }

  #control(method, path, body) {
    return control(method, `/${encodeURIComponent(this.#name)}${path}`, body);
  }
}
