import { existsSync } from 'node:fs';
import { fill, withSandbox } from '../sandbox.mjs';

const ORDERS = 10_000;
const PATHS = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The time from navigation to the first rows of 10,000 orders, in Chromium if it is installed. */
export async function measureDashboard({ rounds, log }) {
  const executablePath = PATHS.find(path => path && existsSync(path));
  if (!executablePath) return { missing: 'Chromium is not installed' };
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
          log(`dashboard, round ${round + 1}`);
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
