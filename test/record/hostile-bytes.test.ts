import { expect, test } from 'vitest';
import { BodyCapture, MAX_RECORDED_BODY } from '../../src/record/exchange.ts';

test('a body that arrives in pieces of one byte takes little more memory than its bytes', () => {
  const body = new BodyCapture({ bytes: 0 });
  const piece = Buffer.from('a');
  const { heapUsed, external } = process.memoryUsage();
  for (let count = 0; count < MAX_RECORDED_BODY; count++) body.add(piece);
  const now = process.memoryUsage();
  expect(body.bytes.length).toBe(MAX_RECORDED_BODY);
  expect(body.bytes.every(byte => byte === piece[0])).toBe(true);
  // A list of the pieces takes more than 300 MiB.
  expect(now.heapUsed + now.external - heapUsed - external).toBeLessThan(100 * 1024 * 1024);
});
