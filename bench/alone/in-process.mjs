/** The time from createSandbox to the first response, in a process that has done so before. */
export async function measureInProcess({ log }) {
  log('createSandbox in a warm process');
  const { createSandbox } = await import('../../dist/index.js');
  const times = [];
  for (let round = 0; round < 20; round++) {
    const startedMs = performance.now();
    const sandbox = await createSandbox();
    const account = await sandbox.createAccount();
    await fetch(`${account.baseUrl}/api/v1/balance/`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
    });
    times.push(performance.now() - startedMs);
    await sandbox.close();
  }
  const warm = times.slice(5).sort((a, b) => a - b);
  return { firstMs: times[0], warmMedianMs: warm[Math.floor(warm.length / 2)] };
}
