import { afterAll, beforeAll } from 'vitest';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../../support/sandbox.ts';
import { type DashboardWindow, leaveDashboard, openWindow, type WindowOptions } from './browser.ts';

/** The sandbox of a test file, and windows on its dashboard. */
export interface Stage {
  readonly sandbox: TestSandbox;
  open(options?: WindowOptions): Promise<DashboardWindow>;
  /** Calls the control API. @throws if the response is an error */
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Starts the sandbox before the tests of a file, and stops it after. */
export function setUpStage(options: TestOptions = {}): Stage {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox(options);
  });
  afterAll(async () => {
    if (!sandbox) return;
    await leaveDashboard(sandbox.baseUrl);
    await sandbox.close();
  });
  return {
    get sandbox() {
      return sandbox;
    },
    open: windowOptions => openWindow(sandbox.baseUrl, { stays: true, ...windowOptions }),
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

/** What a look at an account must not change. */
export async function observed({ control }: Stage, account: string) {
  const read = (call: string) => control<Record<string, unknown>>('GET', `/accounts/${account}${call}`);
  const [requests, findings, coverage, keys] = await Promise.all(
    ['/requests', '/findings?final=true', '/coverage', '/keys'].map(read),
  );
  return { requests, findings, coverage, keys };
}
