import { EVENT_NAMES } from '../core/domain/order.ts';
import type { EventName } from './data-types.ts';
import { checkName, checkOptions, checkTimeout } from './errors.ts';
import type { SignatureVerdict, WebhookPayload } from './signature.ts';

/** A webhook delivery as received. */
export interface ReceivedWebhook {
  /** The exact bytes received. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  /** The parsed body; null if it is not a JSON object. */
  readonly payload: WebhookPayload | null;
  /** `payload.event`; if absent, the header X-Webhook-Event. */
  readonly event: string;
  /** `payload.event_id`; if absent, the header X-Webhook-Id. */
  readonly eventId: string;
  /** Whether the signature is valid for the bytes and the receiver's secret, and if not, why. */
  readonly signature: SignatureVerdict;
  /** Whether an earlier delivery had the same event id. */
  readonly isRepeat: boolean;
}

/**
 * The response to a delivery. By default 204 at once. It has the header `X-Sandbox-Scripted: yes`, by which the sandbox
 * knows that it says nothing about the integration.
 */
export interface WebhookAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Delay of the response in real milliseconds. */
  readonly delayMs?: number;
  /** true: no response, and the connection stays open. */
  readonly hang?: boolean;
  /** true: the connection is reset instead of a response. */
  readonly reset?: boolean;
}

/** A response, or a function that returns it, possibly asynchronously. If it throws, the response is 500. */
export type WebhookScript =
  | WebhookAnswer
  | ((delivery: ReceivedWebhook) => WebhookAnswer | undefined | Promise<WebhookAnswer | undefined>);

export interface ReceiverOptions {
  /** The secret for verifying signatures. Default: a random one. */
  readonly secret?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** The address to listen on. Default 127.0.0.1; `0.0.0.0` accepts deliveries from other machines and containers. */
  readonly host?: string;
  /**
   * The host in `url`: the name by which the sandbox reaches this machine, such as `host.docker.internal`. Default: the
   * host; if that is `0.0.0.0` or `::`, the first address of this machine that others can reach.
   */
  readonly publicHost?: string;
  /** The number of deliveries that get 503 first. */
  readonly failFirst?: number;
  /** The response to other deliveries. Default: 204 at once, whether the signature is valid or not. */
  readonly answer?: WebhookScript;
  /**
   * true: deliveries for which nothing else was set get what a correct receiver responds: 401 if the signature is
   * invalid, otherwise 204. A function that returns undefined leaves the response to this check as well. Findings judge
   * these responses like those of your own receiver. Default: false.
   */
  readonly verify?: boolean;
}

export interface ReceiverWait {
  /** An order id of the service, or an external_id. */
  readonly order?: number | string;
  /** Which matching delivery to return; 1 is the first. */
  readonly count?: number;
  /** In real milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/**
 * A server that receives webhooks in a test. Pass its `url` and `secret` to an account (`webhook: receiver` passes both)
 * and read the deliveries from `received`.
 */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  /** All deliveries in the order of arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** Sets the responses to the next deliveries, one each. Later deliveries get the default response. */
  answerNext(...scripts: readonly WebhookScript[]): void;
  /** Sets the default response. */
  answerAlways(script: WebhookScript): void;
  /**
   * Resolves with a delivery of an event (`order.delegated`, or `*` for any), including deliveries already received.
   * @throws WaitError if none arrives in time; it lists the deliveries received
   */
  waitFor(event: EventName | '*', wait?: ReceiverWait): Promise<ReceivedWebhook>;
  /** Clears `received`. */
  clear(): void;
  close(): Promise<void>;
}

/** Checks the response to a delivery; what a function returns is not checked. @throws SandboxError INVALID_OPTION */
export function checkAnswer(call: string, script: WebhookScript): void {
  if (typeof script === 'function') return;
  checkOptions(call, script, ['status', 'headers', 'body', 'delayMs', 'hang', 'reset']);
  checkTimeout(call, script.delayMs, 'delayMs');
}

/** @throws SandboxError INVALID_OPTION */
export function checkReceiverOptions(options: ReceiverOptions): void {
  checkOptions('createReceiver', options, [
    ...(['secret', 'port', 'host', 'publicHost', 'failFirst', 'answer', 'verify'] as const),
  ]);
  if (options.answer !== undefined) checkAnswer('createReceiver: answer', options.answer);
}

/** The events that can arrive: those of orders, and the unknown one that a scenario can send. */
const AWAITABLE = [...EVENT_NAMES, 'order.paused', '*'];

/** @throws SandboxError INVALID_OPTION */
export function checkReceiverWait(event: string, wait: ReceiverWait): void {
  checkName('waitFor', 'event', event, AWAITABLE);
  checkOptions('waitFor', wait, ['order', 'count', 'timeoutMs']);
  checkTimeout('waitFor', wait.timeoutMs);
}
