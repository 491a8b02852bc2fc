import type { components } from '../../contract/control-v1.generated.ts';
import { span } from '../../core/text/wording.ts';

type Schemas = components['schemas'];

/** The records of the control API about an order. */
export interface OrderRecord {
  readonly order: Schemas['OrderDetail'];
  /** The requests that concern the order or give its external_id, in the order in which they were made. */
  readonly requests: readonly Schemas['RequestSummary'][];
  /** The advances of the account's clock, oldest first. */
  readonly advances: readonly Schemas['PastAdvance'][];
}

/** Reads the lists that a diagram needs from the control API. Each resolves with its latest items, newest first. */
export interface RecordReader {
  readonly requests: (externalId: string) => Promise<OrderRecord['requests']>;
  readonly advances: () => Promise<OrderRecord['advances']>;
}

/** The query of both lists. */
export const LATEST = { sort: 'newest', limit: 1_000 } as const;

/** Reads what a diagram needs besides the order. Without an external_id, only the requests of the order are known. */
export async function readOrderRecord(
  order: OrderRecord['order'],
  reader: RecordReader,
): Promise<OrderRecord> {
  const { external_id } = order;
  const [requests, advances] = await Promise.all([
    external_id === null ? null : reader.requests(external_id),
    reader.advances(),
  ]);
  return {
    order,
    requests: requests ? requests.toReversed() : order.requests,
    advances: advances.toReversed(),
  };
}

/** Tells whether a request made an order. */
export const makes =
  ({ id }: Pick<Schemas['Order'], 'id'>) =>
  ({ orders, operation, status }: Schemas['RequestSummary']): boolean =>
    orders.includes(id) && operation?.startsWith('create') === true && status !== 200;

/** The participants of a diagram, from left to right. */
export type Lifeline = 'client' | 'service' | 'receiver';

/** The meaning of a step: good and bad for what succeeded and failed, warn for what was refused. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** The location of an arrow's bytes: a request of the journal, or a delivery of an event by its index. */
export type Evidence =
  | { readonly kind: 'request'; readonly id: string }
  | { readonly kind: 'delivery'; readonly eventId: string; readonly index: number };

/** What is true of an order, or what its client can know of it. */
export interface Belief {
  /** Null: there is no order, or the client knows of none. */
  readonly status: string | null;
  readonly isRefunded: boolean;
}

/** What a message that arrived tells the client about the order. */
export interface News {
  readonly status: string;
  /** Null if the message does not say it. */
  readonly isRefunded: boolean | null;
  /** The instant at which this was true. A message can arrive after a more recent one. */
  readonly asOfMs: number;
}

/** A message from one lifeline to another. */
export interface Arrow {
  readonly kind: 'arrow';
  /** On the account's clock, ISO 8601. */
  readonly at: string;
  readonly from: Lifeline;
  readonly to: Lifeline;
  readonly isResponse: boolean;
  readonly text: string;
  /** A detail, such as the latency; may be empty. */
  readonly note: string;
  readonly tone: Tone;
  /** Why the message did not arrive; null if it did. */
  readonly lost: string | null;
  /** True if it is scheduled and has not been sent. */
  readonly isAhead: boolean;
  /** One entry per message; several if the arrow stands for repeated messages. */
  readonly evidence: readonly Evidence[];
  /** Null, or absent, if the client learns nothing about the order from it. */
  readonly news?: News | null;
}

/** Something that happened within the service. */
export interface Mark {
  readonly kind: 'mark';
  readonly at: string;
  readonly text: string;
  readonly note: string;
  readonly tone: Tone;
  readonly isAhead: boolean;
  /** What is true of the order from then on. */
  readonly truth?: Partial<Belief>;
}

/** Time in which the client's knowledge differs from the truth. It follows the step that caused it. */
export interface Difference {
  readonly kind: 'difference';
  readonly text: string;
  readonly from: string;
  /** Null if the client still does not know. */
  readonly to: string | null;
  /** The number of steps after it that belong to it. If it ends, the last of them is the step that ends it. */
  readonly steps: number;
  readonly isAhead: false;
}

/** Time in which nothing happened to the order. */
export interface Gap {
  readonly kind: 'gap';
  readonly from: string;
  readonly to: string;
  /** True if advances of the clock skipped all of it, up to a second. */
  readonly isAdvanced: boolean;
  /** True if it reaches into the future. */
  readonly isAhead: boolean;
}

/** A step that is recorded or scheduled. */
export type Recorded = Arrow | Mark | Gap;
export type Step = Recorded | Difference;

/** A sequence diagram of an order, independent of how it is drawn. */
export interface Diagram {
  /** Such as `Order 17, inv-1`. */
  readonly title: string;
  /** The date on which the order was created, in UTC: `2026-01-01`. */
  readonly date: string;
  readonly names: Readonly<Record<Lifeline, string>>;
  readonly steps: readonly Step[];
}

/** The title, with the date on which the times begin. */
export const titleOf = ({ title, date }: Diagram): string => `${title}, ${date} UTC`;

/** `00:00:12`, in UTC. */
export const clockText = (at: string): string => new Date(at).toISOString().slice(11, 19);

/** The text of a gap: how much time passed, how, and the date if it changed. */
export function gapText({ from, to, isAdvanced }: Gap): string {
  const length = span(Date.parse(to) - Date.parse(from));
  const words = isAdvanced ? `clock advanced by ${length}` : `${length} later`;
  return from.slice(0, 10) === to.slice(0, 10) ? words : `${words}, ${to.slice(0, 10)}`;
}

/** The details of an arrow or mark: why it was lost, and its note. */
export const detailOf = (step: Arrow | Mark): string =>
  [step.kind === 'arrow' ? step.lost : null, step.note].filter(Boolean).join(', ');

/** The text of an arrow or mark, with its details. */
export const stepText = (step: Arrow | Mark): string =>
  [step.text, detailOf(step)].filter(Boolean).join(', ');

/** For how long a client did not know; empty if it was less than a second, or is not over. */
export function lengthOf({ from, to }: Difference): string {
  const lengthMs = to === null ? 0 : Date.parse(to) - Date.parse(from);
  return lengthMs < 1_000 ? '' : `for ${span(lengthMs)}`;
}

/** The text of a difference: what the client does not know, and for how long. */
export const differenceText = (step: Difference): string =>
  [step.text, lengthOf(step)].filter(Boolean).join(', ');

/** A step as a sentence, for people who do not see the diagram. */
export function sentenceOf(step: Step, { names }: Diagram): string {
  if (step.kind === 'gap') return gapText(step);
  if (step.kind === 'difference') return `${clockText(step.from)}, ${differenceText(step)}`;
  const time = `${step.isAhead ? 'Due ' : ''}${clockText(step.at)}`;
  if (step.kind === 'mark') return `${time}, ${names.service}: ${stepText(step)}`;
  return `${time}, ${names[step.from]} to ${names[step.to]}: ${stepText(step)}`;
}
