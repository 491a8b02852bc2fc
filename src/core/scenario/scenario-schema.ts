import { z } from 'zod';
import { ASSUMPTION_NAMES, checkAssumption } from '../domain/assumptions.ts';
import { ERROR_CODES } from '../domain/error-codes.ts';
import { contradictionAmong } from '../domain/given-settings.ts';
import { SCOPES } from '../domain/operations.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { completerOf, completion } from '../domain/schema-defaults.ts';
import { CONDITIONS, type Point } from './conditions.ts';
import { checkDeliver, checkLifecycle, checkNotEmpty, checkOutcome } from './rule-checks.ts';
import { CORRUPTIONS, MAX_COPIES, TRANSPORT_FAULTS } from './rule-effects.ts';
import {
  address,
  amountTrx,
  CONDITION_VALUES,
  delayOrRange,
  duration,
  eventKind,
  hasMoreValues,
  headers,
  ipRange,
  MAX_VALUES,
  option,
  percent,
  replyBody,
  scenarioName,
  stepDelay,
} from './value-schemas.ts';

/*
 * The single description of scenarios: it validates files and stored scenarios, and the types, the JSON Schema for editors,
 * the types of the library and the reference in the docs are derived from it. A scenario has the form of its file
 * everywhere, with defaults applied.
 */

/** The maximum number of rules in a list of a scenario. All can be evaluated for each item of a bulk request. */
export const MAX_RULES = 200;

type Conditions = typeof CONDITIONS;
type MatchShape<P extends Point> = {
  readonly [Name in keyof Conditions as P extends Conditions[Name]['on'][number]
    ? Name
    : never]: z.ZodExactOptional<(typeof CONDITION_VALUES)[Conditions[Name]['value']]>;
};

function matchOf<P extends Point>(point: P, whole: string) {
  const rows = Object.entries(CONDITIONS).filter(([, { on }]) => (on as readonly Point[]).includes(point));
  const shape = rows.map(([name, { value, about }]) => [name, option(CONDITION_VALUES[value], about)]);
  return z
    .strictObject(Object.fromEntries(shape) as MatchShape<P>)
    .prefault({} as never)
    .describe(`Conditions that must all hold. Default: ${whole}.`);
}

/** A mapping that has at least one of its keys. */
const filled = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).superRefine(checkNotEmpty);

const priceChange = z.strictObject({
  package_id: z.int().min(1).describe('The id of the package.'),
  duration_minutes: z.int().min(1).describe('The rental duration in minutes.'),
  price_trx: amountTrx.nullable().describe('The new price in TRX; null removes the price.'),
});

const keyChange = filled({
  expired: option(z.boolean(), 'True: requests with the key fail with 401 TOKEN_EXPIRED from now on.'),
  revoked: option(z.boolean(), 'True: requests with the key fail with 401 UNAUTHORIZED from now on.'),
  scopes: option(z.array(z.enum(SCOPES)), 'The scopes that the key keeps.'),
  ip_allow: option(z.array(ipRange), 'The only IP addresses and CIDR ranges from which the key can be used.'),
});

const assumptions = z
  .partialRecord(z.enum(ASSUMPTION_NAMES as [string, ...string[]]), z.unknown())
  .superRefine((values, context) => {
    const complain = (name: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [name], message, params: { sentence: true } });
    for (const [name, value] of Object.entries(values)) {
      const message = checkAssumption(name, value);
      if (message) complain(name, message);
      else if (name === 'cors') complain(name, 'it applies to the whole server; set it in its config file');
    }
    const found = contradictionAmong(values);
    if (found !== null) complain(found.name, found.problem);
  });

/** The states of the node that stands for the TRON network: it answers, or fails in one of four ways. */
export const NODE_STATES = ['up', 'down', 'hangs', 'limited', 'lagging'] as const;

/** The condition of the TRON node of an account. */
export const chainCondition = z.strictObject({
  node: option(
    z.enum(NODE_STATES),
    'How the TRON node answers: up (default); down: connections are reset; hangs: no response; limited: 429; lagging: as of 45 seconds ago.',
  ),
  price_of_energy: option(
    z.int().min(1).max(1_000_000),
    'The price of a unit of Energy on the chain in sun, for transactions from now on. Default: 100.',
  ),
  lost_broadcasts: option(
    z.int().min(0).max(1_000_000),
    'How many of the next broadcasts the node accepts although no block will contain them.',
  ),
});

