import { readFile } from 'node:fs/promises';
import { ASSUMPTIONS } from '../core/domain/assumptions.ts';
import { givenSettingsProblem } from '../core/domain/given-settings.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { fileProblem } from '../host/node/files.ts';
import {
  levelOf,
  type RuleSetting,
  ruleIdProblem,
  ruleSettingProblem,
} from '../judge/findings/rule-settings.ts';
import { OptionError, type SandboxOptions } from '../server/sandbox-options.ts';
import { CONFIG_NAMES, gatherOptions, type ServerFlags } from './start-options.ts';

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new OptionError(`config: ${path}: ${fileProblem(error)}`);
  }
}

const KNOWN_ASSUMPTIONS = ASSUMPTIONS.map(({ name }) => name);

/** A longer list of names is not helpful. */
const MAX_LISTED = 30;

const offsetOf = (node: unknown): number =>
  (node as { readonly range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? 0;

/** @throws OptionError for the first key that is not one of the names, with the nearest name or a list of them */
function refuseUnknownNames(
  items: readonly { readonly key: unknown }[],
  what: string,
  names: readonly string[],
  place: (offset: number) => string,
): void {
  for (const { key } of items) {
    const name = (key as { readonly value?: unknown } | null)?.value;
    if (names.includes(String(name))) continue;
    const list =
      names.length > MAX_LISTED
        ? 'docs/assumptions.md lists them all'
        : `expected one of ${names.join(', ')}`;
    const hint = didYouMean(String(name), names) || `; ${list}`;
    throw new OptionError(`${place(offsetOf(key))}: unknown ${what} ${JSON.stringify(name)}${hint}`);
  }
}

/** The place of a rule's setting or id, as `file:line:column`; without a rule, of the whole mapping. */
type PlaceOf = (part: 'id' | 'setting', rule?: string) => string;

/** The file has to say why a rule is off, because nothing else ever mentions the rule again. */
const lacksReason = (setting: RuleSetting): boolean =>
  levelOf(setting) === 'off' && (typeof setting === 'string' || setting.reason === undefined);

const missingReason = (id: string): string =>
  `a rule that is off needs a reason; write "${id}: { severity: off, reason: … }"`;

/**
 * Checks the mapping `findings` of a config file: rules with their severities. It may be empty.
 * @throws OptionError with file:line:column
 */
function checkConfiguredFindings(findings: unknown, placeOf: PlaceOf): void {
  if (findings === null) return;
  if (typeof findings !== 'object' || Array.isArray(findings)) {
    const expected = 'expected rules with their severities, such as "slow-receiver: error"';
    throw new OptionError(`${placeOf('setting')}: findings: ${expected}`);
  }
  for (const [id, setting] of Object.entries(findings)) {
    const unknown = ruleIdProblem(id);
    if (unknown !== null) throw new OptionError(`${placeOf('id', id)}: findings: ${unknown}`);
    const problem =
      ruleSettingProblem(setting) ?? (lacksReason(setting as RuleSetting) ? missingReason(id) : null);
    if (problem !== null) throw new OptionError(`${placeOf('setting', id)}: findings.${id}: ${problem}`);
  }
}

/**
 * Reads a config file: YAML, or JSON, which is YAML. Its fields are `assumptions`, `findings` and the names
 * of the flags with underscores.
 * @throws OptionError with file:line:column
 */
export async function readConfigFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(path);
  const { isMap, LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const syntaxError = document.errors[0];
  if (syntaxError) throw new OptionError(`${place(syntaxError.pos[0])}: ${syntaxError.message}`);
  const { contents } = document;
  if (contents === null) return {};
  if (!isMap(contents)) throw new OptionError(`${path}:1:1: expected fields such as "port: 4010"`);
  refuseUnknownNames(contents.items, 'field', CONFIG_NAMES, place);
  const assumptions = contents.get('assumptions', true);
  if (isMap(assumptions)) refuseUnknownNames(assumptions.items, 'assumption', KNOWN_ASSUMPTIONS, place);
  let values: Record<string, unknown>;
  try {
    values = document.toJS() as Record<string, unknown>;
  } catch (error) {
    throw new OptionError(`${path}: ${(error as Error).message}; write out the aliased values`);
  }
  const found = isMap(assumptions)
    ? givenSettingsProblem(values.assumptions as Record<string, unknown>)
    : null;
  if (found && isMap(assumptions)) {
    const pair = assumptions.items.find(({ key }) => String(key) === found.name);
    throw new OptionError(`${place(offsetOf(pair?.key))}: ${found.problem}`);
  }
  if (values.findings !== undefined) {
    checkConfiguredFindings(values.findings, (part, rule) => {
      const findings = contents.items.find(({ key }) => String(key) === 'findings');
      const map = isMap(findings?.value) ? findings.value : null;
      const pair = map?.items.find(({ key }) => String(key) === rule) ?? findings;
      return place(offsetOf((part === 'id' ? pair?.key : pair?.value) ?? pair?.key));
    });
  }
  return values;
}

/** The options of a server, from flags, environment and config file. @throws OptionError */
export async function readServerOptions(
  flags: ServerFlags,
  environment: NodeJS.ProcessEnv,
): Promise<SandboxOptions> {
  const configPath = flags.config ?? environment.ENERGY_SANDBOX_CONFIG;
  return gatherOptions(flags, environment, configPath ? await readConfigFile(configPath) : {});
}

/**
 * The options of a server that a command of the user calls. Only the flag sets its port: PORT and HOST in the environment
 * are meant for the command.
 * @throws OptionError
 */
export async function readInnerServerOptions(
  flags: ServerFlags,
  { PORT, HOST, ENERGY_SANDBOX_PORT, ...environment }: NodeJS.ProcessEnv,
): Promise<SandboxOptions> {
  const options = await readServerOptions(flags, environment);
  return flags.port === undefined ? { ...options, port: 0 } : options;
}
