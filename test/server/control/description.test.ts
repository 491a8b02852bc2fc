import { beforeAll, describe, expect, test } from 'vitest';
import type { PreparedContract } from '../../../src/contract/contract-types.ts';
import { CONTROL_ERROR_STATUS } from '../../../src/server/control/control-error.ts';
import { HANDLERS } from '../../../src/server/control/control-router.ts';
import { listedCodes } from '../../contract/constraints.ts';
import { preparedContract } from '../../support/prepared.ts';

let prepared: PreparedContract;
beforeAll(async () => {
  prepared = await preparedContract('control-v1');
});

describe('the description of the control API', () => {
  test('has exactly the calls that have a handler', () => {
    expect(prepared.operations.map(({ id }) => id).sort()).toEqual(Object.keys(HANDLERS).sort());
  });

  test('lists each error code under the status that the catalogue has for it', () => {
    const catalogue: Readonly<Record<string, number>> = CONTROL_ERROR_STATUS;
    for (const operation of prepared.operations) {
      for (const [status, codes] of listedCodes(operation)) {
        for (const code of codes)
          if (status !== '*') expect([code, catalogue[code]]).toEqual([code, Number(status)]);
      }
    }
  });

  test('has exactly one success response for each call', () => {
    for (const { id, responses } of prepared.operations) {
      expect([id, responses.filter(({ code }) => code.startsWith('2')).length]).toEqual([id, 1]);
    }
  });
});
