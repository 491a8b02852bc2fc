import type {
  InlineScenario,
  OrderRuleInput,
  RequestRuleInput,
  ScenarioChange,
  WebhookRuleInput,
} from '../../../client/data-types.ts';
import { ERRORS } from '../../../core/domain/error-codes.ts';
import type { OrderStatus } from '../../../core/domain/order.ts';
import { durationMs, longestMs } from '../../../core/domain/time.ts';
import { globMatches } from '../../../core/scenario/glob.ts';
import { corruptionBy, FAULT_TABLE, statusOfReply } from '../../../core/scenario/rule-effects.ts';
import { span } from '../../format.ts';

type LifecycleStep = OrderRuleInput['lifecycle'][number];

/** What the client gets of a response. */
export type ResponseFate = 'answered' | 'lost' | 'broken' | 'never';

/** A delivery of a webhook: when it leaves and arrives, as positions on the row of the five events. */
export interface Delivery {
  readonly from: number;
  readonly to: number;
  readonly isLost: boolean;
  readonly isForged: boolean;
}

/** The picture of a scenario. */
export type Picture =
  | {
      readonly kind: 'lifecycle';
      readonly states: readonly OrderStatus[];
      /** The index of the state that takes unusually long to reach, and how long. */
      readonly delay: { readonly state: number; readonly text: string } | null;
      /** The time of a failed order's refund; null if the order does not fail. */
      readonly refund: string | null;
    }
  | {
      readonly kind: 'response';
      readonly label: string;
      readonly fate: ResponseFate;
      readonly isSlow: boolean;
      readonly isCommitted: boolean;
      readonly isBad: boolean;
    }
  | { readonly kind: 'webhooks'; readonly deliveries: readonly Delivery[] };

/** The events of an order that is delivered, in order. */
const EVENTS: readonly OrderStatus[] = ['processing', 'delegating', 'delegated', 'undelegating', 'completed'];

/** Shorter delays are not shown. */
const LONG_MS = 60_000;

function longDelay(lifecycle: readonly LifecycleStep[]): Extract<Picture, { kind: 'lifecycle' }>['delay'] {
  const index = lifecycle.findIndex(({ after }) => after !== 'rental' && durationMs(after) >= LONG_MS);
  const step = lifecycle[index];
  return step ? { state: index + 1, text: span(durationMs(step.after)) } : null;
}

function refundNote(refundMs: number | undefined): string {
  if (refundMs === undefined) return 'no refund';
  return refundMs === 0 ? 'refunded' : `refund ${span(refundMs)}`;
}

function lifecyclePicture({ lifecycle }: OrderRuleInput): Picture {
  const failed = lifecycle.find(({ to }) => to === 'failed');
  const refundMs = failed?.refund && durationMs(failed.refund.after);
  return {
    kind: 'lifecycle',
    states: ['processing', ...lifecycle.map(({ to }) => to)],
    delay: longDelay(lifecycle),
    refund: failed ? refundNote(refundMs) : null,
  };
}

/** The HTTP status of the refusals that follow from a change of an account; null if none is typical. */
function consequenceOf(change: ScenarioChange): number | null {
  const { key, assumptions = {} } = change;
  if (key?.expired || key?.revoked) return ERRORS.TOKEN_EXPIRED.status;
  if (key?.scopes || key?.ip_allow) return ERRORS.SCOPE_FORBIDDEN.status;
  if (change.balance_trx !== undefined) return ERRORS.INSUFFICIENT_BALANCE.status;
  if (change.inactive_packages) return ERRORS.PACKAGE_NOT_FOUND.status;
  if (change.rate_limit_per_minute !== undefined) return ERRORS.RATE_LIMITED.status;
  const isRefused = change.inactive_addresses || change.prices || assumptions.custom_energy_enabled === false;
  return isRefused ? ERRORS.CUSTOM_ENERGY_DISABLED.status : null;
}

function changePicture(change: ScenarioChange): Picture {
  const status = consequenceOf(change);
  return {
    kind: 'response',
    label: status === null ? 'changed' : `${status}`,
    fate: 'answered',
    isSlow: false,
    isCommitted: status === null,
    isBad: status !== null,
  };
}

const statusOf = ({ reply, fault }: RequestRuleInput): number | null => {
  if (fault === 'html-502') return 502;
  return reply && (reply.status ?? reply.error) !== undefined ? statusOfReply(reply) : null;
};

function responsePicture(rule: RequestRuleInput): Picture {
  const { reply, fault, commit, set } = rule;
  const status = statusOf(rule);
  const isReplaced = fault !== undefined || status !== null;
  if (set && !isReplaced) return changePicture(set);
  const isSlow = fault === 'slow-drip' || longestMs(reply?.after) > 0;
  const isCommitted = commit || !isReplaced;
  return {
    kind: 'response',
    label: `${status ?? (isSlow ? 'slow' : '200')}`,
    fate: fault ? FAULT_TABLE[fault].fate : 'answered',
    isSlow,
    isCommitted,
    isBad: isReplaced && (status === null || status >= 400),
  };
}

const position = (event: string): number => EVENTS.indexOf(event.replace(/^order\./, '') as OrderStatus);

function deliveriesOf(at: number, rule: WebhookRuleInput | undefined): Delivery[] {
  const plain = { from: at, to: at, isLost: false, isForged: false };
  if (!rule) return [plain];
  const { deliver = {} } = rule;
  if (deliver.drop) return [{ ...plain, isLost: true }];
  const held = deliver.hold_until === undefined ? -1 : position(deliver.hold_until);
  const shift =
    held >= 0 ? held - at + 0.25 : durationMs(deliver.after) > 0 ? 0.6 : deliver.before_response ? -0.35 : 0;
  const first = { ...plain, to: at + shift, isForged: corruptionBy(rule) !== null };
  const copies = Array.from({ length: Math.min((deliver.copies ?? 1) - 1, 2) }, (_, index) => ({
    ...first,
    to: first.to + 0.28 * (index + 1),
    isForged: first.isForged || rule.corrupt_copies !== undefined,
  }));
  const replayed = deliver.replay === undefined ? -1 : position(deliver.replay);
  const replay = replayed < 0 ? [] : [{ ...plain, from: replayed, to: at + 0.3 }];
  return [first, ...copies, ...replay];
}

function webhookPicture(rules: readonly WebhookRuleInput[]): Picture {
  const ruleFor = (event: string) =>
    rules.find(({ match }) => match?.event === undefined || globMatches(match.event, event));
  const deliveries = EVENTS.flatMap((status, at) => deliveriesOf(at, ruleFor(`order.${status}`)));
  return { kind: 'webhooks', deliveries };
}

/** The picture of a scenario: its first rule that makes a difference to a client. */
export function pictureOf(scenario: InlineScenario): Picture {
  const { requests = [], orders = [], webhooks = [] } = scenario;
  const [request] = requests.filter(({ reply, fault, set }) => reply || fault || set);
  const [order] = orders;
  if (request) return responsePicture(request);
  if (order) return lifecyclePicture(order);
  return webhooks.length > 0 ? webhookPicture(webhooks) : changePicture(scenario.given ?? {});
}
