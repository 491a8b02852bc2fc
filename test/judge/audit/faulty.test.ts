import { describe, expect, test } from 'vitest';
import { FAULTY_RECEIVERS } from './faulty-receivers.ts';
import { audited } from './receivers.ts';

// An audit waits for most of its time.
describe.concurrent('the audit finds a receiver that', () => {
  test.each(FAULTY_RECEIVERS)('$bug, by the case $foundBy', async ({ foundBy, needsProbe, create }) => {
    await using receiver = await create().start();
    const probe = needsProbe ? { probe: receiver.probe } : {};
    const [found] = await audited(receiver, { only: [foundBy], ...probe });
    expect(found).toMatchObject({ id: foundBy, verdict: 'failed' });
    const place = foundBy === 'reordered' ? 'with order\\.\\w+ and order\\.\\w+ swapped, ' : '';
    const stored = new RegExp(`^${place}the probe differs from what it returns`);
    expect(stored.test(found!.message)).toBe(needsProbe);
  });
});
