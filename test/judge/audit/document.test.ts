import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AUDIT_CASES } from '../../../src/judge/audit/case-table.ts';
import { auditDocument } from '../../../src/judge/audit/generate-document.ts';

const PAGE = new URL('../../../docs/audit.md', import.meta.url).pathname;

test('docs/audit.md matches the cases; `npm run generate-audit` writes it', async () => {
  await expect(auditDocument(await readFile(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE);
});

test('each case has an id of its own, and says when it passes, what a failure costs and how to fix it', () => {
  expect(new Set(AUDIT_CASES.map(({ id }) => id)).size).toBe(AUDIT_CASES.length);
  for (const { title, criterion, cost, fix } of AUDIT_CASES) {
    for (const text of [title, criterion, cost, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
  }
});
