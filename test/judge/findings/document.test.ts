import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findingsDocument, ruleIds } from '../../../src/judge/findings/generate-document.ts';

const PAGE = new URL('../../../docs/findings.md', import.meta.url).pathname;
const IDS = new URL('../../../src/judge/findings/rule-ids.generated.ts', import.meta.url).pathname;

test('docs/findings.md and the ids match the rules; `npm run generate-findings` writes both', async () => {
  await expect(findingsDocument(await readFile(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE);
  await expect(ruleIds()).toMatchFileSnapshot(IDS);
});
