import { expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { completerOf } from '../../../src/core/domain/schema-defaults.ts';
import { NO_FIELDS } from '../../../src/core/engine/request/service-request.ts';
import { ROWS } from '../../../src/core/engine/state-schema.ts';
import { completeCommand, completeState } from '../../../src/core/engine/stored-defaults.ts';

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
}

/** The schema of a row with a further field, as a later version would declare it; null for rows without fields. */
function withNewField(schema: z.ZodType): z.ZodType | null {
  const { shape, innerType, options, discriminator } = schema._zod.def as Definition;
  if (shape) return z.strictObject({ ...shape, memo: z.string().nullable().default(null) });
  if (innerType) return withNewField(innerType)?.readonly() ?? null;
  if (options && discriminator) {
    const variants = options.map(option => withNewField(option)!) as unknown as [z.ZodObject, z.ZodObject];
    return z.discriminatedUnion(discriminator, variants);
  }
  return null;
}

/** The discriminators of the rows that have several forms. */
const KINDS: Readonly<Record<string, string>> = {
  agenda: 'refund',
  inFlight: 'attempt',
  transactions: 'set',
};

const extended = Object.entries(ROWS).map(([name, row]) => ({ name, schema: withNewField(row) }));
const extensible = extended.filter(({ schema }) => schema !== null);

test('every kind of row can get a field, but for a plain address and a scenario, which has a schema of its own', () => {
  expect(extended.filter(({ schema }) => schema === null).map(({ name }) => name)).toEqual([
    'inactiveAddresses',
    'scenarios',
    'picked',
  ]);
});

test('a stored scenario that lacks what its schema has gained is valid, and gets the default', () => {
  const older = {
    name: 'own',
    summary: 'Before there were rules of webhooks.',
    requests: [{ match: {} }],
    orders: [],
  };
  completerOf(z.array(ROWS.scenarios))!([older]);
  expect(older).toMatchObject({ webhooks: [], requests: [{ per: 'account' }] });
  const { webhooks: _, ...lacking } = { ...older, requests: [], webhooks: [] };
  expect(ROWS.scenarios.safeParse(lacking).success).toBe(true);
});

test.each(extensible)('a stored row of $name gets the default of a new field', ({ name, schema }) => {
  const row: Record<string, unknown> = KINDS[name] ? { kind: KINDS[name] } : {};
  completerOf(z.array(schema!))!([row]);
  expect(row).toHaveProperty('memo', null);
});

test('a field within a row gets its default, and a value that is there stays', () => {
  const step = z.strictObject({ status: z.string(), note: z.array(z.string()).default(['made']) });
  const complete = completerOf(
    z.strictObject({ orders: z.array(z.strictObject({ steps: z.array(step.readonly()) })) }),
  )!;
  const state = {
    orders: [{ steps: [{ status: 'processing' }, { status: 'failed', note: [] as string[] }] }],
  };
  complete(state);
  expect(state.orders[0]!.steps).toEqual([
    { status: 'processing', note: ['made'] },
    { status: 'failed', note: [] },
  ]);
});

test('rows without any default are not visited', () => {
  expect(completerOf(z.array(z.strictObject({ id: z.int() })))).toBeNull();
});

test('a state of an older version gets the defaults of its missing settings, and keeps the others', () => {
  const stored = { settings: { discount_percent: 5 }, origin: { settings: {} } };
  const { settings, origin } = completeState(stored as unknown as Parameters<typeof completeState>[0]);
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, discount_percent: 5 });
  expect(origin.settings).toEqual(DEFAULT_SETTINGS);
});

test('a request in a log of an older version gets null for the fields that it lacks', () => {
  const { durationMinutes: _, ...older } = NO_FIELDS;
  const command = { fields: { ...older, packageId: 1 }, items: [older] };
  const completed = completeCommand(
    'handle',
    command as unknown as Parameters<typeof completeCommand<'handle'>>[1],
  );
  expect(completed).toEqual({ fields: { ...NO_FIELDS, packageId: 1 }, items: [NO_FIELDS] });
});
