import { describe, expect, test } from 'vitest';
import { hostInUrl, ipMatches, isIpRange, isLoopback, plainIp } from '../../../src/core/domain/ip.ts';

describe('a range', () => {
  test.each([
    ['10.0.0.1', true],
    ['10.0.0.0/8', true],
    ['0.0.0.0/0', true],
    ['::1', true],
    ['2001:db8::/32', true],
    ['::ffff:0:0/96', true],
    ['10.0.0.0/33', false],
    ['::/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/-1', false],
    ['10.0.0', false],
    ['010.0.0.1', false],
    ['localhost', false],
    ['', false],
  ])('%s is one: %s', (text, isOne) => {
    expect(isIpRange(text)).toBe(isOne);
  });
});

test.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:a00:1', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
  ['::1', '::1'],
  ['::fffe:a00:1', '::fffe:a00:1'],
  ['invalid', 'invalid'],
  ['', ''],
])('%s is plainly %s', (ip, plain) => {
  expect(plainIp(ip)).toBe(plain);
});

describe('the address', () => {
  test.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['10.1.2.3', '0.0.0.0/0', true],
    ['10.1.2.3', '10.1.2.3/32', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['11.1.2.3', '::ffff:10.0.0.0/104', false],
    ['10.1.2.3', '::ffff:0:0/96', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['10.1.2.3', '::/0', false],
    ['10.1.2.3', '::ffff:0:0/64', false],
    ['2001:db8::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['2001:DB8:0:0::5', '2001:db8::5', true],
    ['::1', '0.0.0.0/0', false],
    ['fe80::1%lo', 'fe80::/10', true],
    ['invalid', '0.0.0.0/0', false],
    ['', '::/0', false],
  ])('%s lies in %s: %s', (ip, range, lies) => {
    expect(ipMatches(ip, [range])).toBe(lies);
  });

  test('is in a list if it is in one of its ranges', () => {
    const list = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'];
    expect(['10.9.9.9', '2001:db8::9', '192.0.2.7'].every(ip => ipMatches(ip, list))).toBe(true);
    expect(['192.0.2.8', '::1'].some(ip => ipMatches(ip, list))).toBe(false);
  });
});

describe('a host that a server listens on', () => {
  test.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['[::1]', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1.example', false],
    ['10.0.0.1', false],
  ])('%s is reached by this machine alone: %s', (host, is) => {
    expect(isLoopback(host)).toBe(is);
  });

  test.each([
    ['localhost', 'localhost'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['[::1]', '[::1]'],
    ['10.0.0.1', '10.0.0.1'],
  ])('%s is called as %s', (host, called) => {
    expect(hostInUrl(host)).toBe(called);
  });
});
