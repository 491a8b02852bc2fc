import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, vi } from 'vitest';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { type DashboardWindow, launchBrowser, openWindow, type WindowOptions } from './browser.ts';

/** A sandbox and a browser for the tests of a file. */
export interface Stage {
  readonly sandbox: TestSandbox;
  /** Opens a window. It closes when the test disposes of it. */
  open(options?: WindowOptions): Promise<DashboardWindow & AsyncDisposable>;
  /** Calls the control API. @throws if the response is an error */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
}

const TEST_TIMEOUT_MS = 240_000;

/** Starts the sandbox and the browser before the tests of a file, and stops them after. */
export function setUpStage(options: TestOptions = {}): Stage {
  vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });
  let sandbox: TestSandbox;
  let browser: Browser;
  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([startTestSandbox(options), launchBrowser()]);
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  return {
    get sandbox() {
      return sandbox;
    },
    open: async windowOptions => {
      const opened = await openWindow(browser, sandbox.baseUrl, windowOptions);
      return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.context.close() });
    },
    control: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await fetch(`${sandbox.baseUrl}/_sandbox${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const envelope = (await response.json()) as { success: boolean; data: T };
      if (!envelope.success) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
      return envelope.data;
    },
  };
}
