import { expect, test } from 'vitest';
import { withHost } from '../../src/record/message-head.ts';
import { BodyCapture, HeldBytes, MAX_RECORDED_BODY } from '../../src/record/raw-exchange.ts';
import { measureWork } from '../support/processor-time.ts';

test('a body that arrives in pieces of one byte takes little more memory than its bytes', () => {
  const body = new BodyCapture(new HeldBytes());
  const piece = Buffer.from('a');
  const { heapUsed, external } = process.memoryUsage();
  for (let count = 0; count < MAX_RECORDED_BODY; count++) body.add(piece);
  const now = process.memoryUsage();
  expect(body.bytes.length).toBe(MAX_RECORDED_BODY);
  expect(body.bytes.every(byte => byte === piece[0])).toBe(true);
  // A list of the pieces takes more than 300 MiB.
  expect(now.heapUsed + now.external - heapUsed - external).toBeLessThan(100 * 1024 * 1024);
});

test('a Host that consists of spaces is replaced in linear time, and the space around it stays', () => {
  const head = (host: string): Buffer => Buffer.from(`GET / HTTP/1.1\r\nhOst:${host}\r\nX: 1\r\n\r\n`);
  const tookMs = measureWork();
  for (let count = 0; count < 20; count++) withHost(head(`a${' '.repeat(32_000)}b`), 'service.example');
  expect(tookMs()).toBeLessThan(5_000);
  expect(withHost(head('\t a b \t'), 'service.example')).toEqual(head('\t service.example \t'));
  expect(withHost(head(''), 'service.example')).toEqual(head('service.example'));
});
