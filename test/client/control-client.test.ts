import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { controlClient, type Refusal } from '../../src/client/control-client.ts';
import { NodeTransport } from '../../src/client/node-transport.ts';
import { httpServer } from '../support/http-server.ts';

const open: { close(): unknown }[] = [];

afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}

async function clientOf(answer: RequestListener) {
  const server = await httpServer(answer);
  const { url } = server;
  const transport = new NodeTransport(url);
  open.push(server, transport);
  return controlClient({
    url,
    transport: transport.options,
    headers: () => ({ 'X-Admin-Token': 'secret' }),
    refused: refusal => new Refused(refusal),
    unreachable: cause => new Error('unreachable', { cause }),
  });
}

test.each([
  [200, '<html>'],
  [200, '{"a":1}'],
  [200, ''],
  [404, '{"error":"NOT_FOUND"}'],
  [502, 'bad gateway'],
])('a response of status %i with %j is from no sandbox', async (status, text) => {
  const control = await clientOf((_, response) => response.writeHead(status).end(text));
  await expect(control.get('/_sandbox/info')).rejects.toMatchObject({ refusal: { status, code: null } });
});

test('a redirect is followed with the body and the token, but not to another host', async () => {
  const seen: unknown[] = [];
  const control = await clientOf((request, response) => {
    const { url, method, headers } = request;
    request.setEncoding('utf8').on('data', body => {
      seen.push([method, url, headers['x-admin-token'], body]);
      if (url === '/_sandbox/accounts') {
        response.writeHead(307, { Location: 'http://other.example/_sandbox/accounts/a?b=c' }).end();
      } else response.writeHead(201).end('{"success":true,"data":{"name":"a"}}');
    });
  });
  expect(await control.post('/_sandbox/accounts', { body: { name: 'a' } })).toEqual({ name: 'a' });
  expect(seen).toEqual([
    ['POST', '/_sandbox/accounts', 'secret', '{"name":"a"}'],
    ['POST', '/_sandbox/accounts/a?b=c', 'secret', '{"name":"a"}'],
  ]);
});

test('a response that is cut off counts as none', async () => {
  const control = await clientOf((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy());
  });
  await expect(control.get('/_sandbox/info')).rejects.toThrow('unreachable');
});
