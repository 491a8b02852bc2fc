import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleepReally } from 'node:timers/promises';
import { bug } from './bug.mjs';
import { Receiver, serve } from './receiver.mjs';
import { Account } from './sandbox.mjs';
import { Service } from './service.mjs';
import { Store } from './store.mjs';
import { Wallet } from './wallet.mjs';

/*
 * What users do on a day: energy-sandbox exec --clock manual --findings -- node days.mjs transfer
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const OTHER_ADDRESS = 'TZCRwcejargGBLbxcWJwRq2NoPjF7k9hke';
const WANTED = { package_id: 1, duration_minutes: 60, address: ADDRESS };

const account = Account.given();
const folder = mkdtempSync(join(tmpdir(), 'wallet-'));

/** Starts the app. Its purchases are those of the last start. */
const open = (options = {}) =>
  new Wallet({
    service: new Service(account.service),
    clock: account,
    file: join(folder, 'purchases.json'),
    ...options,
  });

/** Lets time pass, and opens the app once more, so that every order is followed to its end. */
async function later(wallet, ms = 3 * HOUR_MS) {
  await account.sleep(ms);
  await wallet.refresh();
}

/** Presses the button whenever the wallet offers it, until the Energy is there. */
async function press(wallet, wanted = WANTED, pauseMs = MINUTE_MS) {
  for (let tap = 0; tap < 4; tap++) {
    const { state } = await wallet.buy(wanted);
    if (state === 'delivered') return;
    await account.sleep(pauseMs);
  }
}

