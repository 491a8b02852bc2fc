import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EnergyClient } from './energy-client.ts';
import { MemoryStore } from './memory-store.ts';
import { PatientApi } from './patient-api.ts';
import { webhookListener } from './receiver.ts';
import { ServiceApi } from './service-api.ts';
import type { Clock } from './time.ts';

/** An account of the sandbox, and how to advance its clock. */
export interface SandboxAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  advance(byMs: number): Promise<unknown>;
  /** How long the client waits for a response, in real milliseconds. Default: a minute. */
  readonly timeoutMs?: number;
}

/** The client, and the receiver on a free port, for a test. */
export class RunningIntegration implements AsyncDisposable {
  readonly store = new MemoryStore();
  readonly client: EnergyClient;
  readonly #server: Server;

  private constructor({ baseUrl, apiKey, webhookSecret, advance, timeoutMs = 60_000 }: SandboxAccount) {
    let nowMs = 0;
    const clock: Clock = {
      now: () => nowMs,
      sleep: async ms => {
        const byMs = Math.ceil(ms);
        await advance(byMs);
        nowMs += byMs;
      },
    };
    const random = (): number => 0.5;
    const service = new ServiceApi({ baseUrl, apiKey, timeoutMs });
    const api = new PatientApi({ api: service, clock, random });
    this.client = new EnergyClient({ api, store: this.store, clock, random });
    this.#server = createServer(webhookListener({ secret: webhookSecret, store: this.store }));
  }

  static async start(account: SandboxAccount): Promise<RunningIntegration> {
    const running = new RunningIntegration(account);
    running.#server.listen(0, '127.0.0.1');
    await once(running.#server, 'listening');
    return running;
  }

  /** Where webhooks are to be sent. */
  get webhookUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
