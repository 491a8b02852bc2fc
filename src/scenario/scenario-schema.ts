import { z } from 'zod';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/errors.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { accountChange } from './account-change-schema.ts';
import { isDeeperThan, MAX_DEPTH } from './depth.ts';
import { address, duration, eventKind, headers, realDuration, stepDelay } from './field-schemas.ts';
import { orderMatch, requestMatch, webhookMatch } from './match-schema.ts';
import { rename } from './rename-keys.ts';
import { checkDeliver, checkLifecycle, checkNotEmpty, checkOutcome } from './rule-checks.ts';
import {
  CORRUPTIONS,
  type DeliverDirective,
  type LifecycleStep,
  MAX_COPIES,
  type OrderRule,
  type RequestRule,
  type ScenarioDraft,
  type ScriptedReply,
  TRANSPORT_FAULTS,
  type Unnamed,
  type WebhookRule,
} from './scenario-types.ts';

/*
 * The single description of scenario files: it validates files, converts them to the types of scenario-types.ts, and produces
 * the JSON Schema for editors and the reference in the docs.
 */

export const MAX_RULES = 200;
export const MAX_STEPS = 100;

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const ruleHead = {
  times: z.int().min(1).exactOptional().describe('How often the rule may apply. Default: without limit.'),
  per: z
    .enum(['account', 'order', 'external_id'])
    .default('account')
    .describe(
      'The scope of the counts of nth and times: the whole account, each order, or each external_id.',
    ),
};

/** The error code of a status, if there is exactly one. */
function impliedError(status: number): ErrorCode | undefined {
  const codes = ERROR_CODES.filter(code => ERRORS[code].status === status);
  return codes.length === 1 ? codes[0] : undefined;
}

/** Any JSON value, unless it is nested too deeply to be serialized again. */
export const replyBody = z.unknown().refine(body => !isDeeperThan(body, MAX_DEPTH), {
  error: `a value nested at most ${MAX_DEPTH} levels deep`,
});

const reply = z
  .strictObject({
    status: z
      .int()
      .min(200)
      .max(599)
      .exactOptional()
      .describe(
        'The HTTP status. An error without a status implies its status; a status with only one error code implies the code.',
      ),
    error: z.enum(ERROR_CODES).exactOptional().describe('The error code, sent in the standard envelope.'),
    body: replyBody.exactOptional().describe('A complete body instead of the standard envelope.'),
    headers: headers.exactOptional().describe('Headers to add, such as Retry-After.'),
    after: realDuration.exactOptional().describe('The real time that the client waits for the response.'),
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
    match: requestMatch.prefault({}).describe('Conditions that must all hold. Default: every request.'),
    ...ruleHead,
    set: accountChange
      .exactOptional()
      .describe('Changes to the account, made before the request is processed.'),
    reply: reply
      .exactOptional()
      .describe(
        'The response. Without status, error and body, it only delays the normal response or adds headers to it.',
      ),
    fault: z
      .enum(TRANSPORT_FAULTS)
      .exactOptional()
      .describe('A transport fault instead of a proper response.'),
    commit: z
      .boolean()
      .default(false)
      .describe('True: the request is processed first, and only its response is replaced or lost.'),
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
      'The time since the previous step, or since creation; `rental` is the rental duration.',
    ),
    to: z.enum(ORDER_STATUSES).describe('The status that the order enters.'),
    refund: z
      .strictObject({ after: duration.describe('The time from the failure to the refund.') })
      .exactOptional()
      .describe('For failed only: the amount is returned to the balance. Default: no refund.'),
  })
  .transform(({ refund, ...step }) =>
    rename<LifecycleStep>()(
      { ...step, ...(refund && { refundAfterMs: refund.after }) },
      { after: 'afterMs' },
    ),
  );

const orderRule = z
  .strictObject({
    match: orderMatch.prefault({}).describe('Conditions that must all hold. Default: every order.'),
    ...ruleHead,
    lifecycle: z
      .array(lifecycleStep)
      .max(MAX_STEPS)
      .superRefine(checkLifecycle)
      .describe(
        'The statuses that follow processing, in order. After the last one, nothing more happens by itself.',
      ),
  })
  .transform(rule => rename<Unnamed<OrderRule>>()(rule, {}));

const deliver = z
  .strictObject({
    copies: z.int().min(1).max(MAX_COPIES).exactOptional().describe('How many times the attempt is sent.'),
    apart: duration.exactOptional().describe('The pause between copies.'),
    after: duration.exactOptional().describe('The delay before the attempt.'),
    drop: z.boolean().exactOptional().describe('True: the event is never sent and not retried.'),
    hold_until: eventKind
      .exactOptional()
      .describe(
        'Waits until the first attempt to deliver that event of the order is complete, or will never be made.',
      ),
    before_response: z
      .boolean()
      .exactOptional()
      .describe(
        'True: the webhook is delivered and answered before the response to the API request is sent.',
      ),
    replay: eventKind
      .exactOptional()
      .describe('After this delivery, sends that earlier event of the order again, byte for byte.'),
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
    match: webhookMatch.prefault({}).describe('Conditions that must all hold. Default: every attempt.'),
    ...ruleHead,
    deliver: deliver.exactOptional().describe('When, how many times and whether the attempt is sent.'),
    corrupt: z
      .enum([...CORRUPTIONS, 'none'])
      .exactOptional()
      .describe('How the delivery is corrupted. none leaves it intact and keeps later rules from applying.'),
    corrupt_copies: z
      .enum(CORRUPTIONS)
      .exactOptional()
      .describe(
        'How the additional copies are corrupted. The attempt itself is not affected, and follows once they were delivered.',
      ),
  })
  .superRefine((rule, context) => checkOutcome(rule, ['deliver', 'corrupt'], context))
  .superRefine(checkDeliver)
  .transform(({ corrupt, ...rule }) =>
    rename<Unnamed<WebhookRule>>()(
      { ...rule, ...(corrupt !== undefined && corrupt !== 'none' && { corrupt }) },
      { corrupt_copies: 'corruptCopies' },
    ),
  );

/** The name of a scenario. */
export const scenarioName = z
  .string()
  .max(64)
  .regex(NAME_PATTERN, { error: 'a name of lowercase letters, digits and single hyphens' });

/** What a scenario does. */
export const scenarioSummary = z.string().min(1).max(600);

/** A scenario file. Its output is a `Scenario` whose rules do not have an id and a source yet. */
export const scenarioSchema = z
  .strictObject({
    name: scenarioName.describe(
      'The name that selects the scenario; the same as the file name without its extension.',
    ),
    summary: scenarioSummary.describe('What the scenario does and which bugs it catches.'),
    magic_address: address
      .exactOptional()
      .describe('A TRON address that selects this scenario for every request that names it.'),
    given: accountChange
      .exactOptional()
      .describe(
        'Changes to the account, made once when the scenario is activated; not when it is selected for one request.',
      ),
    requests: z
      .array(requestRule)
      .max(MAX_RULES)
      .default([])
      .describe('Rules that are evaluated when an API request arrives.'),
    orders: z
      .array(orderRule)
      .max(MAX_RULES)
      .default([])
      .describe('Rules that are evaluated once, when an order is accepted.'),
    webhooks: z
      .array(webhookRule)
      .max(MAX_RULES)
      .default([])
      .describe('Rules that are evaluated before each delivery attempt of an event.'),
  })
  .transform(file => rename<ScenarioDraft>()(file, { magic_address: 'magicAddress' }));

/** The JSON Schema of a scenario file, for editors and for the reference in the docs. */
export const scenarioJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input' }),
  title: 'Scenario of the Energy Rental Service sandbox',
});
