import { createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CorrectReceiver, type Payload, type Received, type Reply, wait } from './receivers.ts';

/** A receiver with one bug, and the case that finds it. */
export interface FaultyReceiver {
  readonly bug: string;
  readonly foundBy: string;
  /** Whether only a probe shows the bug. */
  readonly needsProbe: boolean;
  readonly create: () => CorrectReceiver;
}

const KNOWN_FIELDS = ['event', 'event_id', 'created_at', 'data'];
const KNOWN_EVENTS = /^order\.(processing|delegating|delegated|undelegating|completed|review|failed)$/;
const DAY_MS = 86_400_000;

/** Lets requests that were sent at the same time arrive, however busy the machine is. */
async function others(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await nextTurn();
}
const signatureIn = ({ headers }: Received): string => String(headers['x-webhook-signature'] ?? '');

class FailsOnUndelegating extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return payload.event === 'order.undelegating' ? 500 : super.handle(payload, received);
  }
}

class KnowsNoReview extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return payload.event === 'order.review' ? 400 : super.handle(payload, received);
  }
}

class CountsInFractionsOfASun extends CorrectReceiver {
  override amountOf(priceTrx: number): number {
    return priceTrx * 1_000_000;
  }
}

class RoundsToCents extends CorrectReceiver {
  override amountOf(priceTrx: number): number {
    return Math.round(priceTrx * 100) / 100;
  }
}

class ChecksOnlyTheForm extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return /^sha256=[0-9a-f]{64}$/.test(signatureIn(received));
  }
}

class ComparesOnlyThePrefix extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return signatureIn(received).slice(0, 7) === this.signatureOf(received.body).slice(0, 7);
  }
}

class StoresBeforeItRefuses extends CorrectReceiver {
  override async receive(received: Received): Promise<Reply> {
    if (!this.verifies(received) && signatureIn(received) !== '') {
      await this.handle(JSON.parse(received.body.toString()) as Payload, received);
    }
    return super.receive(received);
  }
}

class VerifiesOnlyIfPresent extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return received.headers['x-webhook-signature'] === undefined || super.verifies(received);
  }
}

class TakesEmptyForCorrect extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return received.headers['x-webhook-signature'] === '' || super.verifies(received);
  }
}

class ComparesAsManyBytesAsGiven extends CorrectReceiver {
  override verifies(received: Received): boolean {
    const given = signatureIn(received);
    return given.startsWith('sha256=') && this.signatureOf(received.body).startsWith(given);
  }
}

class CutsOffAnyPrefix extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return signatureIn(received).replace('sha256=', '') === this.signatureOf(received.body).slice(7);
  }
}

/** It looks signatures up in a list instead of computing the one of this body. */
class SignsInAdvance extends CorrectReceiver {
  readonly #genuine = new Set<string>();

  override verifies(received: Received): boolean {
    if (super.verifies(received)) this.#genuine.add(signatureIn(received));
    return this.#genuine.has(signatureIn(received));
  }
}

class TrustsTheHeader extends CorrectReceiver {
  override async handle(payload: Payload, { headers }: Received): Promise<Reply> {
    if (this.isNew(payload)) this.apply(payload, String(headers['x-webhook-event']).replace('order.', ''));
    return 204;
  }
}

class VerifiesParsedJson extends CorrectReceiver {
  override verifies(received: Received): boolean {
    if (super.verifies({ ...received, headers: {} })) return true;
    try {
      const body = Buffer.from(JSON.stringify(JSON.parse(received.body.toString())));
      // The line feed at the end is not its bug.
      const newline = received.body.at(-1) === 10 ? Buffer.from('\n') : Buffer.alloc(0);
      return super.verifies({ ...received, body: Buffer.concat([body, newline]) });
    } catch {
      return false;
    }
  }
}

class TrimsTheBody extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return super.verifies({ ...received, body: Buffer.from(received.body.toString().trim()) });
  }
}

