import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageReader } from '../../src/dashboard/sse-parser.ts';

const STREAM = ': hello\n\nid: 1\nevent: order\ndata: {"a":1}\n\nid: 2\ndata: first\ndata: second\n\n';
const MESSAGES = [
  { id: '1', event: 'order', data: '{"a":1}' },
  { id: '2', event: 'message', data: 'first\nsecond' },
];

test('messages are put together however the stream was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), cuts => {
      const edges = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      const reader = new MessageReader();
      const read = edges.slice(1).flatMap((end, index) => reader.take(STREAM.slice(edges[index], end)));
      expect(read).toEqual(MESSAGES);
    }),
  );
});

test('a message without an id keeps the id of the one before it', () => {
  const reader = new MessageReader();
  expect(reader.take('id: 7\ndata: x\n\nevent: gap\ndata: {}\n\n').map(({ id }) => id)).toEqual(['7', '7']);
});

test('a comment alone, such as a heartbeat, is no message', () => {
  expect(new MessageReader().take(': beat\n\n')).toEqual([]);
});
