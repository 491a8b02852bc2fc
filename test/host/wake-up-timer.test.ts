import { expect, test } from 'vitest';
import type { HostClock } from '../../src/host/node/host-clock.ts';
import { WakeUpTimer } from '../../src/host/wake-up-timer.ts';

/** A host clock that the test moves, with its active timers. */
class FakeHost {
  nowMs = 0;
  readonly timers = new Map<number, { atMs: number; callback: () => void }>();
  #made = 0;

  readonly clock = {
    monotonicMs: () => this.nowMs,
    wallMs: () => this.nowMs,
    wake: (afterMs: number, callback: () => void) => {
      const id = this.#made++;
      this.timers.set(id, { atMs: this.nowMs + Math.ceil(afterMs), callback });
      return () => this.timers.delete(id);
    },
  } as unknown as HostClock;

  advance(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      const next = [...this.timers].sort((a, b) => a[1].atMs - b[1].atMs)[0];
      if (!next || next[1].atMs > endMs) break;
      this.nowMs = Math.max(this.nowMs, next[1].atMs);
      this.timers.delete(next[0]);
      next[1].callback();
    }
    this.nowMs = endMs;
  }
}

function timerOf(): { host: FakeHost; alarm: WakeUpTimer<string>; rung: string[] } {
  const host = new FakeHost();
  const rung: string[] = [];
  const alarm = new WakeUpTimer<string>(host.clock, who => rung.push(`${who}@${host.nowMs}`));
  return { host, alarm, rung };
}

test('wakes each account at its time', () => {
  const { host, alarm, rung } = timerOf();
  alarm.set('late', 300);
  alarm.set('early', 100);
  alarm.set('middle', 200);
  host.advance(1_000);
  expect(rung).toEqual(['early@100', 'middle@200', 'late@300']);
  expect(host.timers.size).toBe(0);
});

test('a new wake-up replaces the previous one, whether it is earlier or later', () => {
  const { host, alarm, rung } = timerOf();
  alarm.set('a', 500);
  alarm.set('a', 100);
  alarm.set('b', 100);
  alarm.set('b', 500);
  host.advance(1_000);
  expect(rung).toEqual(['a@100', 'b@500']);
});

test('a cancelled wake-up does not fire', () => {
  const { host, alarm, rung } = timerOf();
  alarm.set('a', 100);
  alarm.set('a', Number.POSITIVE_INFINITY);
  alarm.set('b', 200);
  host.advance(1_000);
  expect(rung).toEqual(['b@200']);
});

test('a callback may schedule the next wake-up', () => {
  const host = new FakeHost();
  const rung: number[] = [];
  const alarm: WakeUpTimer<string> = new WakeUpTimer(host.clock, who => {
    rung.push(host.nowMs);
    if (rung.length < 5) alarm.set(who, 50);
  });
  alarm.set('a', 50);
  host.advance(1_000);
  expect(rung).toEqual([50, 100, 150, 200, 250]);
});

test('a wake-up that is rescheduled a thousand times leaves one host timer', () => {
  const { host, alarm, rung } = timerOf();
  for (let ms = 1_000; ms > 0; ms--) alarm.set('a', ms);
  expect(host.timers.size).toBe(1);
  host.advance(2_000);
  expect(rung).toEqual(['a@1']);
});

test('after stop no wake-up fires, and no timer keeps the process alive', () => {
  const { host, alarm, rung } = timerOf();
  alarm.set('a', 100);
  alarm.stop();
  alarm.set('late', 100);
  expect(host.timers.size).toBe(0);
  host.advance(1_000);
  expect(rung).toEqual([]);
});
