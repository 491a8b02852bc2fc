import type { Corruption, Scenario, TransportFault } from './scenario-types.ts';

type JsonSchema = {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly propertyNames?: JsonSchema;
};

const HEAD = `# Scenarios

<!-- Made by \`npm run generate-scenarios\` from the files in scenarios/ and their schema. Edit those. -->

A scenario is a YAML file that scripts what happens: how requests are answered, what life an order leads, how
webhooks are delivered. The happy path is one, too.

## Picking one

| how | holds for |
|---|---|
| \`energy-sandbox --scenario NAME\` or \`--scenario FILE\`, repeatable | the accounts that are made without scenarios of their own |
| the control API or the library: \`scenarios: ['NAME']\` | that account |
| the request header \`X-Sandbox-Scenario: NAME\` | that request, and the order that it makes |
| an external_id that begins with \`sandbox:NAME:\` | that order, single or in a bulk request; an unknown name picks nothing |
| a magic address (below) as the recipient | that request or order, single or in a bulk request |

A scenario that is picked for an order is asked for the order's status requests and webhooks, too. \`given\` is applied
only when a scenario is activated on an account, not when it is picked for one request. What a rule \`set\`s
changes the account itself, for everybody who uses it.

## Which rule wins

1. The scenario that the request or order picked: by header, else by external_id, else by magic address; for the
   status requests and webhooks of an order, the one that it was made under.
2. The account's active scenarios, in their listed order.
3. \`happy-path\`, always last.

Within a file from top to bottom. The first rule whose conditions all hold wins, and those behind it are neither asked
nor counted. Requests, orders and webhooks are asked separately: a scenario that has no rule for orders leaves their
lives to the next one in the list.
`;

const NOTES = `
## How a file reads

Durations are written \`250ms\`, \`3s\`, \`5m\`, \`1h\` or \`2d\`. They run on the account's clock, but for \`reply.after\`,
which is real time that a client waits. In texts that are matched, \`*\` is any run of characters and \`?\` is exactly
one. A condition on something that is not known, such as the address of a body that does not parse, does not hold.

\`nth\` counts how often all other conditions of its rule held, \`times\` how often the rule applied, both \`per\` account,
order or external_id; requests without an external_id share one count. The counts are part of the account's state, so
that resetting or restoring an account resets or restores them.

A reply of a \`createOrder\` rule becomes the failure of that item in a bulk request; a \`fault\`, or a code that only
a whole request can have, such as RATE_LIMITED, takes the whole answer, and the longest \`after\` of all items delays
it. With \`commit: true\` a rule acts on the call that makes the order, and a repeat of it is answered plainly,
unless \`match.repeat\` says otherwise.

A whole file; its first line lets editors complete and check it:

\`\`\`yaml
# yaml-language-server: $schema=./scenario.schema.json
name: monday-morning
summary: The first order times out after it was made, large orders fail, and their webhooks come twice.
given:
  balance_trx: 100
requests:
  - match: { operation: createOrder, external_id: "invoice-*", nth: 1 }
    commit: true
    fault: hang
orders:
  - match: { energy_amount: { min: 1000000 } }
    lifecycle:
      - { after: 3s, to: delegating }
      - { after: 1m, to: failed, refund: { after: 5s } }
webhooks:
  - match: { event: order.failed, attempt: 1 }
    deliver: { copies: 2, apart: 30s }
\`\`\`

Problems are told as \`file:line:column\`, with what was expected, what stands there and the nearest right word.
`;

const FAULTS: Readonly<Record<TransportFault, string>> = {
  'connection-reset': 'The connection is reset, without an answer.',
  'empty-reply': 'The connection is closed, without a byte.',
  hang: 'The connection stays open, and nothing ever comes.',
  'truncated-json': 'The answer breaks off in the middle of its body.',
  'html-502': 'A 502 with a page in HTML, as a gateway writes it.',
  'slow-drip': 'The answer comes in small pieces, with pauses between them.',
};

const CORRUPTED: Readonly<Record<Corruption, string>> = {
  'wrong-secret': 'Signed with another secret. Not valid.',
  'missing-prefix': 'The signature without its `sha256=`. Not valid.',
  'upper-case-hex':
    'The right signature in upper-case digits, which the specification does not write. Not valid.',
  'altered-body': 'The body was changed after it was signed. Not valid.',
  reserialised: 'Rightly signed JSON in bytes that no serialiser would write.',
  'stale-signature': 'The signature of an older event. Not valid.',
  'unknown-event': 'Rightly signed, with an event kind that does not exist.',
  'extra-field': 'Rightly signed, with a field that does not exist.',
  'wrong-event-header': 'Rightly signed; X-Webhook-Event names another event than the body.',
  'same-id-other-bytes': 'From the second sending on: rightly signed, the same event_id, another status.',
};

