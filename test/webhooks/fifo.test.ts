import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fifo } from '../../src/webhooks/delivery-limits.ts';

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
