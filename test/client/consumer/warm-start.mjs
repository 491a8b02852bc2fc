import { createSandbox } from 'energy-rental-sandbox';

const first = await createSandbox();
await first.createAccount();
const tookMs = [];
for (let round = 0; round < 30; round++) {
  const startMs = performance.now();
  const sandbox = await createSandbox();
  await sandbox.createAccount();
  tookMs.push(performance.now() - startMs);
  await sandbox.close();
}
await first.close();
console.log(JSON.stringify({ bestMs: Math.min(...tookMs), medianMs: tookMs.sort((a, b) => a - b)[15] }));
