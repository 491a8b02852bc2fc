import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium stands, or null. Where tests must not be left out, its absence is an error. */
function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  const path = named ? [named].find(existsSync) : PLACES.find(existsSync);
  if (path) return path;
  const message = `no Chromium at ${named ?? PLACES.join(', ')}; name one with CHROMIUM_PATH`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`The browser tests are skipped: ${message}`);
  return null;
}

const CHROMIUM = findChromium();

/** False where there is no browser: then the tests that need one say that they were skipped. */
export const HAS_BROWSER = CHROMIUM !== null;

/** Starts a browser. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

/** A browser on a busy machine takes its time. */
const PATIENCE_MS = 15_000;

/** Something that a page must never do. */
export interface Offences {
  /** Errors on the console, uncaught ones, and what the policy refused. */
  readonly errors: string[];
  /** Addresses of other hosts that were asked for. */
  readonly foreign: string[];
  /** Dialogs that opened: only an injected script opens any. */
  readonly dialogs: string[];
}

export interface ServiceVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly offences: Offences;
  /** Goes to a place of the dashboard, such as `demo/orders`. */
  go(place: string): Promise<void>;
}

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** Errors that a test brings about on purpose. */
  readonly expected?: RegExp;
}

/** Opens a fresh window on a sandbox's dashboard, and watches what it does. */
export async function visit(
  browser: Browser,
  baseUrl: string,
  { scheme = 'light', width = 1280, expected }: VisitOptions = {},
): Promise<ServiceVisit> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const offences: Offences = { errors: [], foreign: [], dialogs: [] };
  const report = (text: string): void => {
    if (!expected?.test(text)) offences.errors.push(text);
  };
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') report(message.text());
  });
  page.on('pageerror', error => report(String(error.stack ?? error)));
  page.on('dialog', dialog => {
    offences.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (!request.url().startsWith(`${baseUrl}/`)) offences.foreign.push(request.url());
  });
  const go = async (place: string): Promise<void> => {
    await page.goto(`${baseUrl}/_sandbox/#/${place}`);
    await page.locator('h1').first().waitFor();
  };
  return { context, page, offences, go };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds serious or critical about a page. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<AxeViolation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`);
}
