import { getOrMake } from '../core/domain/collections.ts';
import type { Account } from '../core/engine/account.ts';
import type { AttemptOutcome } from '../core/engine/account-state.ts';
import { readWebhook, SCRIPTED_HEADER } from '../core/webhook/read-webhook.ts';
import { explainSignature, type SignatureVerdict } from '../core/webhook/signature.ts';
import type { RenderedMessage, WebhookMessage } from '../host/delivery-runner.ts';
import { Slots } from '../host/node/concurrency.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { LatestItems } from '../host/request-journal.ts';
import { CANCELED, notSent, outcomeOfStatus, STOPPED } from './attempt-outcome.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT } from './delivery-limits.ts';

/**
 * The state of the response to an arrival. `pending`: it has not been sent. `sent`: it was sent completely. `timeout`:
 * the sandbox stopped waiting for it. `aborted`: the account was reset, restored or deleted, or the sandbox was
 * stopped.
 */
type ResponseState = 'pending' | 'sent' | 'timeout' | 'aborted';

export interface Arrival {
  /** The number of the arrival in its account, from 1; grows until the arrivals are cleared. */
  readonly number: number;
  /** On the account's clock. */
  readonly atMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The event type from the body, otherwise from the header; empty if neither has it. */
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly externalId: string | null;
  readonly signature: SignatureVerdict;
  /** The number of the first arrival with the same event id; null if this is the first. */
  readonly duplicateOf: number | null;
  state: ResponseState;
  /** Null if there is no response. */
  status: number | null;
  /** Real milliseconds until the response or its end; null while it is pending. */
  durationMs: number | null;
}

export const MAX_ARRIVALS = 500;
/** The maximum number of event ids of an account that are remembered, to recognize duplicates. */
export const MAX_EVENT_IDS = 5_000;

class Arrivals extends LatestItems<Arrival> {
  #firstOf = new Map<string, number>();

  constructor() {
    super(MAX_ARRIVALS);
  }

  add(arrived: Omit<Arrival, 'number' | 'duplicateOf' | 'state' | 'status' | 'durationMs'>): Arrival {
    const arrival: Arrival = {
      ...arrived,
      number: this.recorded + 1,
      duplicateOf: this.#firstOf.get(arrived.eventId) ?? null,
      state: 'pending',
      status: null,
      durationMs: null,
    };
    this.record(arrival);
    if (arrival.duplicateOf === null && arrival.eventId !== '') this.#remember(arrival);
    return arrival;
  }

  /** Forgets all arrivals, so that an event that arrives again is no duplicate. @returns how many there were */
  override clear(): number {
    this.#firstOf = new Map();
    return super.clear();
  }

  #remember({ eventId, number }: Arrival): void {
    this.#firstOf.set(eventId, number);
    if (this.#firstOf.size > MAX_EVENT_IDS) this.#firstOf.delete(this.#firstOf.keys().next().value!);
  }
}

export interface ReceiverSettings {
  readonly status: number;
  /** Real milliseconds between a delivery and its response. */
  readonly delayMs: number;
  /** True if it never responds, so that the delivery times out. */
  readonly hang: boolean;
  /** True to respond with 401 immediately to a delivery without a valid signature. */
  readonly verify: boolean;
  /** The number of deliveries to which status, delay and hang still apply; later ones get 200. Null: all deliveries. */
  readonly times: number | null;
}

export const DEFAULT_RECEIVER: ReceiverSettings = {
  status: 200,
  delayMs: 0,
  hang: false,
  verify: true,
  times: null,
};

type Reaction = Pick<ReceiverSettings, 'status' | 'delayMs' | 'hang'>;

const REFUSAL: Reaction = { status: 401, delayMs: 0, hang: false };

/** A delivery whose signature is refused does not count towards `times`. */
function react(settings: ReceiverSettings, isSigned: boolean): [reaction: Reaction, next: ReceiverSettings] {
  if (settings.verify && !isSigned) return [REFUSAL, settings];
  const { status, delayMs, hang, verify, times } = settings;
  const reaction = { status, delayMs, hang };
  if (times === null) return [reaction, settings];
  return [reaction, times > 1 ? { ...settings, times: times - 1 } : { ...DEFAULT_RECEIVER, verify }];
}

interface AccountReceiverParts {
  readonly clock: HostClock;
  readonly nowMs: () => number;
  readonly secret: () => string;
  readonly changed: (arrival: Arrival) => void;
}

const SCRIPTED = Object.freeze({ [SCRIPTED_HEADER]: 'yes' });
const HEADERS = Object.freeze({ 'content-type': 'application/json', ...SCRIPTED });

const EXPLANATIONS: Readonly<Record<number, string>> = {
  200: '{"received":true}',
  401: '{"error":"the signature is not valid"}',
};

export class AccountReceiver {
  /** The settings for new responses. Pending responses do not change. */
  settings: ReceiverSettings = DEFAULT_RECEIVER;
  readonly arrivals = new Arrivals();
  readonly #parts: AccountReceiverParts;
  readonly #pending = new Set<(reason: string) => void>();

  constructor(parts: AccountReceiverParts) {
    this.#parts = parts;
  }

