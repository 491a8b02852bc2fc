import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of Chromium, or null. In CI, where no test may be skipped, a missing Chromium is an error. */
function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  const path = named ? [named].find(existsSync) : PATHS.find(existsSync);
  if (path) return path;
  const message = `there is no Chromium at ${named ?? PATHS.join(', ')}; set CHROMIUM_PATH to the path of one`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`The browser tests are skipped: ${message}`);
  return null;
}

const CHROMIUM = findChromium();

/** False if there is no browser; the tests that need one are then reported as skipped. */
export const HAS_BROWSER = CHROMIUM !== null;

/** Starts a browser. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

/** Long enough for a browser on a busy machine. */
const TIMEOUT_MS = 60_000;

/** What a page did and must never do. */
export interface Violations {
  /** Console errors, uncaught errors and violations of the Content-Security-Policy. */
  readonly errors: string[];
  /** URLs on other hosts that were requested. */
  readonly otherHosts: string[];
  /** Dialogs that opened. Only an injected script opens a dialog. */
  readonly dialogs: string[];
}

/** An open window on the dashboard. */
export interface DashboardWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly violations: Violations;
  /** Opens a page of the dashboard, such as `demo/orders`. */
  go(place: string): Promise<void>;
}

export interface WindowOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** Errors that the test causes deliberately. */
  readonly expected?: RegExp;
}

/** Changes the location within the dashboard. Resolves once the previous page is gone: its headings are those of no other. */
const goToHash = (hash: string): string => `new Promise(resolve => {
  const before = location.href;
  addEventListener('hashchange', () => setTimeout(resolve), { once: true });
  location.hash = ${JSON.stringify(hash)};
  if (location.href === before) resolve();
})`;

/** Waits until a page has loaded what it shows. */
export async function loaded(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
}

/** Resolves in a page once a text has been in it. */
const hasShown = (text: string): string => `new Promise(resolve => {
  const watcher = new MutationObserver(look);
  function look() {
    if (!document.body.textContent.includes(${JSON.stringify(text)})) return;
    watcher.disconnect();
    resolve();
  }
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
})`;

/**
 * Waits until a text that disappears by itself has been shown because of an action. The page itself watches for it, so
 * that a slow test does not miss it.
 */
export async function shownBy(page: Page, text: string, action: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.evaluate(hasShown(text)), action()]);
}

/** Opens a new window on the dashboard of a sandbox and records violations. */
export async function openWindow(
  browser: Browser,
  baseUrl: string,
  { scheme = 'light', width = 1280, expected }: WindowOptions = {},
): Promise<DashboardWindow> {
  const context = await browser.newContext({
    colorScheme: scheme,
    // Colors are measured, which would be between two of them for a moment.
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const violations: Violations = { errors: [], otherHosts: [], dialogs: [] };
  const report = (text: string): void => {
    if (!expected?.test(text)) violations.errors.push(text);
  };
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') report(message.text());
  });
  page.on('pageerror', error => report(String(error.stack ?? error)));
  page.on('dialog', dialog => {
    violations.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (!request.url().startsWith(`${baseUrl}/`)) violations.otherHosts.push(request.url());
  });
  const dashboard = `${baseUrl}/_sandbox/`;
  const go = async (place: string): Promise<void> => {
    if (page.url().replace(/#.*/, '') === dashboard) await page.evaluate(goToHash(`#/${place}`));
    else await page.goto(`${dashboard}#/${place}`);
    await page.locator('h1').first().waitFor();
  };
  return { context, page, violations, go };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The serious and critical accessibility problems that axe finds on a page. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const findings = await page.evaluate<AxeViolation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`);
}
