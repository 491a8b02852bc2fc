import { cp, readdir, writeFile } from 'node:fs/promises';
import { writePreparedContract } from '../src/contract/prepare-contract.ts';
import { prepareLibrary } from '../src/host/scenarios/read-scenarios.ts';

/** Computes what a start would otherwise compute: the descriptions and the built-in scenarios. */
export async function prepare({
  openapi,
  scenarios,
  to,
}: {
  openapi: string;
  scenarios: string;
  to: string;
}): Promise<void> {
  const descriptions = (await readdir(openapi)).filter(file => file.endsWith('.yaml'));
  for (const file of descriptions)
    await writePreparedContract(file.replace(/\.yaml$/, ''), { from: openapi, to });
  await writeFile(`${to}/scenarios.json`, JSON.stringify(await prepareLibrary(scenarios)));
  await cp(scenarios, `${to}/scenarios`, { recursive: true });
}
