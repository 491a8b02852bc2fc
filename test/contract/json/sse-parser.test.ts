import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SseMessage, SseParser, sseMessages } from '../../../src/contract/json/sse-parser.ts';

const STREAM = ': hello\n\nid: 1\nevent: order\ndata: {"a":1}\n\nid: 2\ndata: first\ndata: second\n\n';
const MESSAGES = [
  { id: '1', event: 'order', data: '{"a":1}' },
  { id: '2', event: 'message', data: 'first\nsecond' },
];

test('the messages are the same however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), cuts => {
      const edges = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      const parser = new SseParser();
      const messages = edges.slice(1).flatMap((end, index) => parser.push(STREAM.slice(edges[index], end)));
      expect(messages).toEqual(MESSAGES);
    }),
  );
});

test('a message without an id keeps the id of the message before it', () => {
  const parser = new SseParser();
  expect(parser.push('id: 7\ndata: x\n\nevent: gap\ndata: {}\n\n').map(({ id }) => id)).toEqual(['7', '7']);
});

test('a comment alone, such as a heartbeat, is not a message', () => {
  expect(new SseParser().push(': beat\n\n')).toEqual([]);
});

test('an event name applies to its own block only', () => {
  const parser = new SseParser();
  expect(parser.push('event: gap\n\ndata: x\n\n')).toEqual([{ id: null, event: 'message', data: 'x' }]);
});

/** The messages of a body that arrives in chunks of the given number of bytes. */
async function messagesInChunks(text: string, size: number): Promise<SseMessage[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const messages: SseMessage[] = [];
  for await (const message of sseMessages(chunks())) messages.push(message);
  return messages;
}

test.each([1, 2, 3, 7, 1_000])(
  'a body is read the same in chunks of %i bytes, without the incomplete message at its end',
  async size => {
    const text =
      'retry: 1000\n\nid: 4\nevent: order\ndata: {"é":"…"}\n\n: still here\n\nevent: gap\ndata: {"lost":2}\n\nid: 5\ndata: cut off';
    expect(await messagesInChunks(text, size)).toEqual([
      { id: '4', event: 'order', data: '{"é":"…"}' },
      { id: '4', event: 'gap', data: '{"lost":2}' },
    ]);
  },
);
