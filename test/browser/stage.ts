import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, vi } from 'vitest';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { launchBrowser, type ServiceVisit, type VisitOptions, visit } from './browser.ts';

/** A sandbox and a browser for the tests of a file. */
export interface Stage {
  readonly sandbox: TestSandbox;
  /** Opens a window; it closes with the test that disposes of it. */
  open(options?: VisitOptions): Promise<ServiceVisit & AsyncDisposable>;
  /** Calls the control API. @throws where it refuses */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
}

const LONGEST_TEST_MS = 60_000;

/** Sets the stage before the tests of a file, and clears it after them. */
export function setStage(options: TestOptions = {}): Stage {
  vi.setConfig({ testTimeout: LONGEST_TEST_MS });
  let sandbox: TestSandbox;
  let browser: Browser;
  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([startTestSandbox(options), launchBrowser()]);
  }, LONGEST_TEST_MS);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });
  return {
    get sandbox() {
      return sandbox;
    },
    open: async visitOptions => {
      const opened = await visit(browser, sandbox.baseUrl, visitOptions);
      return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.context.close() });
    },
    control: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await fetch(`${sandbox.baseUrl}/_sandbox${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const answer = (await response.json()) as { success: boolean; data: T };
      if (!answer.success) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer.data;
    },
  };
}
