import { describe, expect, test } from 'vitest';
import { MAX_RESULT, toolResult } from '../../src/mcp/mcp-server.ts';

const textOf = async (work: () => Promise<string | object>): Promise<string> => {
  const { content } = await toolResult(work);
  return (content[0] as { text: string }).text;
};

describe('a result of a tool', () => {
  test('has one item of a list per line', async () => {
    expect(await textOf(async () => [{ id: 1, of: [1, 2] }, { id: 2 }])).toBe(
      '[\n{"id":1,"of":[1,2]},\n{"id":2}\n]',
    );
    expect(await textOf(async () => ({ fired: [{ id: 1 }], none: [] }))).toBe(
      '{\n"fired": [\n{"id":1}\n],\n"none": []\n}',
    );
  });

  test.for([
    { what: 'many items', value: Array.from({ length: 10_000 }, (_, id) => ({ id, text: 'x'.repeat(50) })) },
    { what: 'long texts', value: [{ body: 'x'.repeat(1_000_000) }, { id: 2 }] },
    { what: 'deep lists', value: { a: [Array.from({ length: 5_000 }, () => ['x'.repeat(500)])] } },
    { what: 'characters that JSON escapes', value: ['\u0000'.repeat(100_000)] },
  ])('with $what is valid JSON of a bounded length that says what is left out', async ({ value }) => {
    const text = await textOf(async () => value);
    expect(text.length).toBeLessThanOrEqual(MAX_RESULT);
    expect(JSON.parse(text)).toBeTruthy();
    expect(text).toMatch(/… [\d,]+ (more|characters more)/);
  });

  test('that is a text is bounded too, and so is an error', async () => {
    const long = 'x'.repeat(MAX_RESULT * 2);
    expect((await textOf(async () => long)).length).toBeLessThan(MAX_RESULT + 50);
    const failed = await toolResult(() => Promise.reject(new Error(long)));
    expect(failed.isError).toBe(true);
    expect((failed.content[0] as { text: string }).text.length).toBeLessThan(MAX_RESULT + 50);
  });
});