  /**
   * A canceled message is not received.
   * @param timeoutMs how long the sender waits for the response, in real time
   * @throws Error if the message cannot be rendered
   */
  take(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    const rendered = message.render();
    if (!rendered) return Promise.resolve(notSent(CANCELED));
    const arrival = this.#arrive(rendered);
    const [reaction, next] = react(this.settings, arrival.signature.valid);
    this.settings = next;
    this.#parts.changed(arrival);
    const isLate = reaction.hang || reaction.delayMs >= timeoutMs;
    const waitMs = isLate ? timeoutMs : reaction.delayMs;
    if (waitMs === 0) return Promise.resolve(this.#respond(arrival, reaction, 0));
    return this.#after(waitMs, arrival, passedMs =>
      isLate ? this.#expire(arrival, timeoutMs) : this.#respond(arrival, reaction, passedMs),
    );
  }

  abort(reason: string): void {
    for (const end of [...this.#pending]) end(reason);
  }

  /** Ends all pending responses and forgets the arrivals. */
  restart(): void {
    this.abort(CANCELED);
    this.arrivals.clear();
  }

  #arrive({ headers, body }: RenderedMessage): Arrival {
    const { event, eventId, orderId, externalId } = readWebhook(body, name => headers[name]);
    return this.arrivals.add({
      atMs: this.#parts.nowMs(),
      headers,
      body,
      event: event ?? '',
      eventId: eventId ?? '',
      orderId,
      externalId,
      signature: explainSignature({
        body,
        header: headers['X-Webhook-Signature'],
        secret: this.#parts.secret(),
      }),
    });
  }

  #after(
    waitMs: number,
    arrival: Arrival,
    end: (passedMs: number) => AttemptOutcome,
  ): Promise<AttemptOutcome> {
    const { clock } = this.#parts;
    const startedMs = clock.monotonicMs();
    return new Promise(resolve => {
      const abort = (reason: string): void => {
        cancel();
        this.#pending.delete(abort);
        this.#finish(arrival, 'aborted', null, Math.round(clock.monotonicMs() - startedMs));
        resolve(notSent(reason));
      };
      const cancel = clock.wake(waitMs, () => {
        this.#pending.delete(abort);
        resolve(end(Math.round(clock.monotonicMs() - startedMs)));
      });
      this.#pending.add(abort);
    });
  }

  #respond(arrival: Arrival, { status }: Reaction, durationMs: number): AttemptOutcome {
    this.#finish(arrival, 'sent', status, durationMs);
    const body = EXPLANATIONS[status] ?? `{"told_to_respond_with":${status}}`;
    const kind = outcomeOfStatus(status);
    const error = kind === 'redirected' ? 'redirects are not followed: no location' : null;
    return { kind, status, headers: HEADERS, body, error, durationMs };
  }

  #expire(arrival: Arrival, timeoutMs: number): AttemptOutcome {
    this.#finish(arrival, 'timeout', null, timeoutMs);
    return {
      kind: 'timeout',
      status: null,
      headers: SCRIPTED,
      body: '',
      error: `the built-in receiver: no response was received within ${timeoutMs} ms`,
      durationMs: timeoutMs,
    };
  }

  #finish(arrival: Arrival, state: Arrival['state'], status: number | null, durationMs: number): void {
    arrival.state = state;
    arrival.status = status;
    arrival.durationMs = durationMs;
    this.#parts.changed(arrival);
  }
}

interface ReceiverParts {
  readonly clock: HostClock;
  readonly accountNamed: (name: string) => Account | null;
  readonly nowMs: (account: Account) => number;
}

type Follower = (account: Account, arrival: Arrival) => void;

/**
 * The sandbox's own webhook receiver, for the destination `sandbox:receiver`. It needs no port. Each account has its own
 * settings and arrivals.
 */
export class BuiltInReceiver {
  readonly #parts: ReceiverParts;
  readonly #ofAccount = new WeakMap<Account, AccountReceiver>();
  readonly #slots = new Slots<string>(MAX_CONCURRENCY_PER_ACCOUNT);
  readonly #running = new Set<AccountReceiver>();
  #follower: Follower = () => undefined;
  #isClosed = false;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /** Every failure is an outcome. @throws Error if the message cannot be rendered */
  receive(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome> {
    const account = this.#parts.accountNamed(message.account);
    if (!account) return Promise.resolve(notSent(CANCELED));
    const receiver = this.of(account);
    return this.#slots.run(message.account, () =>
      this.#isClosed ? Promise.resolve(notSent(STOPPED)) : receiver.take(message, timeoutMs),
    );
  }

  abort(name: string): void {
    const account = this.#parts.accountNamed(name);
    if (account) this.#ofAccount.get(account)?.abort(CANCELED);
  }

  of(account: Account): AccountReceiver {
    return getOrMake(this.#ofAccount, account, () => {
      const { clock, nowMs } = this.#parts;
      const receiver = new AccountReceiver({
        clock,
        nowMs: () => nowMs(account),
        secret: () => account.state.webhook.secret,
        changed: arrival => this.#follower(account, arrival),
      });
      this.#running.add(receiver);
      return receiver;
    });
  }

  follow(follower: Follower): void {
    this.#follower = follower;
  }

  /** The settings stay. */
  restarted(account: Account): void {
    this.#ofAccount.get(account)?.restart();
  }

  closed(account: Account): void {
    const receiver = this.#ofAccount.get(account);
    if (!receiver) return;
    receiver.restart();
    this.#running.delete(receiver);
  }

  /** Nothing is received afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#slots.releaseAll();
    for (const receiver of this.#running) receiver.abort(STOPPED);
  }
}
