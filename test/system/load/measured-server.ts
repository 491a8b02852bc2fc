import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const CLI = pathOf('../../../dist/cli.js');
const PROBE = pathOf('./event-loop-probe.mjs');

/** The response to a call of the control API. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the call
  readonly body: any;
}

/** The built server in a process of its own, with a probe that measures the longest block of its event loop. */
export class MeasuredServer implements AsyncDisposable {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, banner: { readonly base_url: string; readonly api_key: string }) {
    this.#child = child;
    this.baseUrl = banner.base_url;
    this.apiKey = banner.api_key;
  }

  /** @param nodeFlags flags of Node */
  static async start(
    flags: readonly string[] = [],
    nodeFlags: readonly string[] = [],
  ): Promise<MeasuredServer> {
    const options: ForkOptions = {
      env: childEnvironment(),
      execArgv: [...nodeFlags, '--import', PROBE],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    };
    const child = endingWithFile(fork(CLI, ['--port', '0', '--json', ...flags], options));
    let text = '';
    for await (const chunk of child.stdout!) {
      text += chunk;
      if (text.includes('\n')) break;
    }
    return new MeasuredServer(child, JSON.parse(text));
  }

  /** Sends a request with the account's key. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.apiKey}`, 'Content-Type': 'application/json' },
      ...(text === undefined ? {} : { body: text }),
    });
    const received = await response.text();
    return { status: response.status, body: received === '' ? null : JSON.parse(received) };
  }

  /** Sends a call of the control API about the account. */
  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(method, `/_sandbox/accounts/me${path}`, body);
  }

  /** The longest block of the event loop since the last call, in milliseconds. */
  async longestBlock(): Promise<number> {
    this.#child.send('report');
    const [{ longestMs }] = (await once(this.#child, 'message')) as [{ longestMs: number }];
    return longestMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }
}
