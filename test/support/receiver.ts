import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { components } from '../../src/contract/energy-rental-v1.generated.ts';

type Schemas = components['schemas'];

/** A webhook's body, for any event. */
export interface ReceivedEvent {
  readonly event: Schemas['EventName'];
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Schemas['WebhookOrder'];
}

/** A delivery as received: its exact bytes and headers. */
export interface Delivery {
  readonly method: string;
  readonly path: string;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly event: ReceivedEvent;
}

/**
 * What a receiver does with a delivery: send a status, redirect, close the connection, not respond at all, or call an
 * async function that returns one of these.
 */
export type Reaction =
  | number
  | { readonly redirectTo: string }
  | 'reset'
  | 'hang'
  | ((delivery: Delivery) => Reaction | Promise<Reaction>);

/** A server that receives webhooks on a free port. */
export class WebhookReceiver {
  readonly deliveries: Delivery[] = [];
  /** Errors thrown by reactions. A test sandbox fails on close if there are any. */
  readonly failures: string[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));
  readonly #script: Reaction[] = [];
  #usual: Reaction = 204;

  /** Starts a receiver. */
  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks?from=sandbox`;
  }

  /** The bodies in order of arrival. */
  get events(): ReceivedEvent[] {
    return this.deliveries.map(({ event }) => event);
  }

  /** The names of the events in order of arrival. */
  get names(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** The reactions to the next deliveries, one each. Later deliveries get the default reaction. */
  next(...reactions: Reaction[]): void {
    this.#script.push(...reactions);
  }

  /** Leaves the next delivery without a response until `answer` gives its status. `arrived` resolves once it is there. */
  holdNext(): { readonly arrived: Promise<void>; answer(status: number): void } {
    let answer: (status: number) => void = () => undefined;
    const arrived = new Promise<void>(resolve => {
      this.next(
        () =>
          new Promise<number>(reply => {
            answer = reply;
            resolve();
          }),
      );
    });
    return { arrived, answer: status => answer(status) };
  }

  /** Sets the default reaction. */
  always(reaction: Reaction): void {
    this.#usual = reaction;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const delivery: Delivery = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body.toString('utf8')) as ReceivedEvent,
    };
    this.deliveries.push(delivery);
    const reaction = await this.#reactionTo(delivery);
    if (reaction === 'hang') return;
    if (reaction === 'reset') request.socket.resetAndDestroy();
    else if (typeof reaction === 'number') response.writeHead(reaction).end();
    else response.writeHead(302, { location: reaction.redirectTo }).end();
  }

  /** The result of the next reaction; a 500 if it throws. */
  async #reactionTo(delivery: Delivery): Promise<Exclude<Reaction, (delivery: Delivery) => unknown>> {
    let reaction = this.#script.shift() ?? this.#usual;
    try {
      while (typeof reaction === 'function') reaction = await reaction(delivery);
      return reaction;
    } catch (error) {
      this.failures.push(`the reaction to ${delivery.event.event_id} threw ${error}`);
      return 500;
    }
  }
}

/** The signature that a delivery must have (specification: Events, Delivery), computed independently of the server. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`;
