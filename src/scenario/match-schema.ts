import { z } from 'zod';
import { OPERATION_IDS } from '../domain/operations.ts';
import { addressGlob, ageRange, countRange, EVENT_KINDS, glob, numberRange } from './fields.ts';
import { globMatches } from './glob.ts';
import { rename } from './rename.ts';
import type { Range, RequestMatch, SubjectMatch, WebhookMatch } from './types.ts';

/*
 * The conditions of rules: as they are written in files, and below as they are kept in an account's state. A new
 * condition is an entry in both, and one in the table of conditions.
 */

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

export const requestMatch = z
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

export const orderMatch = z
  .strictObject(subject)
  .transform(match => rename<SubjectMatch>()(match, SUBJECT_NAMES));

const eventGlob = glob.refine(pattern => EVENT_KINDS.some(kind => globMatches(pattern, kind)), {
  error: 'an event such as order.delegated, or a glob over them',
  params: { candidates: EVENT_KINDS },
});

export const webhookMatch = z
  .strictObject({
    event: eventGlob.exactOptional().describe('Glob over the event, such as order.delegated or order.*.'),
    attempt: countRange.exactOptional().describe('1 is the first attempt: a number, or {min, max, every}.'),
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
  nth: keptRange.exactOptional(),
  probability: z.number().min(0).max(1).exactOptional(),
} satisfies Shape<SubjectMatch>;

/** A request rule's conditions as they are kept. */
export const keptRequestMatch = z.strictObject({
  operations: z.array(operation).min(1).exactOptional(),
  ...keptSubject,
  orderAgeMs: keptRange.exactOptional(),
  item: keptRange.exactOptional(),
  repeat: z.boolean().exactOptional(),
} satisfies Shape<RequestMatch>);

/** An order rule's conditions as they are kept. */
export const keptOrderMatch = z.strictObject(keptSubject);

/** A webhook rule's conditions as they are kept. */
export const keptWebhookMatch = z.strictObject({
  event: eventGlob.exactOptional(),
  attempt: keptRange.exactOptional(),
  ...keptSubject,
} satisfies Shape<WebhookMatch>);