class NeedsALength extends CorrectReceiver {
  override async receive(received: Received): Promise<Reply> {
    return received.headers['transfer-encoding'] ? 411 : super.receive(received);
  }
}

class RefusesUnknownEvents extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return KNOWN_EVENTS.test(payload.event) ? super.handle(payload, received) : 400;
  }
}

class TakesUnknownForFailed extends CorrectReceiver {
  override apply(payload: Payload): void {
    super.apply(payload, KNOWN_EVENTS.test(payload.event) ? payload.data.status : 'failed');
  }
}

class RefusesUnknownFields extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const isKnown = Object.keys(payload).every(name => KNOWN_FIELDS.includes(name));
    return isKnown ? super.handle(payload, received) : 422;
  }
}

class VerifiesDecodedText extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return super.verifies({ ...received, body: Buffer.from(received.body.toString('latin1')) });
  }
}

class RefusesRepeats extends CorrectReceiver {
  override async handle(payload: Payload): Promise<Reply> {
    if (!this.isNew(payload)) return 409;
    this.apply(payload);
    return 204;
  }
}

class CountsRepeats extends CorrectReceiver {
  override isNew(): boolean {
    return true;
  }
}

class ChecksThenActs extends CorrectReceiver {
  override async handle(payload: Payload): Promise<Reply> {
    if (this.seen.has(payload.event_id)) return 204;
    await others();
    this.seen.add(payload.event_id);
    this.apply(payload);
    return 204;
  }
}

class TakesTheLatestArrival extends CorrectReceiver {
  override replaces(): boolean {
    return true;
  }
}

class RefusesOlderEvents extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const stored = this.orders.get(payload.data.external_id)?.status;
    const isOlder = stored !== undefined && !this.seen.has(payload.event_id) && !this.isNext(payload, stored);
    return isOlder && KNOWN_EVENTS.test(payload.event) ? 400 : super.handle(payload, received);
  }

  isNext({ data }: Payload, stored: string): boolean {
    return this.replaces(data.status, stored);
  }
}

/** Counts each event once, but credits a refund whenever it is reported. */
class CreditsRepeatedRefunds extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const order = this.orders.get(payload.data.external_id);
    if (order && payload.data.refunded && this.seen.has(payload.event_id)) order.effects += 1;
    return super.handle(payload, received);
  }
}

class ForgetsAtTheEnd extends CorrectReceiver {
  override apply(payload: Payload): void {
    super.apply(payload);
    if (payload.event === 'order.completed') {
      for (const id of [...this.seen]) {
        if (id.startsWith(`order-${payload.data.order_id}-`) && id !== payload.event_id) this.seen.delete(id);
      }
    }
  }
}

class RefusesOldEvents extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const isOld = Date.parse(payload.created_at) < Date.now() - DAY_MS;
    return isOld ? 400 : super.handle(payload, received);
  }
}

class OverwritesOnRepeat extends CorrectReceiver {
  override async handle(payload: Payload): Promise<Reply> {
    const order = this.orders.get(payload.data.external_id);
    if (this.isNew(payload)) this.apply(payload);
    else if (order && this.replaces(payload.data.status, order.status)) order.status = payload.data.status;
    return 204;
  }
}

class RemembersForgedIds extends CorrectReceiver {
  override async receive(received: Received): Promise<Reply> {
    if (!this.takesMethod(received.method)) return 405;
    const id = String(received.headers['x-webhook-id'] ?? '');
    const isNew = id === '' || !this.seen.has(id);
    this.seen.add(id);
    if (!this.verifies(received)) return 401;
    const payload = JSON.parse(received.body.toString()) as Payload;
    if (isNew) this.apply(payload);
    return 204;
  }
}

class WorksTooLong extends CorrectReceiver {
  #completed = 0;

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    // Not in the plain run, so that the test takes this time once.
    if (payload.event === 'order.completed' && ++this.#completed > 1) await wait(5_200);
    return super.handle(payload, received);
  }
}

