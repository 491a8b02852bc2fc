// Writes the screenshots in docs/images/ from what a user gets with --demo: the story that the demo tells when it starts.
// Needs a build, and Chromium at /usr/bin/chromium or at the path in CHROMIUM_PATH.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const images = fromRoot('docs/images');

/** Time for the page to read what follows its first lists. */
const SETTLE_MS = 1_500;
const VIEWPORT = { width: 1280, height: 860 };
/** The shop whose mistakes are shown. */
const SHOP = 'naive';

async function control(baseUrl, method, path, body) {
  const response = await fetch(`${baseUrl}/_sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()).data;
}

/** Starts a demo, and stops its customers and its clock once it has told its story. @returns the order of its second chapter */
async function tellStory(baseUrl) {
  const { chapters } = await control(baseUrl, 'GET', '/demo');
  await control(baseUrl, 'PUT', '/demo', { running: false });
  await control(baseUrl, 'PUT', `/accounts/${SHOP}/clock`, { mode: 'manual' });
  return chapters[1].orders.find(({ account }) => account === SHOP).order_id;
}

async function takePictures(baseUrl, order) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const take = async (name, place, colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: VIEWPORT, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${baseUrl}/_sandbox/#/${SHOP}/${place}`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `${images}/${name}.png` });
    await context.close();
  };
  try {
    await take('overview-light', 'overview', 'light');
    await take('overview-dark', 'overview', 'dark');
    await take('chapter', 'overview/chapter-1', 'light');
    await take('order', `orders/${order}`, 'light');
  } finally {
    await browser.close();
  }
}

const { createSandbox } = await import(fromRoot('dist/index.js'));
const sandbox = await createSandbox({ seed: 'screenshots', demo: true });
try {
  await mkdir(images, { recursive: true });
  await takePictures(sandbox.url, await tellStory(sandbox.url));
} finally {
  await sandbox.close();
}
