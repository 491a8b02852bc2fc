import { z } from 'zod';
import { OPERATION_IDS } from '../domain/operations.ts';
import { EVENT_NAMES } from '../domain/order.ts';
import type { Range, RequestMatch, SubjectMatch, WebhookMatch } from './conditions.ts';
import { addressGlob, ageRange, countRange, glob, numberRange } from './field-schemas.ts';
import { globMatches } from './glob.ts';
import { rename } from './rename-keys.ts';

/*
 * The conditions of rules: as they are written in files, and below as they are stored in an account's state. Every
 * condition has an entry in both.
 */

const subject = {
  external_id: glob.exactOptional().describe('The external_id, or a glob.'),
  address: addressGlob.exactOptional().describe('The recipient address, or a glob.'),
  package_id: numberRange.exactOptional().describe('The package id, or {min, max}.'),
  energy_amount: numberRange
    .exactOptional()
    .describe(
      'The amount of Energy, or {min, max}: the custom amount that is requested; in webhook rules, the amount ordered.',
    ),
  key: glob.exactOptional().describe('The name of the API key, or a glob.'),
  account: glob
    .exactOptional()
    .describe('The name of the account, or a glob, for a scenario that holds for several accounts.'),
  nth: countRange
    .exactOptional()
    .describe(
      'How many times all other conditions have held, this time included: a number, or {min, max, every}.',
    ),
  probability: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe(
      "The probability that the rule applies, from 0 to 1. Draws are derived from the account's seed: the same seed gives the same results.",
    ),
};

const SUBJECT_NAMES = {
  external_id: 'externalId',
  package_id: 'packageId',
  energy_amount: 'energyAmount',
} as const;

const operation = z.enum(OPERATION_IDS);

export const requestMatch = z
  .strictObject({
    operation: z
      .union([operation, z.array(operation).min(1)])
      .transform(one => (Array.isArray(one) ? one : [one]))
      .exactOptional()
      .describe('An operation or a list of them. createOrder also matches the items of a bulk request.'),
    ...subject,
    order_age: ageRange
      .exactOptional()
      .describe(
        '{min, max}: the time since the order concerned was accepted. Requests without an order do not match.',
      ),
    item: countRange
      .exactOptional()
      .describe('The position of an order in its bulk request, starting at 1. Single orders do not match.'),
    repeat: z
      .boolean()
      .exactOptional()
      .describe(
        'True: only a repeat of an external_id. False: only its first use. Default: both; with commit, only the first use.',
      ),
  })
  .transform(match =>
    rename<RequestMatch>()(match, { ...SUBJECT_NAMES, operation: 'operations', order_age: 'orderAgeMs' }),
  );

export const orderMatch = z
  .strictObject(subject)
  .transform(match => rename<SubjectMatch>()(match, SUBJECT_NAMES));

const eventGlob = glob.refine(pattern => EVENT_NAMES.some(kind => globMatches(pattern, kind)), {
  error: 'an event such as order.delegated, or a glob that matches one',
  params: { candidates: EVENT_NAMES },
});

export const webhookMatch = z
  .strictObject({
    event: eventGlob.exactOptional().describe('The event, or a glob, such as order.delegated or order.*.'),
    attempt: countRange
      .exactOptional()
      .describe('The number of the attempt, starting at 1: a number, or {min, max, every}.'),
    ...subject,
  })
  .transform(match => rename<WebhookMatch>()(match, SUBJECT_NAMES));

/** A schema for each field of a type, so that no field is forgotten. */
export type Shape<Fields> = Readonly<Record<keyof Fields, z.ZodType>>;

const keptRange = z.strictObject({
  min: z.int().min(0).exactOptional(),
  max: z.int().min(0).exactOptional(),
  every: z.int().min(1).exactOptional(),
} satisfies Shape<Range>);

const keptSubject = {
  externalId: glob.exactOptional(),
  address: addressGlob.exactOptional(),
  packageId: keptRange.exactOptional(),
  energyAmount: keptRange.exactOptional(),
  key: glob.exactOptional(),
  account: glob.exactOptional(),
  nth: keptRange.exactOptional(),
  probability: z.number().min(0).max(1).exactOptional(),
} satisfies Shape<SubjectMatch>;

/** A request rule's conditions as they are stored. */
export const keptRequestMatch = z.strictObject({
  operations: z.array(operation).min(1).exactOptional(),
  ...keptSubject,
  orderAgeMs: keptRange.exactOptional(),
  item: keptRange.exactOptional(),
  repeat: z.boolean().exactOptional(),
} satisfies Shape<RequestMatch>);

/** An order rule's conditions as they are stored. */
export const keptOrderMatch = z.strictObject(keptSubject);

/** A webhook rule's conditions as they are stored. */
export const keptWebhookMatch = z.strictObject({
  event: eventGlob.exactOptional(),
  attempt: keptRange.exactOptional(),
  ...keptSubject,
} satisfies Shape<WebhookMatch>);
