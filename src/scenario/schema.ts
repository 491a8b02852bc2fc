import { z } from 'zod';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/errors.ts';
import { OPERATION_IDS } from '../domain/operations.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { accountChange } from './change-schema.ts';
import {
  address,
  addressGlob,
  ageRange,
  countRange,
  duration,
  EVENT_KINDS,
  eventKind,
  glob,
  headers,
  numberRange,
  realDuration,
  stepDelay,
} from './fields.ts';
import { globMatches } from './glob.ts';
import { rename } from './rename.ts';
import { checkDeliver, checkLifecycle, checkNotEmpty, checkOutcome } from './rule-checks.ts';
import {
  CORRUPTIONS,
  type DeliverDirective,
  type LifecycleStep,
  type OrderRule,
  type RequestMatch,
  type RequestRule,
  type ScenarioDraft,
  type ScriptedReply,
  type SubjectMatch,
  TRANSPORT_FAULTS,
  type Unnamed,
  type WebhookMatch,
  type WebhookRule,
} from './types.ts';

/*
 * The one description of a scenario file: it checks files, becomes the types of types.ts, and yields the JSON
 * Schema for editors and the reference in the docs. A new condition, fault or corruption is one entry here.
 */

const MAX_RULES = 200;
const MAX_STEPS = 100;
const MAX_COPIES = 20;

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const ruleHead = {
  times: z.int().min(1).exactOptional().describe('How often the rule may apply; left out: without end.'),
  per: z
    .enum(['account', 'order', 'external_id'])
    .default('account')
    .describe('What nth and times count by: everything together, each order, or each external_id.'),
};

const subject = {
  external_id: glob.exactOptional().describe('Glob over the external_id.'),
  address: addressGlob.exactOptional().describe('The recipient address, or a glob over it.'),
  package_id: numberRange.exactOptional().describe('A package id, or {min, max}.'),
  energy_amount: numberRange
    .exactOptional()
    .describe(
      'An amount of Energy, or {min, max}: the custom one that is asked for; in webhooks, the one ordered.',
    ),
  key: glob.exactOptional().describe('Glob over the name of the API key.'),
  nth: countRange
    .exactOptional()
    .describe('The how-manieth time that all other conditions held: a number, or {min, max, every}.'),
  probability: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe("A chance from 0 to 1, drawn from the account's seed: the same seed draws the same."),
};

const SUBJECT_NAMES = {
  external_id: 'externalId',
  package_id: 'packageId',
  energy_amount: 'energyAmount',
} as const;

const operation = z.enum(OPERATION_IDS);

const requestMatch = z
  .strictObject({
    operation: z
      .union([operation, z.array(operation).min(1)])
      .transform(one => (Array.isArray(one) ? one : [one]))
      .exactOptional()
      .describe('An operation or a list of them. createOrder meets the items of a bulk request, too.'),
    ...subject,
    order_age: ageRange
      .exactOptional()
      .describe(
        '{min, max}: time since the order in question was accepted; matches no request without an order.',
      ),
    item: countRange
      .exactOptional()
      .describe('The place of an order in its bulk request, 1 the first; matches no single order.'),
    repeat: z
      .boolean()
      .exactOptional()
      .describe(
        'True: only a repeat of a used external_id. False: only the first use. Left out: both; beside commit: the first use.',
      ),
  })
  .transform(match =>
    rename<RequestMatch>()(match, { ...SUBJECT_NAMES, operation: 'operations', order_age: 'orderAgeMs' }),
  );

/** The one code that belongs to a status, where there is just one. */
function impliedError(status: number): ErrorCode | undefined {
  const codes = ERROR_CODES.filter(code => ERRORS[code].status === status);
  return codes.length === 1 ? codes[0] : undefined;
}