class RedirectsFailures extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    if (payload.event === 'order.failed') return { status: 302, location: '/login' };
    return super.handle(payload, received);
  }
}

class ActsOnGet extends CorrectReceiver {
  override takesMethod(method: string): boolean {
    return method === 'POST' || method === 'GET';
  }
}

class ParsesBeforeItVerifies extends CorrectReceiver {
  override verifies(received: Received): boolean {
    JSON.parse(received.body.toString());
    return super.verifies(received);
  }
}

class SharesAVariable extends CorrectReceiver {
  #current: Payload | null = null;

  override async handle(payload: Payload): Promise<Reply> {
    if (!this.isNew(payload)) return 204;
    this.#current = payload;
    await others();
    this.apply({ ...payload, data: { ...payload.data, txid: this.#current.data.txid } });
    return 204;
  }
}

class TakesReviewForTheEnd extends CorrectReceiver {
  override replaces(status: string, stored: string): boolean {
    return stored !== 'review' && super.replaces(status, stored);
  }
}

class PaysBackInReview extends CorrectReceiver {
  override paysBack(status: string, data: Payload['data']): boolean {
    return status === 'review' || super.paysBack(status, data);
  }
}

class IgnoresFailures extends CorrectReceiver {
  override apply(payload: Payload): void {
    if (payload.event !== 'order.failed') super.apply(payload);
  }
}

class PaysBackEveryFailure extends CorrectReceiver {
  override paysBack(status: string): boolean {
    return status === 'failed';
  }
}

class ComparesBytes extends CorrectReceiver {
  override async handle(payload: Payload, { body }: Received): Promise<Reply> {
    if (this.isNew({ ...payload, event_id: body.toString() })) this.apply(payload);
    return 204;
  }
}

class ForgetsAtARestart extends CorrectReceiver {
  override restart(): void {
    this.seen.clear();
  }
}

/** Reads an order, awaits, and writes it back without what happened meanwhile. */
class WritesBackWhatItRead extends CorrectReceiver {
  override async handle(payload: Payload): Promise<Reply> {
    const { external_id: id } = payload.data;
    const read = this.orders.get(id);
    const copy = read && { ...read };
    if (!this.isNew(payload)) return 204;
    await others();
    if (copy) this.orders.set(id, copy);
    else this.orders.delete(id);
    this.apply(payload);
    return 204;
  }
}

class CountsCharacters extends CorrectReceiver {
  override verifies(received: Received): boolean {
    const given = signatureIn(received);
    const expected = this.signatureOf(received.body);
    return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  }
}

class ComparesHalf extends CorrectReceiver {
  override verifies(received: Received): boolean {
    const given = signatureIn(received);
    return given.length > 10 && this.signatureOf(received.body).startsWith(given);
  }
}

class IgnoresCase extends CorrectReceiver {
  override verifies(received: Received): boolean {
    return signatureIn(received).toLowerCase() === this.signatureOf(received.body);
  }
}

class EndsAtARepeatedHeader extends CorrectReceiver {
  override async receive(received: Received): Promise<Reply> {
    if (signatureIn(received).includes(',')) await this.crash(true);
    return super.receive(received);
  }
}

/** Its earlier secret is not configured. */
class TakesAnEmptyKey extends CorrectReceiver {
  override verifies(received: Received): boolean {
    const withoutKey = createHmac('sha256', '').update(received.body).digest('hex');
    return signatureIn(received) === `sha256=${withoutKey}` || super.verifies(received);
  }
}

class NeedsAnExternalId extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    payload.data.external_id.trim();
    return super.handle(payload, received);
  }
}

class StoresIdsIn32Bits extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return payload.data.order_id > 2 ** 32 ? 500 : super.handle(payload, received);
  }
}

class TakesTheIdFromTheHeader extends CorrectReceiver {
  override async handle(payload: Payload, { headers }: Received): Promise<Reply> {
    if (this.isNew({ ...payload, event_id: String(headers['x-webhook-id']) })) this.apply(payload);
    return 204;
  }
}

