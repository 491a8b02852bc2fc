import { expect, test } from 'vitest';
import { type MigrationStep, migrate } from '../../src/storage/format-migration.ts';

/** Invented formats: format 1 had an amount in TRX, format 2 had it in sun, format 3 has it in an account. */
const STEPS: Readonly<Record<number, MigrationStep>> = {
  1: ({ trx, ...rest }) => ({ ...rest, sun: (trx as number) * 1_000_000 }),
  2: ({ sun, ...rest }) => ({ ...rest, account: { balanceSun: sun } }),
};

test('an older snapshot is converted step by step', () => {
  expect(migrate({ format: 1, name: 'a', trx: 2.5 }, 'a.json', STEPS, 3)).toEqual({
    format: 3,
    name: 'a',
    account: { balanceSun: 2_500_000 },
  });
  expect(migrate({ format: 2, sun: 7 }, 'a.json', STEPS, 3)).toEqual({
    format: 3,
    account: { balanceSun: 7 },
  });
});

test('a snapshot of the current format is not changed', () => {
  const present = { format: 3, account: { balanceSun: 1 } };
  expect(migrate(present, 'a.json', STEPS, 3)).toEqual(present);
});

test('formats that cannot be read are refused with a fix', () => {
  expect(() => migrate({ format: 0 }, 'a.json', STEPS, 3)).toThrow(
    /a\.json: format 0 is too old .* reads formats 1 to 3/,
  );
  expect(() => migrate({ format: 4, writtenBy: '8.1.0' }, 'a.json', STEPS, 3)).toThrow(
    /written by version 8\.1\.0/,
  );
  expect(() => migrate({}, 'a.json', STEPS, 3)).toThrow(/the file does not declare a format/);
});
