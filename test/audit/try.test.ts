import { test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { CorrectReceiver, DeferringReceiver, OtherStatusReceiver, SECRET } from './receivers.ts';
test.each([CorrectReceiver, DeferringReceiver, OtherStatusReceiver])('x %s', async R => {
  for (const withProbe of [true, false]) {
  await using r = await new R().start();
  const t = Date.now();
  const res = await audit(r.url, { secret: SECRET, ...(withProbe ? {probe: r.probe} : {}) });
  console.log(R.name, withProbe, Date.now() - t, res.cases.filter(c => c.verdict !== 'passed'), res.cases.length);
  }
});
