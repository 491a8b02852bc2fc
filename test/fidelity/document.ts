import { ASSUMPTIONS, type Assumption } from '../../src/domain/assumptions.ts';
import { heldRules } from './holders.ts';

const HEAD = `# Fidelity

Every rule of the specification, numbered, with the tests that hold it. A test names its rules in square brackets at
the beginning of its name, so \`npx vitest run -t 'ORD-14'\` runs what holds one rule. A rule without a test, a test
with an unknown rule, and a stale copy of this page each fail the tests. \`npm run generate-fidelity\` writes it anew.

Beyond these tests, every answer and every webhook that any end-to-end test brings about is held to
[the description](../openapi/energy-rental-v1.yaml).
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Long defaults are lists of packages or prices; the register has them. */
const MAX_DEFAULT_LENGTH = 100;

function defaultText({ default: value, check }: Assumption): string {
  if (!check) return String(value);
  const text = JSON.stringify(value);
  return text.length <= MAX_DEFAULT_LENGTH ? `\`${text}\`` : 'see the register';
}

const assumptionRow = (row: Assumption): string =>
  `| ${row.name} | ${row.section} | ${cell(defaultText(row))} | ${cell(row.check?.allowed ?? 'fixed')} | ${cell(row.reason)} |`;

/** The whole of docs/fidelity.md. @param root the folder of the project */
export function documentFidelity(root: string): string {
  const rows = heldRules(root).map(({ rule, holders }) => {
    const tests = holders.map(({ file, name }) => `${file.slice('test/'.length)}: ${name}`).join('<br>');
    return `| ${rule.id} | ${cell(rule.section)} | ${cell(rule.rule)} | ${cell(tests)} |`;
  });
  return [
    HEAD,
    '| id | section | rule | held by |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Assumptions',
    '',
    'What the specification leaves open, and what the sandbox does about it. Those with allowed values are settings.',
    '',
    '| name | section | default | allowed | reason |',
    '|---|---|---|---|---|',
    ...ASSUMPTIONS.map(assumptionRow),
    '',
  ].join('\n');
}
