// Writes the screenshots in docs/images/ from a run of the demo's customers with a fixed seed and a manual clock, so
// that they show what the dashboard really looks like. Needs a build, and Chromium at /usr/bin/chromium or at the path
// in CHROMIUM_PATH.
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fakerEN as faker } from '@faker-js/faker';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const workDirectory = fromRoot('node_modules/.cache/screenshots');
const images = fromRoot('docs/images');

const ACCOUNT = 'showroom';
const SEED = 20_260_101;
const GROUPS_OF_CALLS = 46;
/** Time for the page to read what follows its first lists. */
const SETTLE_MS = 1_500;
const VIEWPORT = { width: 1280, height: 860 };
const REVIEWED = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK';
/** The order in the third picture: it fails and is refunded. */
const PICTURED = 'showroom:inv-10100';

/** Loads the traffic of the demo from its source. */
async function loadTraffic() {
  const bundle = await rolldown({ input: fromRoot('src/server/demo/demo-traffic.ts'), platform: 'node' });
  await mkdir(workDirectory, { recursive: true });
  await bundle.write({ dir: workDirectory, entryFileNames: 'traffic.mjs', format: 'esm' });
  await bundle.close();
  return import(`${workDirectory}/traffic.mjs`);
}

/** A client of a sandbox: calls of the control API, and of the service API with a key. */
function clientOf(baseUrl) {
  const send = async (method, path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()).data;
  };
  const control = (method, path, body) => send(method, `/_sandbox${path}`, body);
  const service = (key, { method, path, body }) =>
    send(method, path, body, { Authorization: `Bearer ${key}` }).catch(() => undefined);
  return { control, service };
}

/** The requests of the demo's customers, with pauses on the account's clock. */
async function runCustomers({ control, service }, key) {
  const { DemoTraffic, DEMO_SCENARIOS } = await loadTraffic();
  const { library } = await control('GET', `/accounts/${ACCOUNT}/scenarios`);
  const magic = library.filter(({ name }) => DEMO_SCENARIOS.includes(name)).map(one => one.magic_address);
  faker.seed(SEED);
  const traffic = new DemoTraffic(faker, magic, 0);
  for (let group = 0; group < GROUPS_OF_CALLS; group++) {
    // It accepts forged webhooks, and refuses a delivery now and then.
    const refusal = group % 6 === 0 ? { status: 503, times: 1 } : {};
    await control('PUT', `/accounts/${ACCOUNT}/receiver`, { verify: false, ...refusal });
    for (const call of traffic.next()) await service(key, call);
    await control('POST', `/accounts/${ACCOUNT}/clock/advance`, { by: `${5 + (group % 4) * 6}s` });
  }
}

/** One order whose page has much to show, a forged webhook that is accepted, and an order in review. */
async function addHighlights({ control, service }, key) {
  const address = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';
  const body = { external_id: PICTURED, package_id: 1, address };
  await service(key, { method: 'POST', path: '/api/v1/order/', body });
  const until = { until: 'order.failed', external_id: PICTURED };
  await control('POST', `/accounts/${ACCOUNT}/clock/advance`, until);
  await control('POST', `/accounts/${ACCOUNT}/clock/advance`, { by: '12s' });
  const { items } = await control('GET', `/accounts/${ACCOUNT}/events?state=delivered&sort=newest`);
  await control('POST', `/accounts/${ACCOUNT}/events/${items[3].event_id}/resend`, {
    corrupt: 'wrong-secret',
  });
  const review = { external_id: 'showroom:inv-10101', package_id: 1, address: REVIEWED };
  await service(key, { method: 'POST', path: '/api/v1/order/', body: review });
  await control('POST', `/accounts/${ACCOUNT}/clock/advance`, { by: '8s' });
  const { items: orders } = await control('GET', `/accounts/${ACCOUNT}/orders?external_id=${PICTURED}`);
  return orders[0].id;
}

/** Opens the account of the demo with its receiver, and stops the demo before its first request. */
async function openAccount({ control }) {
  const { api_key } = await control('POST', '/accounts', {
    name: ACCOUNT,
    clock: 'manual',
    balance_trx: 260,
    webhook_url: 'sandbox:receiver',
  });
  await control('PUT', '/demo', { running: true });
  await control('PUT', '/demo', { running: false });
  return api_key;
}

async function takePictures(baseUrl, order) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const take = async (name, place, colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: VIEWPORT, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/_sandbox/#/${ACCOUNT}/${place}`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `${images}/${name}.png` });
    await context.close();
  };
  try {
    await take('overview-light', 'overview', 'light');
    await take('overview-dark', 'overview', 'dark');
    await take('order', `orders/${order}`, 'light');
  } finally {
    await browser.close();
  }
}

const { createSandbox } = await import(fromRoot('dist/index.js'));
const sandbox = await createSandbox({ seed: 'screenshots', clock: 'manual' });
try {
  await mkdir(images, { recursive: true });
  const client = clientOf(sandbox.url);
  const key = await openAccount(client);
  await runCustomers(client, key);
  const order = await addHighlights(client, key);
  await takePictures(sandbox.url, order);
} finally {
  await sandbox.close();
  await rm(workDirectory, { recursive: true, force: true });
}
