import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSUMPTIONS, type Assumption } from '../../../src/core/domain/assumptions.ts';
import { heldRules } from './holders.ts';
import { MUTANTS } from './mutants.ts';

const HEAD = `# Fidelity

Every rule of the specification, numbered, with the tests that verify it. The name of a test starts with the ids of its
rules in square brackets, so \`npx vitest run -t 'ORD-14'\` runs the tests of one rule. A rule without a test, a test with
an unknown rule and an outdated copy of this page each make the test run fail. \`npm run generate-fidelity\` regenerates
the page. [assumptions.md](assumptions.md) lists what the specification leaves open.

In addition, every response and every webhook in any end-to-end test is validated against the
[OpenAPI description](../openapi/energy-rental-v1.yaml).

## Contract test tools

\`npm run test:long -- test/system/conformance\` runs two tools that read the description and call the sandbox:

| tool | result | what it needs besides the description |
|---|---|---|
| Dredd 14.1.0 | 55 of 55 exchanges pass: each status of each operation | \`dredd-hooks.cjs\` changes the example request so that it provokes each error, such as an unknown key for 401. Both success responses of an order, 202 and then 200, need no hook. |
| Portman 1.33.0 with Newman | 52 of 52 assertions pass, on 14 requests | \`portman.json\` chooses \`package_id\` for a quote and \`id\` for a status, because the description requires one of two parameters, and adds a repeated order, a bulk request with one unusable item, and requests with an unknown key. |

To run them against a sandbox on port 4010, started with \`--strict\`:

\`\`\`sh
npm run install-tools && PATH="$PWD/scripts/tools/node_modules/.bin:$PATH"
SANDBOX_URL=http://127.0.0.1:4010 dredd openapi/energy-rental-v1.yaml http://127.0.0.1:4010 \\
  --hookfiles=test/system/conformance/dredd-hooks.cjs --header 'Authorization: Bearer ersk_demo_0123456789abcdef'
portman --local openapi/energy-rental-v1.yaml --baseUrl http://127.0.0.1:4010 \\
  --portmanConfigFile test/system/conformance/portman.json --runNewman
\`\`\`

Reset the demo account in between, because the example requests create orders with fixed ids.

## Rules

The long tier breaks every rule once, by the change of the file under "broken in" that
\`test/system/fidelity/mutants.ts\` has, and a test of the rule has to fail: the one in bold, or the validation of all
responses and webhooks. \`npm run test:long -- test/system/fidelity\` does so; with \`--update\` it also writes which test
failed.
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

const ASSUMPTIONS_HEAD = `# Assumptions

What the specification leaves open, and what the sandbox does about it. Assumptions with allowed values are settings: of
the server, with \`assumptions\` in its [config file](command-line.md#options), or of one account.
[calibrating.md](calibrating.md) finds out how the real service behaves. \`npm run generate-fidelity\` regenerates the
page in a checkout.

| name | section | default | allowed | reason |
|---|---|---|---|---|
`;

/** The content of docs/assumptions.md. */
export const documentAssumptions = (): string =>
  `${ASSUMPTIONS_HEAD}${ASSUMPTIONS.map(assumptionRow).join('\n')}\n`;

/** The content of docs/fidelity.md. @param root the folder of the project */
export function documentFidelity(root: string): string {
  const noticed: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'test/system/fidelity/noticed.json'), 'utf8'),
  );
  const rows = heldRules(root).map(({ rule, holders }) => {
    const tests = holders
      .map(
        ({ file, name }) =>
          `${file.slice('test/'.length)}: ${name === noticed[rule.id] ? `**${name}**` : name}`,
      )
      .join('<br>');
    const broken = MUTANTS.filter(one => one.rule === rule.id).map(({ file }) => file.replace(/^src\//, ''));
    return `| ${rule.id} | ${cell(rule.section)} | ${cell(rule.rule)} | ${cell(tests)} | ${broken.join('<br>')} |`;
  });
  const head = ['| id | section | rule | tests | broken in |', '|---|---|---|---|---|'];
  return [HEAD, ...head, ...rows, ''].join('\n');
}