/** Lets the time of the last change decide. */
class OrdersByTime extends CorrectReceiver {
  readonly #changed = new Map<string, string>();
  readonly #isNewer: (left: string, right: string) => boolean;

  constructor(isNewer: (left: string, right: string) => boolean) {
    super();
    this.#isNewer = isNewer;
  }

  override apply(payload: Payload): void {
    const { external_id: id, status, refunded, updated_at: time } = payload.data;
    const order = this.storedOrder(id);
    if (!this.#isNewer(String(time), this.#changed.get(id) ?? '')) return;
    this.#changed.set(id, String(time));
    Object.assign(order, { status, refunded });
  }
}

class PaysBackTwice extends CorrectReceiver {
  override amountOf(priceTrx: number): number {
    return 2 * priceTrx;
  }
}

class TakesEventsOfAnOrderForRepeats extends CorrectReceiver {
  override isNew(payload: Payload): boolean {
    return super.isNew({ ...payload, event_id: String(payload.data.order_id) });
  }
}

/** Remembers an event, and then fails once. */
class LosesAnEventByARepeat extends CorrectReceiver {
  #failures = 0;

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    if (payload.event !== 'order.failed' || this.#failures++ > 0) return super.handle(payload, received);
    this.isNew(payload);
    return 500;
  }
}

const seenInAnswers = (bug: string, foundBy: string, create: () => CorrectReceiver): FaultyReceiver => ({
  bug,
  foundBy,
  needsProbe: false,
  create,
});
const seenByProbe = (bug: string, foundBy: string, create: () => CorrectReceiver): FaultyReceiver => ({
  bug,
  foundBy,
  needsProbe: true,
  create,
});

/** Receivers with one bug each. */
export const FAULTY_RECEIVERS: readonly FaultyReceiver[] = [
  seenInAnswers('fails on one of the five events', 'genuine', () => new FailsOnUndelegating()),
  seenInAnswers('does not know order.review', 'review-then-delivered', () => new KnowsNoReview()),
  seenByProbe('takes review for the end', 'review-then-delivered', () => new TakesReviewForTheEnd()),
  seenByProbe('pays back in review', 'review-then-delivered', () => new PaysBackInReview()),
  seenByProbe('ignores failures', 'failed-with-refund', () => new IgnoresFailures()),
  seenByProbe('pays back every failure', 'failed-without-refund', () => new PaysBackEveryFailure()),
  seenByProbe('counts in fractions of a sun', 'money', () => new CountsInFractionsOfASun()),
  seenByProbe('rounds amounts to cents', 'money', () => new RoundsToCents()),
  seenInAnswers('checks only the form of the signature', 'forged-secret', () => new ChecksOnlyTheForm()),
  seenByProbe('stores before it refuses', 'forged-secret', () => new StoresBeforeItRefuses()),
  seenInAnswers(
    'compares only the prefix of the signature',
    'forged-body',
    () => new ComparesOnlyThePrefix(),
  ),
  seenInAnswers(
    'verifies only if there is a signature',
    'signature-header',
    () => new VerifiesOnlyIfPresent(),
  ),
  seenInAnswers(
    'takes an empty signature for a correct one',
    'signature-header',
    () => new TakesEmptyForCorrect(),
  ),
  seenInAnswers(
    'compares as many bytes as were given',
    'signature-header',
    () => new ComparesAsManyBytesAsGiven(),
  ),
  seenInAnswers('cuts off a prefix that may be missing', 'signature-header', () => new CutsOffAnyPrefix()),
  seenInAnswers('accepts a signature that it has seen before', 'forged-body', () => new SignsInAdvance()),
  seenByProbe('trusts X-Webhook-Event', 'other-headers', () => new TrustsTheHeader()),
  seenInAnswers('verifies reserialized JSON', 'reserialised', () => new VerifiesParsedJson()),
  seenInAnswers('trims the body', 'trailing-newline', () => new TrimsTheBody()),
  seenInAnswers('requires a Content-Length', 'other-headers', () => new NeedsALength()),
  seenInAnswers('refuses unknown events', 'unknown-event', () => new RefusesUnknownEvents()),
  seenByProbe('takes an unknown event for a failure', 'unknown-event', () => new TakesUnknownForFailed()),
  seenInAnswers('refuses unknown fields', 'extra-field', () => new RefusesUnknownFields()),
  seenInAnswers('verifies text that it decoded as Latin-1', 'extra-field', () => new VerifiesDecodedText()),
  seenInAnswers('answers 409 to repeats', 'duplicate', () => new RefusesRepeats()),
  seenByProbe('counts repeats', 'duplicate', () => new CountsRepeats()),
  seenByProbe('credits a repeated refund', 'duplicate', () => new CreditsRepeatedRefunds()),
  seenByProbe('checks for repeats before it awaits', 'duplicate-at-once', () => new ChecksThenActs()),
  seenByProbe('writes back what it read', 'duplicate-at-once', () => new WritesBackWhatItRead()),
  seenByProbe('recognizes repeats by their bytes', 'reserialised', () => new ComparesBytes()),
  seenByProbe('remembers events in memory only', 'restarted', () => new ForgetsAtARestart()),
  seenByProbe(
    'takes the latest arrival for the latest state',
    'reordered',
    () => new TakesTheLatestArrival(),
  ),
  seenInAnswers('refuses events that arrive late', 'reordered', () => new RefusesOlderEvents()),
  seenByProbe('forgets event_ids at the end of an order', 'duplicate', () => new ForgetsAtTheEnd()),
  seenInAnswers('refuses events older than a day', 'late', () => new RefusesOldEvents()),
  seenByProbe('overwrites what it stored', 'same-id-other-content', () => new OverwritesOnRepeat()),
  seenByProbe('remembers event_ids of forgeries', 'forged-secret', () => new RemembersForgedIds()),
  seenInAnswers('sometimes works for more than five seconds', 'answer-time', () => new WorksTooLong()),
  seenInAnswers('redirects one event to a login page', 'genuine', () => new RedirectsFailures()),
  seenByProbe('acts on GET', 'other-methods', () => new ActsOnGet()),
  seenInAnswers('parses before it verifies', 'garbage', () => new ParsesBeforeItVerifies()),
  seenByProbe('shares a variable between requests', 'parallel-orders', () => new SharesAVariable()),
  seenInAnswers('counts characters, not bytes', 'signature-header', () => new CountsCharacters()),
  seenInAnswers('accepts a part of the signature', 'signature-header', () => new ComparesHalf()),
  seenInAnswers('ignores case in the signature', 'signature-header', () => new IgnoresCase()),
  seenInAnswers('ends at a repeated header', 'signature-header', () => new EndsAtARepeatedHeader()),
  seenInAnswers('accepts an empty key', 'forged-secret', () => new TakesAnEmptyKey()),
  seenInAnswers('requires an external_id', 'null-or-large', () => new NeedsAnExternalId()),
  seenInAnswers('stores ids in 32 bits', 'null-or-large', () => new StoresIdsIn32Bits()),
  seenByProbe('takes the event_id from the header', 'other-headers', () => new TakesTheIdFromTheHeader()),
  seenByProbe(
    'ignores a second change in the same second',
    'same-second',
    () => new OrdersByTime((left, right) => left > right),
  ),
  seenByProbe(
    'lets the later of two events of one second win',
    'same-second',
    () => new OrdersByTime((left, right) => left >= right),
  ),
  seenByProbe('pays back twice the price', 'money', () => new PaysBackTwice()),
  seenByProbe(
    'takes all events of an order for repeats',
    'genuine',
    () => new TakesEventsOfAnOrderForRepeats(),
  ),
  seenByProbe('loses an event by its repeat', 'genuine', () => new LosesAnEventByARepeat()),
];
