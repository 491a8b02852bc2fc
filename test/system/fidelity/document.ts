import { ASSUMPTIONS, type Assumption } from '../../../src/core/domain/assumptions.ts';
import { heldRules } from './holders.ts';

const HEAD = `# Fidelity

Every rule of the specification, numbered, with the tests that verify it. The name of a test starts with the ids of its
rules in square brackets, so \`npx vitest run -t 'ORD-14'\` runs the tests of one rule. A rule without a test, a test with
an unknown rule and an outdated copy of this page each make the test run fail. \`npm run generate-fidelity\` regenerates
the page.

In addition, every response and every webhook in any end-to-end test is validated against the
[OpenAPI description](../openapi/energy-rental-v1.yaml).
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Longer defaults are lists of packages or prices, which the page does not repeat. */
const MAX_DEFAULT_LENGTH = 100;

function defaultText({ default: value, check }: Assumption): string {
  if (!check) return String(value);
  const text = JSON.stringify(value);
  return text.length <= MAX_DEFAULT_LENGTH ? `\`${text}\`` : 'see `GET /_sandbox/assumptions`';
}

const assumptionRow = (row: Assumption): string =>
  `| ${row.name} | ${row.section} | ${cell(defaultText(row))} | ${cell(row.check?.allowed ?? 'fixed')} | ${cell(row.reason)} |`;

/** The content of docs/fidelity.md. @param root the folder of the project */
export function documentFidelity(root: string): string {
  const rows = heldRules(root).map(({ rule, holders }) => {
    const tests = holders.map(({ file, name }) => `${file.slice('test/'.length)}: ${name}`).join('<br>');
    return `| ${rule.id} | ${cell(rule.section)} | ${cell(rule.rule)} | ${cell(tests)} |`;
  });
  return [
    HEAD,
    '| id | section | rule | tests |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Assumptions',
    '',
    'What the specification leaves open, and what the sandbox does about it. Assumptions with allowed values are settings.',
    '',
    '| name | section | default | allowed | reason |',
    '|---|---|---|---|---|',
    ...ASSUMPTIONS.map(assumptionRow),
    '',
  ].join('\n');
}