const accountChange = filled({
  balance_trx: option(amountTrx, 'The new balance in TRX.'),
  discount_percent: option(percent, 'The account discount in percent.'),
  rate_limit_per_minute: option(
    z.int().min(1).max(1_000_000_000),
    'Requests per minute for keys without a limit of their own.',
  ),
  inactive_addresses: option(
    z.array(address),
    'Addresses that are not activated: orders to them fail with ADDRESS_NOT_ACTIVE.',
  ),
  webhook_secret: option(
    z.string().min(1).max(256),
    'The new secret. Webhooks are signed with it from now on, those of earlier events included.',
  ),
  assumptions: option(
    assumptions,
    'Settings from the register of assumptions, by name. They must not contradict each other; the other settings of the account are not compared.',
  ),
  prices: option(z.array(priceChange), 'New prices of packages.'),
  inactive_packages: option(
    z.array(z.int().min(1)),
    'Ids of packages that are no longer on sale: PACKAGE_NOT_FOUND.',
  ),
  chain: option(chainCondition.superRefine(checkNotEmpty), 'Changes to the TRON node of the account.'),
  key: option(
    keyChange,
    'Changes to API keys. In set: the key of the request. In given: all keys of the account.',
  ),
});

const counting = {
  times: option(z.int().min(1), 'How often the rule may apply. Default: without limit.'),
  per: z
    .enum(['account', 'order', 'external_id'])
    .default('account')
    .describe(
      'The scope of the counts of nth and times: the whole account (default), each order, or each external_id.',
    ),
};

const reply = filled({
  status: option(
    z.int().min(200).max(599),
    'The HTTP status. An error without a status implies its status; a status with only one error code implies the code.',
  ),
  error: option(z.enum(ERROR_CODES), 'The error code, sent in the standard envelope.'),
  body: option(replyBody, 'A complete body instead of the standard envelope.'),
  headers: option(headers, 'Headers to add, such as Retry-After.'),
  after: option(
    delayOrRange,
    "The real time that the client waits for the response, or {min, max}: a time between them, derived from the account's seed.",
  ),
  as_of: option(
    duration,
    'For status requests: the order as it was so long ago, or when it was accepted, as from a replica that lags.',
  ),
});

const requestRule = z
  .strictObject({
    match: matchOf('requests', 'every request'),
    ...counting,
    set: option(accountChange, 'Changes to the account, made before the request is processed.'),
    reply: option(
      reply,
      'The response. Without status, error and body, the normal response is sent: later, with other headers, or with the data of an earlier time.',
    ),
    fault: option(z.enum(TRANSPORT_FAULTS), 'A transport fault instead of a proper response.'),
    commit: z
      .boolean()
      .default(false)
      .describe('True: the request is processed first, and only its response is replaced or lost.'),
  })
  .superRefine((rule, context) => checkOutcome(rule, ['set', 'reply', 'fault'], context));

const lifecycleStep = z.strictObject({
  after: stepDelay.describe(
    'The time since the previous step, or since creation; `rental` is the rental duration.',
  ),
  to: z.enum(ORDER_STATUSES).describe('The status that the order enters.'),
  refund: option(
    z.strictObject(
      { after: duration.describe('The time from the failure to the refund.') },
      { error: ({ code }) => (code === 'invalid_type' ? 'a mapping such as { after: 5s }' : undefined) },
    ),
    'For failed only: the amount is returned to the balance. Default: no refund.',
  ),
});

export const lifecycleSchema = z.array(lifecycleStep).superRefine(checkLifecycle);

/** How the chain differs from what the service says about an order. */
export const chainEffect = z.strictObject({
  after: option(
    duration,
    'How long after the order is delegated the Energy is on the chain. Default: at once.',
  ),
  energy: option(
    z.int().min(0),
    'The Energy that the chain delegates, at most the ordered amount. Default: that amount.',
  ),
  reclaimed_after: option(
    duration,
    'How long the Energy stays on the chain, if that is shorter than the rental. Default: until the order is undelegating.',
  ),
});

