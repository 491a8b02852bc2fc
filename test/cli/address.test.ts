import { describe, expect, it } from 'vitest';
import { isTronAddress } from '../../src/domain/address.ts';
import { cli } from './support.ts';

describe('address', () => {
  it('prints a valid address, the same at each call', async () => {
    const { code, out } = await cli(['address']);
    expect(code).toBe(0);
    expect(isTronAddress(out.trimEnd())).toBe(true);
    expect((await cli(['address'])).out).toBe(out);
  });

  it('prints valid addresses that begin as wanted and differ', async () => {
    const { out } = await cli(['address', '--like', 'TShop7', '--count', '3']);
    const addresses = out.trimEnd().split('\n');
    expect(new Set(addresses).size).toBe(3);
    for (const one of addresses) {
      expect(one).toMatch(/^TShop7/);
      expect(isTronAddress(one)).toBe(true);
    }
    const json = await cli(['address', '--like', 'TShop7', '--count', '3', '--json']);
    expect(JSON.parse(json.out)).toEqual(addresses);
  });

  it.each([
    ['TShop0', '0'],
    ['T'.padEnd(40, 'x'), '28 characters'],
    ['tshop', 'T'],
  ])('names the flag and the reason for --like %s', async (like, reason) => {
    const { code, out, err } = await cli(['address', '--like', like]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^energy-sandbox: --like: [^\n]+\n$/);
    expect(err).toContain(reason);
  });
});
