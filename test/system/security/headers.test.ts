import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { parseScenarioJson } from '../../../src/core/scenario/parse-scenario.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

/** Each way to end a header line early or to begin another. */
const SPLITS = [
  '\r\nX-Evil: 1',
  '\nX-Evil: 1',
  '\rX-Evil: 1',
  '\r\n\r\n<html>',
  '\u0000',
  '\u0085X-Evil: 1',
  '嘊嘍X-Evil: 1',
];

/** All bytes of the response to one request. */
async function bytesOf({ port, apiKey }: TestSandbox, target: string, lines: readonly string[] = []) {
  const socket = connect(port, '127.0.0.1');
  const head = [`GET ${target} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${apiKey}`, ...lines];
  socket.write(Buffer.from(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1'));
  return (await buffer(socket)).toString('latin1');
}

/** The header lines of a response. */
const linesOf = (answer: string): string[] => answer.split('\r\n\r\n', 1)[0]!.split('\r\n').slice(1);
const headerOf = (answer: string, name: string): string | undefined =>
  linesOf(answer)
    .find(line => line.toLowerCase().startsWith(`${name}: `))
    ?.slice(name.length + 2);

describe('no response can be split', () => {
  test.each(SPLITS)('by a header of a scenario with %j', split => {
    const reply = (headers: Record<string, string>) =>
      parseScenarioJson({ name: 'split', summary: 'Splits.', requests: [{ match: {}, reply: { headers } }] });
    expect(reply({ 'X-Good': 'yes' })).toHaveProperty('scenario');
    expect(reply({ [`X-Name${split}`]: 'x' })).toHaveProperty('problems');
    const isLatin1 = split.startsWith('\u0085');
    if (!isLatin1) expect(reply({ 'X-Value': `x${split}` })).toHaveProperty('problems');
  });

  test.each(SPLITS)('by the explanation of a request with %j', async split => {
    await using sandbox = await startTestSandbox();
    const parts = [
      { external_id: `a${split}`, package_id: 1, address: RECIPIENT },
      { external_id: 'a', package_id: 1, address: `T${split}` },
      { external_id: 'a', package_id: `1${split}`, address: RECIPIENT, [`x${split}`]: 1 },
    ];
    for (const body of parts) {
      const answer = await sandbox.api.order(body);
      expect(answer.headers['x-evil']).toBeUndefined();
      expect(answer.explain).toMatch(/^[\x20-\x7e]+$/);
    }
    const text = await sandbox.api.call('POST', '/api/v1/order/', { body: `{${split}` });
    expect(text.explain).toMatch(/^[\x20-\x7e]+$/);
    const name = encodeURIComponent(split);
    expect((await sandbox.api.call('GET', `/api/v1/${name}/`)).explain).toMatch(/^[\x20-\x7e]+$/);
  });

  test('by bytes of a path or method that appear in explanations, Allow and Location', async () => {
    await using sandbox = await startTestSandbox({ assumptions: { trailing_slash: 'redirect' } });
    for (const target of [
      '/api/v1/\xff\x85/',
      '/api/v1/quote?a=\xe5\x98\x8d\xe5\x98\x8aX-Evil:1',
      '/api/v1/quote?a=%0d%0aX-Evil:1',
    ]) {
      const answer = await bytesOf(sandbox, target);
      expect(
        linesOf(answer).every(line => /^[\w-]+: [\x20-\x7e\x80-\xff]*$/.test(line)),
        answer,
      ).toBe(true);
      expect(headerOf(answer, 'x-evil')).toBeUndefined();
    }
  });
});

describe('the redirect to the path with its slash', () => {
  test.each([
    ['/api/v1/quote?package_id=1', '/api/v1/quote/?package_id=1'],
    ['/api/v1/quote?a=1?b=2', '/api/v1/quote/?a=1?b=2'],
    ['/api/v1/quote?', '/api/v1/quote/?'],
    ['/api/v1/quote', '/api/v1/quote/'],
    ['http://evil.example/api/v1/quote?a=1', '/api/v1/quote/?a=1'],
  ])('from %s goes to %s', async (target, location) => {
    await using sandbox = await startTestSandbox({ assumptions: { trailing_slash: 'redirect' } });
    const answer = await bytesOf(sandbox, target);
    expect(headerOf(answer, 'location')).toBe(location);
  });

  test.each(['//evil.example/api/v1/quote', '/\\evil.example', '//evil.example'])(
    'never leads from %s to another host',
    async target => {
      await using sandbox = await startTestSandbox({ assumptions: { trailing_slash: 'redirect' } });
      expect(headerOf(await bytesOf(sandbox, target), 'location')).toBeUndefined();
    },
  );
});