/** Starts a receiver for the account's webhooks, and does something meanwhile. */
async function withReceiver(work, onEvent) {
  const store = new Store(undefined, { orders: {}, events: [] });
  const server = await serve(new Receiver({ secret: account.secret, store }), { onEvent });
  await account.sendWebhooksTo(`http://127.0.0.1:${server.address().port}/webhooks`);
  try {
    await work();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Opens the app with the key of an address that has 15 TRX and 100 USDT. */
async function openPayer() {
  const { Payer } = await import('./payer.mjs');
  const { nodeUrl } = account;
  const payer = new Payer({ wallet: open(), clock: account, nodeUrl, privateKey: '11'.repeat(32) });
  await account.setWallet(payer.address, { balance_trx: 15, balance_usdt: 100 });
  return payer;
}

const payout = () => ({ to: ADDRESS, amount: 5_000_000 });

const DAYS = {
  async transfer() {
    const wallet = open();
    await wallet.price(1);
    await press(wallet);
    await later(wallet);
  },

  /** The user presses the button the moment it is offered again. */
  async hasty() {
    const wallet = open();
    await press(wallet, WANTED, 1_000);
    await later(wallet);
  },

  /** The user presses once, and looks again two days later. */
  async once() {
    const wallet = open();
    await wallet.buy(WANTED);
    await later(wallet, 2 * DAY_MS);
  },

  /** The user closes the app while it waits, opens it again, and presses the button. */
  async restarted() {
    await open({ patienceMs: 2 * MINUTE_MS }).buy(WANTED);
    const wallet = open();
    await press(wallet);
    await later(wallet);
  },

  /** The user changes the amount after an attempt whose outcome is unknown. */
  async changed() {
    const wallet = open();
    await wallet.buy(WANTED);
    await press(wallet, { ...WANTED, package_id: 2 });
    await later(wallet);
  },

  /** The price on the screen is renewed while an order is under way. Then the user presses again. */
  async impatient() {
    const wallet = open({ patienceMs: MINUTE_MS / 2 });
    await wallet.price(1);
    await wallet.buy(WANTED);
    await account.sleep(MINUTE_MS);
    await wallet.price(1);
    await wallet.buy(WANTED);
    await later(wallet);
  },

  async 'double-click'() {
    const wallet = open();
    await wallet.price(1);
    await Promise.all([wallet.buy(WANTED), wallet.buy(WANTED)]);
    await later(wallet);
  },

  /** The screen is drawn 60 times within a moment, and shows the price. */
  async redrawn() {
    const wallet = open();
    for (let drawing = 0; drawing < 60; drawing++) await wallet.price(1);
    await press(wallet);
    await later(wallet);
  },

  /** The user looks at the price, thinks for a minute, looks again, and buys. */
  async considered() {
    const wallet = open();
    await wallet.price(1);
    await account.sleep(2 * MINUTE_MS);
    if (!bug('price-not-asked-again')) await wallet.price(1);
    await press(wallet);
    await later(wallet);
  },

  /** The app was closed while its order was delivered and ended. */
  async away() {
    const wallet = open({ patienceMs: 1 });
    await wallet.buy(WANTED);
    await account.sleep(2 * HOUR_MS);
    await open().buy(WANTED);
  },

  /** The same customer buys the same every week. */
  async weekly() {
    const wallet = open();
    for (let week = 0; week < 3; week++) {
      await press(wallet);
      await later(wallet, 7 * DAY_MS);
    }
  },

  /** Two transfers on one day. */
  async 'twice-a-day'() {
    const wallet = open();
    for (let transfer = 0; transfer < 2; transfer++) {
      await press(wallet);
      await later(wallet);
    }
  },

  /** Another rental is bought on purpose as soon as the first is there. */
  async 'two-rentals'() {
    const wallet = open();
    for (let rental = 0; rental < 2; rental++) await press(wallet);
    await later(wallet);
  },

  async 'two-customers'() {
    const wallet = open();
    await Promise.all([press(wallet), press(wallet, { ...WANTED, address: OTHER_ADDRESS })]);
    await later(wallet);
  },

  /** A single purchase, and then a list. */
  async list() {
    const wallet = open();
    await press(wallet);
    await wallet.buyList([
      { ...WANTED, package_id: 2 },
      { ...WANTED, address: OTHER_ADDRESS },
    ]);
    await later(wallet);
  },

  /** A list of four. */
  async payroll() {
    const wallet = open();
    await wallet.buyList(Array.from({ length: 4 }, () => WANTED));
    await later(wallet);
  },

  /** The duration comes from a remote configuration, in seconds. */
  async 'wrong-duration'() {
    const wallet = open({ patienceMs: 5 * MINUTE_MS });
    await wallet.buy({ ...WANTED, duration_minutes: 3_600 });
    await account.sleep(HOUR_MS);
  },

  /** The order and the price are on the screen for some minutes, renewed every five seconds. */
  async watched() {
    const wallet = open({ patienceMs: 1 });
    await wallet.buy(WANTED);
    for (let drawing = 0; drawing < 40; drawing++) {
      await wallet.refresh();
      await account.sleep(5_000);
    }
    await later(wallet);
  },

  async canceled() {
    const wallet = open({ patienceMs: 1 });
    await wallet.cancel(await wallet.buy(WANTED));
    await later(wallet);
  },

  /** 402: the customer pays in, and buys under a new key. */
  async 'topped-up'() {
    const wallet = open();
    await wallet.buy(WANTED);
    await account.deposit(100);
    await account.sleep(10 * MINUTE_MS);
    await press(wallet);
    await later(wallet);
  },

  /** Three customers buy, each once. */
  async 'three-customers'() {
    const service = new Service(account.service);
    for (const key of ['ann', 'bob', 'eve']) await service.order({ external_id: `${key}-1`, ...WANTED });
  },

  /** An order whose key has expired, once. */
  async expired() {
    const wallet = open();
    await wallet.buy(WANTED);
    await account.sleep(HOUR_MS);
  },

  /** The webhooks go to a receiver. */
  async 'with-receiver'() {
    await withReceiver(async () => {
      const wallet = open();
      await press(wallet);
      await later(wallet, 20 * MINUTE_MS);
      await later(wallet);
    });
  },

  /** The same, and the wallet's pauses are real: the clock stands still between its attempts. */
  async 'with-receiver-and-real-pauses'() {
    await withReceiver(async () => {
      const clock = { now: () => account.now(), sleep: () => sleepReally(100) };
      const wallet = open({ clock, patienceMs: 0 });
      await wallet.buy(WANTED);
      await later(wallet);
    });
  },

  /** USDT are paid out with rented Energy. */
  async payout() {
    await (await openPayer()).pay(payout());
    await account.sleep(3 * HOUR_MS);
  },

  async 'two-payouts'() {
    const payer = await openPayer();
    await payer.pay(payout());
    await payer.pay(payout());
    await account.sleep(3 * HOUR_MS);
  },

  /** A transfer that needs two rentals, one after the other. */
  async 'two-parts'() {
    const wallet = open();
    const take = event => wallet.take(event);
    await withReceiver(async () => {
      await wallet.buy(WANTED, 2);
      await wallet.idle();
      await later(wallet);
    }, take);
  },
};

const name = process.argv[2];
if (!DAYS[name]) throw new Error(`there is no day ${name}; the days are ${Object.keys(DAYS).join(', ')}`);
try {
  await DAYS[name]();
} finally {
  rmSync(folder, { recursive: true });
}
