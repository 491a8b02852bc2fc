import { test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { CorrectReceiver, DeferringReceiver, OtherStatusReceiver, SECRET } from './receivers.ts';
test.each([["a", CorrectReceiver],["b", DeferringReceiver], ["c",OtherStatusReceiver]] as const)('x %s', async (_, R) => {
  for (const withProbe of [true, false]) {
  await using r = await new R().start();
  const t = Date.now(); const steps: any[]=[];
  const res = await audit(r.url, { secret: SECRET, ...(withProbe ? {probe: r.probe} : {}), onProgress: p => (globalThis as any).L && 0 || steps.push([p.step, Date.now()-t]) });
  console.log(JSON.stringify(steps.filter((s,i)=>steps[i-1]?.[0]!==s[0])), R.name, withProbe, Date.now() - t, res.cases.filter(c => c.verdict !== 'passed'), res.cases.length);
  }
});
