import type { AuditCase } from './case-stage.ts';
import { AUDIT_CASES } from './case-table.ts';

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
export const auditDocument = (page: string): string =>
  [
    page.slice(0, page.indexOf(HEADING)) + HEADING,
    '| case | what is sent |\n|---|---|',
    `${AUDIT_CASES.map(row).join('\n')}\n`,
    ...AUDIT_CASES.map(section),
  ].join('\n');
