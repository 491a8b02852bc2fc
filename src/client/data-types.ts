import type { components, operations } from '../contract/control-v1.generated.ts';
import type { components as Service } from '../contract/energy-rental-v1.generated.ts';
import type { RuleId } from '../judge/findings/rule-ids.generated.ts';
import type { components as Inline } from './inline-scenario.generated.ts';

type Schemas = components['schemas'];

/** A schema of the control API, without the fields that the library types itself. */
export type FromWire<Name extends keyof Schemas, Replaced extends string = never> = Omit<
  NonNullable<Schemas[Name]>,
  Replaced
>;

/** The parameters by which an operation filters its list. */
export type FilterOf<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'limit' | 'cursor'
>;

export type { RuleId };
export type EventName = Schemas['EventName'];
export type OrderStatus = Schemas['OrderStatusName'];
export type Scope = Schemas['Scopes'][number];
export type OperationId = NonNullable<FilterOf<'listRequests'>['operation']>;
export type Severity = Finding['severity'];

/** A time on the account's clock, ISO 8601 in UTC: `2026-01-01T00:00:12.000Z`. */
export type Instant = Schemas['Instant'];

/** A number and a unit: `250ms`, `3s`, `61m`, `1h`, `2d`. */
export type Duration = Schemas['Duration'];

/** How a clock runs: in real time, n times as fast, or only when it is advanced. */
export type ClockMode = 'real' | 'manual' | `${number}x`;

export interface ClockReading extends FromWire<'Clock', 'next_due_at'> {}

/** An order: the fields of the specification, and how it was created. */
export interface Order extends FromWire<'Order'> {}

/** An order with its timeline. */
export interface OrderDetail extends FromWire<'OrderDetail'> {}

/** A scenario rule: its id, and its place as `file:line:column`. */
export type RuleName = NonNullable<OrderDetail['rule']>;

/** A status that an order entered. */
export interface TimelineStep extends FromWire<'TimelineStep'> {}

/** A change of the balance. The entries add up to the balance. */
export interface LedgerEntry extends FromWire<'LedgerEntry'> {}

/**
 * waiting: for an earlier event of the order; held: for a later one; scheduled: the time of the next attempt is set;
 * sending; and the final states delivered, exhausted (no attempt is left), dropped (by a scenario) and unsent (there was
 * no destination).
 */
export type EventState = WebhookEvent['state'];

/** A webhook event, without its deliveries. */
export interface WebhookEvent extends FromWire<'Event'> {}

/** A webhook event with every attempt to deliver it. */
export interface WebhookEventDetail extends FromWire<'EventDetail'> {}

/** A delivery of an event to the webhook destination. */
export interface Delivery extends FromWire<'Delivery'> {}

/** An API request, without headers and bodies. */
export interface RequestSummary extends FromWire<'RequestSummary'> {}

/** An API request with its response. */
export interface RequestDetail extends FromWire<'RequestDetail', 'json' | 'answer'> {
  /** The parsed body, if it is JSON. */
  readonly json?: unknown;
  readonly answer: Omit<FromWire<'RequestDetail'>['answer'], 'json'> & { readonly json?: unknown };
}

/** Something that the integration did wrong. The lists hold the first 20 ids each. */
export interface Finding extends FromWire<'Finding'> {
  /** The rule that reports it. */
  readonly rule: RuleId;
}

/** Whether a rule of findings was judged: a rule without findings may have had nothing to judge. */
export interface FindingRule extends FromWire<'FindingRule'> {
  readonly id: RuleId;
}

/** The tests' coverage of the service. */
export interface Coverage extends FromWire<'Coverage'> {}
export type CoverageItem = Coverage['items'][number];
export type CoverageGroup = CoverageItem['group'];

/** Something that happened to an account. The fields present depend on `kind`. */
export interface Happening extends FromWire<'Happening'> {}

/** The result of an advance. */
export interface Advanced extends FromWire<'Advanced'> {}

/** The current state of an account. */
export interface AccountInfo extends FromWire<'Account', 'clock'> {
  readonly clock: ClockReading;
}

/** Why an account cannot be used: an internal error in its work, or files that cannot be written. */
export interface AccountTrouble extends FromWire<'AccountTrouble'> {}

/** The webhook destination and the secret for signatures. */
export interface WebhookDestination extends FromWire<'Webhook'> {}

/** Information about the server. */
export interface SandboxInfo extends FromWire<'Info', 'degraded'> {}

/** An API key. The key itself is shown only when it is created. */
export interface Key extends FromWire<'Key'> {}

/** A scenario, without its rules. */
export interface ScenarioSummary extends FromWire<'Scenario', 'rules'> {}

/** The file of a scenario, as an account sees it. */
export interface ScenarioFile extends FromWire<'ScenarioFile'> {}

/** What an address has on the chain: TRX, USDT, Energy, bandwidth, and the orders that delegate Energy to it. */
export interface Wallet extends FromWire<'Wallet'> {}

/** A snapshot, without the saved state. */
export interface Snapshot extends FromWire<'Snapshot'> {}

/** A complete snapshot for export and import, as plain JSON. It contains the webhook secret but no API keys. */
export interface SnapshotFile extends Readonly<Schemas['SnapshotFile']> {
  readonly state: Readonly<Record<string, unknown>>;
}

/** The order created by a trigger, and the event that was triggered. */
export interface Triggered extends FromWire<'Triggered'> {}

/** How the built-in receiver of an account responds. */
export interface ReceiverDial extends FromWire<'Receiver'> {}

/** A delivery to the built-in receiver. */
export interface Arrival extends FromWire<'Arrival'> {}

/** The payload of a webhook, with the field names of the specification (specification: Events, Payload). */
export interface WebhookPayload {
  readonly event: EventName;
  /** The key by which receivers deduplicate. */
  readonly event_id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly data: WebhookOrder;
}

/** The order as it was at the change (specification: Webhook order data). */
export interface WebhookOrder extends Readonly<Service['schemas']['WebhookOrder']> {}

type Value<Fields, Name extends keyof Fields> = NonNullable<Fields[Name]>;

type ScenarioSchema = Inline['schemas']['InlineScenario'];

/** An inline scenario, with the keys of a scenario file. The server reports the place of each error. */
export interface InlineScenario extends ScenarioSchema {}
/** A rule for API requests. */
export type RequestRuleInput = Value<InlineScenario, 'requests'>[number];
/** A rule for the lifecycle of orders, chosen when an order is accepted. */
export type OrderRuleInput = Value<InlineScenario, 'orders'>[number];
/** A rule for webhook deliveries. */
export type WebhookRuleInput = Value<InlineScenario, 'webhooks'>[number];
/** The account state that `given` and `set` can change. */
export type ScenarioChange = Value<InlineScenario, 'given'>;
/** Conditions of any rule. All of them must hold. In strings, `*` and `?` are wildcards. */
export type ScenarioMatch = Value<OrderRuleInput, 'match'>;
/** A number, or inclusive bounds, at least one of them. */
export type NumberRange = Value<ScenarioMatch, 'package_id'>;
/** An ordinal from 1, a range of ordinals, or every nth: `every: 2` is every second one. */
export type CountRange = Value<ScenarioMatch, 'nth'>;
