import { describe, expect, it } from 'vitest';
import { readDestination } from '../../../src/host/node/webhook-destination.ts';

describe('readDestination', () => {
  it.each([
    ['http://shop.test/hooks?a=1#part', 'http://shop.test', 'shop.test:80', '/hooks?a=1', null],
    ['https://SHOP.test', 'https://shop.test', 'shop.test:443', '/', null],
    ['http://[::1]:4020/x', 'http://[::1]:4020', '[::1]:4020', '/x', null],
    ['http://key@shop.test/', 'http://shop.test', 'shop.test:80', '/', 'key:'],
    ['http://us%C3%A9r:p%3A@shop.test/', 'http://shop.test', 'shop.test:80', '/', 'usér:p:'],
  ])('parses %s', (url, origin, host, path, credentials) => {
    const authorization =
      credentials === null ? null : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
    expect(readDestination(url)).toEqual({ origin, host, path, authorization, checkAddress: null });
  });

  it.each([
    ['', 'the account has no webhook URL; set one'],
    ['http://', '"http://" is not a valid URL'],
    ['shop.test/hooks', 'a webhook URL looks like http://'],
    ['mailto:shop@shop.test', 'mailto: is not supported for webhooks; use http: or https:'],
    ['http://shop.test/a\r\nX-Injected: 1', 'contains whitespace or a control character'],
    ['http://sh\top.test/', 'contains whitespace or a control character'],
    [' http://shop.test/', 'contains whitespace or a control character'],
    ['http://shop.test/\n', 'contains whitespace or a control character'],
    ['http://shop.test/a b', 'such as %20'],
    ['http://shop.test/\u0000', 'contains whitespace or a control character'],
    ['http://shop.test/\u00a0', 'contains whitespace or a control character'],
    ['http://a:%@shop.test/', 'write % as %25'],
    ['http://a:%ff@shop.test/', 'percent-encoding'],
  ])('says what is wrong with %j and how to fix it', (url, problem) => {
    expect(readDestination(url)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
