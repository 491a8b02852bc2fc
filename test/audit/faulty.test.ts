import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { FAULTY_RECEIVERS } from './faulty-receivers.ts';
import { SECRET } from './receivers.ts';

describe.concurrent('the audit finds a receiver that', () => {
  test.each(FAULTY_RECEIVERS)('$bug, by the case $foundBy', async ({ foundBy, needsProbe, create }) => {
    await using receiver = await create().start();
    const options = { secret: SECRET, only: [foundBy] };
    const { cases: byAnswers } = await audit(receiver.url, options);
    expect(byAnswers.map(({ verdict }) => verdict)).toEqual([needsProbe ? 'passed' : 'failed']);
    if (!needsProbe) return;
    const { cases } = await audit(receiver.url, { ...options, probe: receiver.probe });
    expect(cases[0]).toMatchObject({ id: foundBy, verdict: 'failed' });
    const place = foundBy === 'reordered' ? 'with order\\.\\w+ and order\\.\\w+ swapped, ' : '';
    expect(cases[0]!.message).toMatch(new RegExp(`^${place}the probe differs from what it returns`));
  });
});