const wordTable = (heading: string, words: Readonly<Record<string, string>>): string[] => [
  `### ${heading}`,
  '',
  '| word | what comes of it |',
  '|---|---|',
  ...Object.entries(words).map(([word, text]) => `| \`${word}\` | ${text} |`),
  '',
];

/** A text that fits into a table's cell. */
const cellText = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A scenario's row in the list. */
function scenarioRow({ name, summary, magicAddress }: Scenario): string {
  const address = magicAddress === undefined ? '' : `\`${magicAddress}\``;
  return `| [${name}](../scenarios/${name}.yaml) | ${cellText(summary)} | ${address} |`;
}

const LONGEST_LIST = 12;

/** What kind of value a field takes, in a few words. */
function kindOf(schema: JsonSchema): string {
  if (schema.anyOf) {
    const [first, ...others] = [...new Set(schema.anyOf.map(kindOf))];
    return [first, ...others.map(other => (other === `list of ${first}` ? 'a list of them' : other))].join(
      ' or ',
    );
  }
  if (schema.enum) {
    return schema.enum.length > LONGEST_LIST
      ? `one of ${schema.enum.length} words`
      : schema.enum.map(word => `\`${word}\``).join(', ');
  }
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  if (schema.type === 'object') return 'mapping';
  if (schema.type === 'string' && schema.pattern?.includes('ms|s|m')) {
    return schema.pattern.includes('rental') ? 'duration or `rental`' : 'duration';
  }
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'number',
    integer: 'whole number',
    boolean: '`true` or `false`',
    null: '`null`',
  };
  return words[schema.type ?? ''] ?? 'anything';
}

/** The schemas of mappings that a value may be, through lists and alternatives. */
function mappingsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(mappingsOf);
  if (schema.items) return mappingsOf(schema.items);
  return schema.properties ? [schema] : [];
}

/** Small mappings are told in their own description. */
const SMALL: readonly string[] = ['min', 'max', 'every'];

interface Section {
  readonly title: string;
  readonly schema: JsonSchema;
}

/** The mapping itself, and all that stand in it, in reading order. */
function sectionsOf(title: string, schema: JsonSchema): readonly Section[] {
  const fields = Object.entries(schema.properties ?? {});
  const inner = fields.flatMap(([key, field]) => {
    const isList = field.type === 'array';
    const path = [title, `${key}${isList ? '[]' : ''}`].filter(Boolean).join('.');
    return mappingsOf(field)
      .filter(mapping => !Object.keys(mapping.properties ?? {}).every(name => SMALL.includes(name)))
      .flatMap(mapping => sectionsOf(path, mapping));
  });
  return [{ title, schema }, ...inner];
}

function fieldRow(key: string, field: JsonSchema, isRequired: boolean): string {
  const must = isRequired ? 'Required. ' : '';
  return `| \`${key}\` | ${cellText(kindOf(field))} | ${must}${cellText(field.description ?? '')} |`;
}

function sectionText({ title, schema }: Section): string {
  const rows = Object.entries(schema.properties ?? {}).map(([key, field]) =>
    fieldRow(key, field, schema.required?.includes(key) ?? false),
  );
  return [
    `### ${title ? `\`${title}\`` : 'The file'}`,
    '',
    '| key | value | |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** `given` and `set` change the same things; one table is enough. */
const isRepeated = ({ title }: Section): boolean => title.startsWith('requests[].set');

/** The whole of docs/scenarios.md. */
export function documentScenarios(scenarios: readonly Scenario[], schema: Record<string, unknown>): string {
  const reference = sectionsOf('', schema as JsonSchema).filter(section => !isRepeated(section));
  return [
    HEAD,
    '## The built-in scenarios',
    '',
    '| name | what it does, and which bug it finds | magic address |',
    '|---|---|---|',
    ...[...scenarios].sort((left, right) => (left.name < right.name ? -1 : 1)).map(scenarioRow),
    NOTES,
    '## Reference',
    '',
    '`set` of a request rule takes the same keys as `given`.',
    '',
    ...reference.map(sectionText),
    ...wordTable('The words of `fault`', FAULTS),
    ...wordTable('The words of `corrupt`', CORRUPTED),
  ].join('\n');
}
