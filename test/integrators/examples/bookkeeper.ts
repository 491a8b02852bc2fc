import { timingSafeEqual } from 'node:crypto';
import { type Delivery, signatureOf } from '../../support/receiver.ts';

/** How a webhook receiver behaves. */
export interface BookkeeperHabits {
  /** How it verifies signatures. */
  readonly verifies: 'raw body' | 'rewritten body' | 'any seven characters before the digest' | 'not at all';
  readonly deduplicates: 'by event_id' | 'by signature' | 'not at all';
  /** Which of two statuses of an order it keeps. */
  readonly keeps: 'latest event' | 'last received';
  readonly reads: 'body' | 'header';
  readonly onUnknown: 'ignore' | 'fail';
  /** The response status for a delivery that it considers forged. */
  readonly forgedStatus: number;
}

export const CAREFUL: BookkeeperHabits = {
  verifies: 'raw body',
  deduplicates: 'by event_id',
  keeps: 'latest event',
  reads: 'body',
  onUnknown: 'ignore',
  forgedStatus: 401,
};

const KNOWN_KEYS = ['event', 'event_id', 'created_at', 'data'];
const KNOWN_EVENTS = [
  'processing',
  'delegating',
  'delegated',
  'undelegating',
  'completed',
  'review',
  'failed',
];

interface Kept {
  readonly status: string;
  readonly refunded: boolean;
  readonly createdAt: string;
}

const bytesEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Tracks orders by their webhooks, and credits a customer when Energy was delegated. */
export class Bookkeeper {
  readonly books = new Map<number, Kept>();
  /** The orders for which a customer was credited, once for each credit. */
  readonly credited: number[] = [];
  readonly accepted: string[] = [];
  rejected = 0;
  readonly #seen = new Set<string>();
  readonly #secret: string;
  readonly #habits: BookkeeperHabits;

  constructor(secret: string, habits: Partial<BookkeeperHabits> = {}) {
    this.#secret = secret;
    this.#habits = { ...CAREFUL, ...habits };
  }

  statusOf(orderId: number): string | undefined {
    return this.books.get(orderId)?.status;
  }

  /** Processes a delivery and returns the response status. */
  readonly take = (delivery: Delivery): number => {
    if (!this.#isGenuine(delivery)) {
      this.rejected += 1;
      return this.#habits.forgedStatus;
    }
    const { event, headers } = delivery;
    const kind = this.#habits.reads === 'body' ? event.event : headers['x-webhook-event']!;
    if (this.#isUnexpected(delivery, kind)) return this.#habits.onUnknown === 'fail' ? 500 : 204;
    if (this.#isRepeat(delivery)) return 204;
    this.accepted.push(kind);
    this.#book(delivery, kind.replace('order.', ''));
    return 204;
  };

  #isGenuine({ body, headers }: Delivery): boolean {
    const sent = headers['x-webhook-signature'] ?? '';
    switch (this.#habits.verifies) {
      case 'raw body':
        return bytesEqual(sent, signatureOf(body, this.#secret));
      case 'rewritten body': {
        const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))));
        return bytesEqual(sent, signatureOf(rewritten, this.#secret));
      }
      case 'any seven characters before the digest':
        return signatureOf(body, this.#secret).endsWith(sent.slice(-64));
      case 'not at all':
        return true;
    }
  }

  #isUnexpected({ event }: Delivery, kind: string): boolean {
    const isUnknown = !KNOWN_EVENTS.includes(kind.replace('order.', ''));
    const hasMore = Object.keys(event).some(key => !KNOWN_KEYS.includes(key));
    return isUnknown || (this.#habits.onUnknown === 'fail' && hasMore);
  }

  #isRepeat({ event, headers }: Delivery): boolean {
    const { deduplicates } = this.#habits;
    if (deduplicates === 'not at all') return false;
    const mark = deduplicates === 'by event_id' ? event.event_id : headers['x-webhook-signature']!;
    if (this.#seen.has(mark)) return true;
    this.#seen.add(mark);
    return false;
  }

  #book({ event }: Delivery, status: string): void {
    const { order_id: orderId, refunded } = event.data;
    if (status === 'delegated') this.credited.push(orderId);
    const before = this.books.get(orderId);
    if (this.#habits.keeps === 'latest event' && before && before.createdAt > event.created_at) return;
    const newStatus = this.#habits.reads === 'body' ? event.data.status : status;
    this.books.set(orderId, { status: newStatus, refunded, createdAt: event.created_at });
  }
}
