import type { OperationId } from '../../core/domain/operations.ts';

/** A rule of a scenario file. */
export type Rule = Readonly<Record<string, unknown>>;

/** A rule for requests, as a scenario file has it, without its conditions on the subject. */
export interface RequestTemplate {
  readonly point: 'requests';
  readonly operations: readonly OperationId[];
  /** The rule applies once for each order, external_id or account. */
  readonly per: 'external_id' | 'order' | 'account';
  readonly match?: Rule;
  /** How often the rule applies to each of them, by default once; Infinity for every time. */
  readonly times?: number;
  readonly rule: Rule;
}

/** A lifecycle for new orders. */
export interface OrderTemplate {
  readonly point: 'orders';
  readonly rule: Rule;
}

/** A rule for the first delivery attempt of events. */
export interface WebhookTemplate {
  readonly point: 'webhooks';
  readonly events: readonly string[];
  /** Another event that the order must have for the rule to strike. */
  readonly needs?: string;
  /** True if the disturbance itself causes the event, so that undisturbed orders do not have it. */
  readonly isCaused?: boolean;
  readonly rule: Rule;
}

export type Template = RequestTemplate | OrderTemplate | WebhookTemplate;

/** A fault that an integration survives with the same result, unless it has a bug. */
export interface Disturbance {
  /** Stable; also the name of the file. */
  readonly id: string;
  /** The effect as a clause: `the response to an order is lost`. */
  readonly title: string;
  /** The behavior with which an integration survives the disturbance. */
  readonly fix: string;
  /** True if it only changes when things happen, so that a failure may come from an assumption of the test. */
  readonly isTiming?: boolean;
  /** True if a call or an order ends differently, so that tests may fail rightly. */
  readonly isOutcome?: boolean;
  /** True for an outcome that is tried without being named, because money and findings judge it. */
  readonly byDefault?: boolean;
  /** True if only money and findings count, because the tests may fail rightly. */
  readonly mayFail?: boolean;
  /** True if the receiver is restarted before each delivery that it strikes. */
  readonly restarts?: boolean;
  /** Rules of findings that the disturbance provokes. They are failures, whatever their severity. */
  readonly provokes?: readonly string[];
  /** The same for what a client leaves undone, which means nothing if tests may fail: a failed test ends early. */
  readonly provokesIfJudged?: readonly string[];
  /** True if it concerns the TRON node only, so that it can strike only accounts whose node is called. */
  readonly needsNode?: boolean;
  /** True if its templates act only together, so that an order is struck by all of them or by none. */
  readonly actsAsWhole?: boolean;
  readonly templates: readonly Template[];
}
