import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AuditCase } from '../../../src/lab/audit/case-stage.ts';
import { AUDIT_CASES } from '../../../src/lab/audit/cases.ts';

const PAGE = fileURLToPath(new URL('../../../docs/audit.md', import.meta.url));

const row = ({ id, title }: AuditCase): string => `| [${id}](#${id}) | ${title} |`;

const section = ({ id, title, criterion, cost, fix, probeShows }: AuditCase): string =>
  [
    `### ${id}`,
    title,
    `**Passes if.** ${criterion}`,
    ...(probeShows === null ? [] : [`**A probe shows** ${probeShows}.`]),
    `**What a failure costs.** ${cost}`,
    `**How to fix it.** ${fix}\n`,
  ].join('\n\n');

const HEADING = '\n## Cases\n';

/** The content of docs/audit.md with the present cases. @param page its content so far */
const auditDocument = (page: string): string =>
  [
    page.slice(0, page.indexOf(HEADING)) + HEADING,
    '| case | what is sent |\n|---|---|',
    `${AUDIT_CASES.map(row).join('\n')}\n`,
    ...AUDIT_CASES.map(section),
  ].join('\n');

test('docs/audit.md matches the cases; `npm run generate-audit` writes it', async () => {
  await expect(auditDocument(await readFile(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE);
});

test('each case has an id of its own, and says when it passes, what a failure costs and how to fix it', () => {
  expect(new Set(AUDIT_CASES.map(({ id }) => id)).size).toBe(AUDIT_CASES.length);
  for (const { title, criterion, cost, fix } of AUDIT_CASES) {
    for (const text of [title, criterion, cost, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
  }
});
