import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type ConsoleMessage, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { programPath } from '../../support/needs.ts';

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

/** An open window on the dashboard. Whoever disposes of it gives it back to the next test. */
export interface DashboardWindow extends AsyncDisposable {
  readonly page: Page;
  readonly violations: Violations;
  /** Opens a page of the dashboard, such as `demo/orders`. */
  go(place: string): Promise<void>;
}

export interface WindowOptions {
  readonly width?: number;
  /** Errors that the test causes deliberately. */
  readonly expected?: RegExp;
  /** Whether the window stays on the dashboard for the next test, until `leaveDashboard`. Loading it takes longest. */
  readonly stays?: boolean;
}

let started: Promise<Browser> | null = null;

async function startBrowser(): Promise<Browser> {
  // The signal with which Vitest ends a worker. Playwright would only begin to close the browser, and Vitest does not
  // wait for that; when the process exits, Playwright kills the browser and removes its profile.
  process.once('SIGTERM', () => process.exit());
  const browser = await chromium.launch({
    executablePath: programPath('chromium')!,
    // Chromium ends if the path of its socket there is too long.
    env: childEnvironment({ TMPDIR: '/tmp' }),
    handleSIGTERM: false,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-gpu',
      '--in-process-gpu',
    ],
  });
  browser.once('disconnected', () => {
    started = null;
    idle.length = 0;
    resting.length = 0;
  });
  return browser;
}

/** The windows that no test uses. */
const idle: Page[] = [];

/** Windows that no test uses and that stay on the dashboard of a test file's sandbox until the file ends. */
const resting: Page[] = [];

/** Opens a window of the one browser of this process, which lives as long as the process. */
async function newPage(): Promise<Page> {
  started ??= startBrowser();
  const context = await (await started).newContext({
    colorScheme: 'light',
    // Colors are measured, which would be between two of them for a moment.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

/** Ends what a test does with a window besides showing a page. */
async function release(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['console', 'pageerror', 'dialog', 'request', 'response'] as const) {
    await page.removeAllListeners(event, { behavior: 'ignoreErrors' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Leaves a window as a new one would be. It stays on the site of the sandboxes, because a new window, and one that comes
 * from another site, costs a process of the browser and eight times as much processor time.
 */
async function empty(page: Page, baseUrl: string): Promise<void> {
  // A page with unsaved text asks whether it may be left.
  page.once('dialog', dialog => void dialog.accept().catch(() => undefined));
  await page.goto(`${baseUrl}/_sandbox/info`);
  page.removeAllListeners('dialog');
  await page.evaluate(FORGET);
  idle.push(page);
}

const FORGET = 'sessionStorage.clear(); localStorage.clear();';

/**
 * Dismisses the messages of a dashboard. Returns whether the next test finds it as it would be once it was loaded: nothing
 * is open, and no text is unsaved.
 */
const TIDY = `(() => {
  ${FORGET}
  for (const button of document.querySelectorAll('.toast [aria-label=Dismiss]')) button.click();
  const isOpen = document.querySelector('dialog[open], :popover-open') !== null;
  const isSaved = dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return document.querySelector('.nav') !== null && !isOpen && isSaved;
})()`;

/** Empties the windows that stayed on the dashboard of a sandbox, which will be stopped. */
export async function leaveDashboard(baseUrl: string): Promise<void> {
  await Promise.all(resting.splice(0).map(page => empty(page, baseUrl)));
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

/** Copies a new key from the dialog that shows it. */
export async function copyKey(dialog: Page | Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Copy: API key' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
}

/** Opens the snapshots of the account from its menu. */
export async function openSnapshots(page: Page): Promise<void> {
  await page.getByLabel(/^Account: /).click();
  await page.getByRole('button', { name: 'Snapshots' }).click();
  await page.getByRole('dialog', { name: 'Snapshots' }).waitFor();
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

/**
 * Whether a message is about a request of the browser's own, such as that for the icon of a page that names none. Which
 * of them a browser makes is its own affair, and Playwright does not report them among the requests of the page.
 */
const isOfBrowser = (message: ConsoleMessage, requested: ReadonlySet<string>): boolean =>
  message.text().startsWith('Failed to load resource') && !requested.has(message.location().url);

/** Opens a window on the dashboard of a sandbox and records violations. */
export async function openWindow(
  baseUrl: string,
  { width = 1280, expected, stays = false }: WindowOptions = {},
): Promise<DashboardWindow> {
  const page = (stays ? resting.pop() : undefined) ?? idle.pop() ?? (await newPage());
  await page.setViewportSize({ width, height: 800 });
  const violations: Violations = { errors: [], otherHosts: [], dialogs: [] };
  const report = (text: string): void => {
    if (!expected?.test(text)) violations.errors.push(text);
  };
  const requested = new Set<string>();
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!isOfBrowser(message, requested)) report(message.text());
  });
  page.on('pageerror', error => report(String(error.stack ?? error)));
  page.on('dialog', dialog => {
    violations.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', request => {
    requested.add(request.url());
    if (!request.url().startsWith(`${baseUrl}/`)) violations.otherHosts.push(request.url());
  });
  const dashboard = `${baseUrl}/_sandbox/`;
  const go = async (place: string): Promise<void> => {
    if (page.url().replace(/#.*/, '') === dashboard) await page.evaluate(goToHash(`#/${place}`));
    else await page.goto(`${dashboard}#/${place}`);
    await page.locator('h1').first().waitFor();
  };
  const dispose = async (): Promise<void> => {
    try {
      await release(page);
      if (stays && !expected && (await page.evaluate<boolean>(TIDY))) resting.push(page);
      else await empty(page, baseUrl);
    } catch {
      // The test has closed the window, or its server.
      await page.context().close();
    }
  };
  return { page, violations, go, [Symbol.asyncDispose]: dispose };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The serious and critical accessibility problems that axe finds on a page in the colors that it has. */
export async function axeFindingsAsShown(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const findings = await page.evaluate<AxeViolation[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations)`,
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`);
}

/** With the rule that links and buttons are named by what is written on them, which axe calls experimental. */
const WITH_NAMES = { rules: { 'label-content-name-mismatch': { enabled: true } } };

/** The rules of axe that depend on colors. */
const OF_COLORS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The serious and critical accessibility problems of a page of the dashboard, in light and in dark colors. */
export async function axeFindings(page: Page): Promise<string[]> {
  const inLight = await axeFindingsAsShown(page, WITH_NAMES);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await axeFindingsAsShown(page, OF_COLORS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map(finding => `in dark colors: ${finding}`)];
}