const reply = z
  .strictObject({
    status: z
      .int()
      .min(200)
      .max(599)
      .exactOptional()
      .describe('The HTTP status. A bare error implies its own, a bare status its code.'),
    error: z.enum(ERROR_CODES).exactOptional().describe('The error code in the usual envelope.'),
    body: z.unknown().exactOptional().describe('A whole body in place of the usual envelope.'),
    headers: headers.exactOptional().describe('Headers that are added, such as Retry-After.'),
    after: realDuration.exactOptional().describe('Real time that the client waits for the answer.'),
  })
  .superRefine(checkNotEmpty)
  .transform(given => {
    const error = given.error ?? (given.body === undefined ? impliedError(given.status ?? 0) : undefined);
    const status = given.status ?? (given.error && ERRORS[given.error].status);
    return {
      ...rename<ScriptedReply>()(given, { after: 'afterMs' }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
    };
  });

const requestRule = z
  .strictObject({
    match: requestMatch.prefault({}).describe('Conditions that must all hold; left out: every request.'),
    ...ruleHead,
    set: accountChange.exactOptional().describe('Changes the account; then the request goes on.'),
    reply: reply
      .exactOptional()
      .describe('The answer. Without status, error and body it delays or decorates the true one.'),
    fault: z
      .enum(TRANSPORT_FAULTS)
      .exactOptional()
      .describe('How the client is left without a proper answer.'),
    commit: z
      .boolean()
      .default(false)
      .describe('True: the request is carried out first, and only its answer is replaced or lost.'),
  })
  .superRefine((rule, context) => checkOutcome(rule, ['set', 'reply', 'fault'], context))
  .transform(rule => {
    const match =
      rule.commit && rule.match.repeat === undefined ? { ...rule.match, repeat: false } : rule.match;
    return rename<Unnamed<RequestRule>>()({ ...rule, match }, {});
  });

const lifecycleStep = z
  .strictObject({
    after: stepDelay.describe(
      'The time since the step before, or since creation; `rental` is the rental duration.',
    ),
    to: z.enum(ORDER_STATUSES).describe('The state that the order enters.'),
    refund: z
      .strictObject({ after: duration.describe('The time from the failure to the refund.') })
      .exactOptional()
      .describe('On failed only: the amount returns to the balance. Left out: never.'),
  })
  .transform(({ refund, ...step }) =>
    rename<LifecycleStep>()(
      { ...step, ...(refund && { refundAfterMs: refund.after }) },
      { after: 'afterMs' },
    ),
  );

const orderRule = z
  .strictObject({
    match: z
      .strictObject(subject)
      .transform(match => rename<SubjectMatch>()(match, SUBJECT_NAMES))
      .prefault({})
      .describe('Conditions that must all hold; left out: every order.'),
    ...ruleHead,
    lifecycle: z
      .array(lifecycleStep)
      .max(MAX_STEPS)
      .superRefine(checkLifecycle)
      .describe(
        'The states that follow processing, in order. After the last one nothing more happens by itself.',
      ),
  })
  .transform(rule => rename<Unnamed<OrderRule>>()(rule, {}));

const eventGlob = glob.refine(pattern => EVENT_KINDS.some(kind => globMatches(pattern, kind)), {
  error: 'an event such as order.delegated, or a glob over them',
  params: { candidates: EVENT_KINDS },
});

const deliver = z
  .strictObject({
    copies: z.int().min(1).max(MAX_COPIES).exactOptional().describe('How often the attempt is sent.'),
    apart: duration.exactOptional().describe('The pause between copies.'),
    after: duration.exactOptional().describe('The delay before the attempt.'),
    drop: z.boolean().exactOptional().describe('True: never sent, and not retried.'),
    hold_until: eventKind
      .exactOptional()
      .describe("Waits until the order's first attempt of that event was answered."),
    before_response: z
      .boolean()
      .exactOptional()
      .describe("True: delivered and answered before the API's own answer leaves."),
    replay: eventKind
      .exactOptional()
      .describe('After this delivery, that older event of the order is sent again, byte for byte.'),
  })
  .superRefine(checkNotEmpty)
  .transform(given =>
    rename<DeliverDirective>()(given, {
      apart: 'apartMs',
      after: 'afterMs',
      hold_until: 'holdUntil',
      before_response: 'beforeResponse',
    }),
  );

const webhookRule = z
  .strictObject({
    match: z
      .strictObject({
        event: eventGlob.exactOptional().describe('Glob over the event, such as order.delegated or order.*.'),
        attempt: countRange
          .exactOptional()
          .describe('1 is the first attempt: a number, or {min, max, every}.'),
        ...subject,
      })
      .transform(match => rename<WebhookMatch>()(match, SUBJECT_NAMES))
      .prefault({})
      .describe('Conditions that must all hold; left out: every attempt.'),
    ...ruleHead,
    deliver: deliver.exactOptional().describe('When, how often and whether the attempt is sent.'),
    corrupt: z
      .enum([...CORRUPTIONS, 'none'])
      .exactOptional()
      .describe('What is wrong or awkward about it; none shields it from the rules that follow.'),
  })
  .superRefine((rule, context) => checkOutcome(rule, ['deliver', 'corrupt'], context))
  .superRefine(checkDeliver)
  .transform(({ corrupt, ...rule }) =>
    rename<Unnamed<WebhookRule>>()(
      { ...rule, ...(corrupt !== undefined && corrupt !== 'none' && { corrupt }) },
      {},
    ),
  );

/** A scenario file; its output is a `Scenario` whose rules have neither id nor source yet. */
export const scenarioSchema = z
  .strictObject({
    name: z
      .string()
      .max(64)
      .regex(NAME_PATTERN, { error: 'a name of lower-case letters, digits and single hyphens' })
      .describe('The name by which it is picked; the same as the file name without .yaml.'),
    summary: z.string().min(1).max(600).describe('What it does and which bug it finds.'),
    magic_address: address
      .exactOptional()
      .describe('A TRON address that picks this scenario for whatever request names it.'),
    given: accountChange
      .exactOptional()
      .describe(
        'Applied once, when the scenario is activated on an account; not when it is picked for one request.',
      ),
    requests: z.array(requestRule).max(MAX_RULES).default([]).describe('Asked when an API request arrives.'),
    orders: z.array(orderRule).max(MAX_RULES).default([]).describe('Asked once, when an order is accepted.'),
    webhooks: z
      .array(webhookRule)
      .max(MAX_RULES)
      .default([])
      .describe('Asked when an event is to be delivered.'),
  })
  .transform(file => rename<ScenarioDraft>()(file, { magic_address: 'magicAddress' }));

/** The JSON Schema of a scenario file, for editors and for the reference in the docs. */
export const scenarioJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input' }),
  title: 'A scenario of the Energy Rental Service sandbox',
});
