import { z } from 'zod';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/errors.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { accountChange } from './change-schema.ts';
import { isDeeperThan, MAX_DEPTH } from './depth.ts';
import { address, duration, eventKind, headers, realDuration, stepDelay } from './fields.ts';
import { orderMatch, requestMatch, webhookMatch } from './match-schema.ts';
import { rename } from './rename.ts';
import { checkDeliver, checkLifecycle, checkNotEmpty, checkOutcome } from './rule-checks.ts';
import {
  CORRUPTIONS,
  type DeliverDirective,
  type LifecycleStep,
  type OrderRule,
  type RequestRule,
  type ScenarioDraft,
  type ScriptedReply,
  TRANSPORT_FAULTS,
  type Unnamed,
  type WebhookRule,
} from './types.ts';

/*
 * The one description of a scenario file: it checks files, becomes the types of types.ts, and yields the JSON
 * Schema for editors and the reference in the docs. A new fault or corruption is one entry here, a new condition one
 * in match-schema.ts.
 */

export const MAX_RULES = 200;
export const MAX_STEPS = 100;
export const MAX_COPIES = 20;

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const ruleHead = {
  times: z.int().min(1).exactOptional().describe('How often the rule may apply; left out: without end.'),
  per: z
    .enum(['account', 'order', 'external_id'])
    .default('account')
    .describe('What nth and times count by: everything together, each order, or each external_id.'),
};

/** The one code that belongs to a status, where there is just one. */
function impliedError(status: number): ErrorCode | undefined {
  const codes = ERROR_CODES.filter(code => ERRORS[code].status === status);
  return codes.length === 1 ? codes[0] : undefined;
}

/** Any JSON value, unless it is nested too deeply to be written again. */
export const replyBody = z.unknown().refine(body => !isDeeperThan(body, MAX_DEPTH), {
  error: `a value that is nested at most ${MAX_DEPTH} deep`,
});

const reply = z
  .strictObject({
    status: z
      .int()
      .min(200)
      .max(599)
      .exactOptional()
      .describe('The HTTP status. A bare error implies its own, a bare status its code.'),
    error: z.enum(ERROR_CODES).exactOptional().describe('The error code in the usual envelope.'),
    body: replyBody.exactOptional().describe('A whole body in place of the usual envelope.'),
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
    match: orderMatch.prefault({}).describe('Conditions that must all hold; left out: every order.'),
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
    match: webhookMatch.prefault({}).describe('Conditions that must all hold; left out: every attempt.'),
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

/** The name of a scenario. */
export const scenarioName = z
  .string()
  .max(64)
  .regex(NAME_PATTERN, { error: 'a name of lower-case letters, digits and single hyphens' });

/** What a scenario does. */
export const scenarioSummary = z.string().min(1).max(600);

/** A scenario file; its output is a `Scenario` whose rules have neither id nor source yet. */
export const scenarioSchema = z
  .strictObject({
    name: scenarioName.describe('The name by which it is picked; the same as the file name without .yaml.'),
    summary: scenarioSummary.describe('What it does and which bug it finds.'),
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