const orderRule = z.strictObject({
  match: matchOf('orders', 'every order'),
  ...counting,
  chain: option(
    chainEffect.superRefine(checkNotEmpty),
    'How the chain differs from what the service says about the order.',
  ),
  lifecycle: lifecycleSchema.describe(
    'The statuses that follow processing, in order. After the last one, nothing more happens by itself.',
  ),
});

const deliver = filled({
  copies: option(z.int().min(1).max(MAX_COPIES), 'How many times the attempt is sent.'),
  apart: option(duration, 'The pause between copies.'),
  after: option(duration, 'The delay before the attempt.'),
  drop: option(z.boolean(), 'True: the event is never sent and not retried.'),
  hold_until: option(
    eventKind,
    'Waits until the first attempt to deliver that event of the order is complete, or will never be made.',
  ),
  before_response: option(
    z.boolean(),
    'True: the webhook is delivered and answered before the response to the API request is sent.',
  ),
  replay: option(
    eventKind,
    'After this delivery, sends that earlier event of the order again, byte for byte.',
  ),
});

const webhookRule = z
  .strictObject({
    match: matchOf('webhooks', 'every attempt'),
    ...counting,
    deliver: option(deliver, 'When, how many times and whether the attempt is sent.'),
    corrupt: option(
      z.enum([...CORRUPTIONS, 'none']),
      'How the delivery is corrupted. none leaves it intact and keeps later rules from applying.',
    ),
    corrupt_copies: option(
      z.enum(CORRUPTIONS),
      'How the additional copies are corrupted. The attempt itself is not affected, and follows once they were delivered.',
    ),
  })
  .superRefine((rule, context) => checkOutcome(rule, ['deliver', 'corrupt'], context))
  .superRefine(checkDeliver);

const rulesOf = <Rule extends z.ZodType>(rule: Rule) => z.array(rule).max(MAX_RULES).default([]);

/** A scenario file. A parsed one has defaults for everything that a rule needs. */
export const scenarioSchema = z.strictObject({
  name: scenarioName.describe(
    'The name that selects the scenario; the same as the file name without its extension.',
  ),
  summary: z.string().min(1).max(600).describe('What the scenario does and which bugs it catches.'),
  magic_address: option(
    address,
    'A TRON address that selects this scenario for every request that names it.',
  ),
  given: option(
    accountChange,
    'Changes to the account, made once when the scenario is activated; not when it is selected for one request.',
  ),
  requests: rulesOf(requestRule).describe('Rules that are evaluated when an API request arrives.'),
  orders: rulesOf(orderRule).describe('Rules that are evaluated once, when an order is accepted.'),
  webhooks: rulesOf(webhookRule).describe(
    'Rules that are evaluated before each delivery attempt of an event.',
  ),
});

const places = z.array(z.string()).max(MAX_RULES);

const completeScenario = scenarioSchema.extend({
  /** Where the file has each rule: `scenarios/failed-with-refund.yaml:9:5`. Absent if it was not read from a file. */
  sources: z.strictObject({ requests: places, orders: places, webhooks: places }).exactOptional(),
  /** How often each rule may apply in the account since the scenario was activated. Absent: as its file says. */
  times: z.int().min(1).exactOptional(),
});

/** A scenario as files have it, with defaults applied, and with the places of its rules. */
export interface Scenario extends z.output<typeof completeScenario> {}
export interface AccountChange extends z.output<typeof accountChange> {}
export interface LifecycleStep extends z.output<typeof lifecycleStep> {}

/** A scenario in a stored or imported state. It may lack what has a default. */
export const storedScenario = z.custom<Scenario>().check(context => {
  if (hasMoreValues(context.value)) {
    const message = `at most ${MAX_VALUES} values`;
    context.issues.push({ code: 'custom', message, input: context.value, path: [] });
    return;
  }
  const payload: z.core.ParsePayload = { value: context.value, issues: [] };
  completeScenario._zod.run(payload, { async: false });
  context.issues.push(...payload.issues);
});
completion.add(storedScenario, { complete: completerOf(completeScenario) });

/** The JSON Schema of a scenario file, for editors and for the reference in the docs. */
export const scenarioJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input' }),
  title: 'Scenario of the Energy Rental Service sandbox',
});
