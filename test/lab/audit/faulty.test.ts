import { describe, expect, test } from 'vitest';
import { FAULTY_RECEIVERS } from './faulty-receivers.ts';
import { audited } from './receivers.ts';

// An audit waits for most of its time.
describe.concurrent('the audit finds a receiver that', () => {
  test.each(FAULTY_RECEIVERS)('$bug, by the case $foundBy', async ({ foundBy, needsProbe, create }) => {
    await using receiver = await create().start();
    const probe = needsProbe ? { probe: receiver.probe } : {};
    const restart = receiver.restartCommand;
    const [found] = await audited(receiver, { only: [foundBy], restart, ...probe });
    expect(found).toMatchObject({ id: foundBy, verdict: 'failed' });
    expect(/\bthe probe (differs|returns)/.test(found!.message)).toBe(needsProbe);
  });
});
