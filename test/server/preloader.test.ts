import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Preloader } from '../../src/server/preloader.ts';

const preloader = new Preloader();
let respond: (response: ServerResponse) => void;
const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
afterEach(() => server.close());

/** The text of a response. */
const request = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', agent: false }, async incoming => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      resolve(text);
    }).on('error', reject);
  });

test('modules are loaded one after another, after the response was sent, and not at all once the server stops', async () => {
  const steps: string[] = [];
  const load =
    (name: string, fails = false) =>
    async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      if (fails) throw new Error('no file descriptors are left');
      steps.push(`${name} ends`);
    };
  respond = response => {
    preloader.after(response, load('first', true));
    preloader.after(response, load('second'));
    response.end('sent', () => steps.push('sent'));
  };
  expect(await request()).toBe('sent');
  await expect.poll(() => steps).toEqual(['sent', 'first begins', 'second begins', 'second ends']);

  await preloader.stop();
  const closed = new Promise(resolve => {
    respond = response => {
      preloader.after(response, load('third'));
      response.once('close', resolve).end();
    };
  });
  await Promise.all([request(), closed]);
  expect(steps.filter(step => step.endsWith('begins'))).toEqual(['first begins', 'second begins']);
});
