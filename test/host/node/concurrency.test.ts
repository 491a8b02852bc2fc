import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fifo, inParallel } from '../../../src/host/node/concurrency.ts';

/** Work that ends when the test says so. */
class Work {
  readonly begun: number[] = [];
  readonly #ends = new Map<number, { resolve(result: string): void; reject(error: Error): void }>();

  readonly run = (item: number): Promise<string> => {
    this.begun.push(item);
    return new Promise((resolve, reject) => this.#ends.set(item, { resolve, reject }));
  };

  async finish(item: number): Promise<void> {
    this.#ends.get(item)!.resolve(`result ${item}`);
    await turn();
  }

  async fail(item: number): Promise<void> {
    this.#ends.get(item)!.reject(new Error(`failure ${item}`));
    await turn();
  }
}

/** Lets the event loop run everything that is ready. */
const turn = () => new Promise(resolve => setImmediate(resolve));

test('work starts in order, never more than the limit at a time, and the results have the order of the items', async () => {
  const work = new Work();
  const results = inParallel([1, 2, 3, 4], 2, work.run);
  expect(work.begun).toEqual([1, 2]);
  await work.finish(2);
  expect(work.begun).toEqual([1, 2, 3]);
  await work.finish(3);
  await work.finish(4);
  expect(work.begun).toEqual([1, 2, 3, 4]);
  await work.finish(1);
  expect(await results).toEqual([1, 2, 3, 4].map(item => `result ${item}`));
});

test('after a failure no work starts, and the first failure is thrown once no work is running', async () => {
  const work = new Work();
  let hasEnded = false;
  const thrown = inParallel([1, 2, 3, 4, 5], 3, work.run)
    .catch((error: unknown) => error)
    .finally(() => {
      hasEnded = true;
    });
  await work.fail(2);
  await work.fail(1);
  expect([work.begun, hasEnded]).toEqual([[1, 2, 3], false]);
  await work.finish(3);
  expect(work.begun).toEqual([1, 2, 3]);
  expect(await thrown).toEqual(new Error('failure 2'));
});

test('an empty list has no results', async () => {
  expect(await inParallel([], 3, new Work().run)).toEqual([]);
});

test('a Fifo behaves like an array from whose beginning items are taken', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant('add') },
    { weight: 5, arbitrary: fc.constant('take') },
    { weight: 1, arbitrary: fc.constant('takeAll') },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), steps => {
      const fifo = new Fifo<number>();
      const array: number[] = [];
      for (const [index, one] of steps.entries()) {
        if (one === 'add') {
          fifo.add(index);
          array.push(index);
        } else if (one === 'take') expect(fifo.take()).toBe(array.shift());
        else expect(fifo.takeAll()).toEqual(array.splice(0));
        expect(fifo.size).toBe(array.length);
      }
    }),
  );
});
