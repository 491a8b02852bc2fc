import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isTronAddress } from '../../src/core/domain/address.ts';
import { sign } from '../../src/core/webhook/signature.ts';
import { cli, temporaryFolder } from './support.ts';

const BODY = '{"event":   "order.delegated"}';
const SIGNATURE = sign(Buffer.from(BODY), 'whsec_test');

const verify = (...words: string[]) => cli(['verify-signature', ...words], { input: BODY });

describe('verify-signature', () => {
  it('reports a valid signature for a body on stdin', async () => {
    const { code, out } = await verify('--secret', 'whsec_test', '--signature', SIGNATURE);
    expect({ code, out }).toEqual({
      code: 0,
      out: 'valid: the signature matches these 30 bytes and this secret\n',
    });
  });

  it('reads the body from a file, byte for byte', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/body.json`;
    await writeFile(path, `${BODY}\n`);
    const { code, err } = await verify('--secret', 'whsec_test', '--signature', SIGNATURE, path);
    expect(code).toBe(1);
    expect(err).toContain('without the line break at the end');
  });

  it('explains an invalid signature', async () => {
    const { code, out, err } = await verify('--secret', 'other', '--signature', SIGNATURE);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^energy-sandbox: invalid signature: .*compare the secrets/);
  });

  it('prints the result as JSON with --json, and fails if it is invalid', async () => {
    const { code, out } = await verify('--secret', 'other', '--signature', SIGNATURE, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ valid: false, why: 'secret-or-bytes', bytes: 30 });
  });

  it('takes the secret from the environment, and fails without one', async () => {
    const environment = { ENERGY_SANDBOX_WEBHOOK_SECRET: 'whsec_test' };
    const words = ['verify-signature', '--signature', SIGNATURE];
    expect(await cli(words, { environment, input: BODY })).toMatchObject({ code: 0 });
    const without = await cli(words, { input: BODY });
    expect(without.code).toBe(2);
    expect(without.err).toContain('no secret: set --secret');
  });
});

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
