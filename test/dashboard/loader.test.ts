import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader } from '../../src/dashboard/store/loader.ts';
import { deferred } from '../support/deferred.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DELAY_MS = 200;

/** A loader whose reads end when the test says so. */
function stage() {
  const shown: string[] = [];
  const answers: ((text: string) => Promise<void>)[] = [];
  const loader = createLoader(async signal => {
    const { promise, resolve } = deferred<string>();
    answers.push(async text => {
      resolve(text);
      await vi.advanceTimersByTimeAsync(0);
    });
    const text = await promise;
    if (!signal.aborted) shown.push(text);
  }, DELAY_MS);
  return { loader, shown, answers };
}

test('an answer to an earlier read never replaces that to a later one', async () => {
  const { loader, shown, answers } = stage();
  void loader.load();
  void loader.load();
  await answers[1]!('new');
  await answers[0]!('old');
  expect(shown).toEqual(['new']);
});

test('a load that was given up for a later one resolves with that', async () => {
  const { loader, answers } = stage();
  let isLoaded = false;
  const first = loader.load().then(() => {
    isLoaded = true;
  });
  void loader.load();
  await answers[0]!('old');
  expect(isLoaded).toBe(false);
  await answers[1]!('new');
  await first;
  expect(isLoaded).toBe(true);
});

test('several calls of loadSoon cause one read, after the delay', async () => {
  const { loader, answers } = stage();
  loader.loadSoon();
  loader.loadSoon();
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
  expect(answers).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect(answers).toHaveLength(1);
});

test('what is outdated while it is read is read again, and never by two reads at once', async () => {
  const { loader, shown, answers } = stage();
  void loader.load();
  for (let times = 0; times < 5; times++) {
    loader.loadSoon();
    await vi.advanceTimersByTimeAsync(DELAY_MS);
  }
  expect(answers).toHaveLength(1);
  await answers[0]!('old');
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect(answers).toHaveLength(2);
  await answers[1]!('new');
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect(answers).toHaveLength(2);
  expect(shown).toEqual(['old', 'new']);
});

test('a paused loader shows and reads nothing until it loads again', async () => {
  const { loader, shown, answers } = stage();
  loader.loadSoon();
  loader.pause();
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect(answers).toHaveLength(0);
  const first = loader.load();
  loader.pause();
  loader.loadSoon();
  await answers[0]!('old');
  await first;
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect([shown, answers.length]).toEqual([[], 1]);
  void loader.load();
  await answers[1]!('new');
  loader.loadSoon();
  await vi.advanceTimersByTimeAsync(DELAY_MS);
  expect([shown, answers.length]).toEqual([['new'], 3]);
});

test('a stopped loader shows nothing more and reads nothing more', async () => {
  const { loader, shown, answers } = stage();
  void loader.load();
  loader.stop();
  loader.loadSoon();
  await loader.load();
  await answers[0]!('late');
  await vi.advanceTimersByTimeAsync(10 * DELAY_MS);
  expect([shown, answers.length]).toEqual([[], 1]);
});
