import { existsSync } from 'node:fs';
import { fill, withSandbox } from '../sandbox.mjs';

const ORDERS = 10_000;
const PLACES = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** From the address to the first rows of many orders, in Chromium where there is one. */
export async function measureDashboard({ rounds, say }) {
  const executablePath = PLACES.find(place => place && existsSync(place));
  if (!executablePath) return { missing: 'there is no Chromium' };
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const open = async at => {
    const page = await browser.newPage();
    const startedMs = performance.now();
    await page.goto(`http://127.0.0.1:${at}/_sandbox/#/demo/orders`);
    await page.locator('.body-row').first().waitFor();
    const tookMs = performance.now() - startedMs;
    await page.close();
    return tookMs;
  };
  try {
    return await withSandbox(
      ['--clock', 'manual'],
      async (_, at) => {
        await fill(at, 0, ORDERS);
        await open(at);
        const tookMs = [];
        for (let round = 0; round < rounds; round++) {
          say(`dashboard, round ${round + 1}`);
          tookMs.push(await open(at));
        }
        return { orders: ORDERS, tookMs };
      },
      { isPinned: false },
    );
  } finally {
    await browser.close();
  }
}
