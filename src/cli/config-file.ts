import { dirname, resolve } from 'node:path';
import { ASSUMPTIONS } from '../core/domain/assumptions.ts';
import { givenSettingsProblem } from '../core/domain/given-settings.ts';
import { isObject } from '../core/domain/json.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { fileProblem, readRegularFile } from '../host/node/files.ts';
import {
  levelOf,
  type RuleSetting,
  ruleIdProblem,
  ruleSettingProblem,
} from '../judge/findings/rule-settings.ts';
import { OptionError, type SandboxOptions } from '../server/sandbox-options.ts';
import { oneOf } from './argument-parsers.ts';
import { CONFIG_NAMES, changePaths, fieldProblem, gatherOptions, type ServerFlags } from './start-options.ts';

async function readText(path: string): Promise<string> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    throw new OptionError(`config: ${path}: ${fileProblem(error)}`);
  }
}

const KNOWN_ASSUMPTIONS = ASSUMPTIONS.map(({ name }) => name);

/** A longer list of names is not helpful. */
const MAX_LISTED = 30;

const LOG_FORMATS = ['text', 'json'] as const;

/** The form of the log. */
export type LogFormat = (typeof LOG_FORMATS)[number];

export const readLogFormat = oneOf('format', LOG_FORMATS);

type Fields = Readonly<Record<string, unknown>>;

/** Reports a problem at the value at a path of the file, or at its key. @throws OptionError with file:line:column */
type Refuse = (at: readonly string[], problem: string, place?: 'key' | 'value') => never;

function refuseUnknownNames(
  fields: Fields,
  at: readonly string[],
  what: string,
  names: readonly string[],
  refuse: Refuse,
): void {
  for (const name of Object.keys(fields)) {
    if (names.includes(name)) continue;
    const list =
      names.length > MAX_LISTED
        ? `docs/${what === 'field' ? 'command-line' : 'assumptions'}.md lists them all`
        : `expected one of ${names.join(', ')}`;
    const hint = didYouMean(name, names) || `; ${list}`;
    refuse([...at, name], `unknown ${what} ${JSON.stringify(name)}${hint}`);
  }
}

const EMPTY = 'the value is empty; give one, or leave out the line';

function checkAssumptions(given: unknown, refuse: Refuse): void {
  if (!isObject(given)) {
    const problem = given === null ? EMPTY : 'expected settings, such as "cors: any_origin"';
    refuse(['assumptions'], `assumptions: ${problem}`, 'value');
  }
  const assumptions = given as Fields;
  refuseUnknownNames(assumptions, ['assumptions'], 'assumption', KNOWN_ASSUMPTIONS, refuse);
  const found = givenSettingsProblem(assumptions);
  if (found) refuse(['assumptions', found.name], found.problem);
}

/** The file has to say why a rule is off, because nothing else ever mentions the rule again. */
const lacksReason = (setting: RuleSetting): boolean =>
  levelOf(setting) === 'off' && (typeof setting === 'string' || setting.reason === undefined);

const missingReason = (id: string): string =>
  `a rule that is off needs a reason; write "${id}: { severity: off, reason: … }"`;

function checkFindings(findings: unknown, refuse: Refuse): void {
  if (!isObject(findings)) {
    const problem =
      findings === null ? EMPTY : 'expected rules with their severities, such as "hung-up-early: error"';
    refuse(['findings'], `findings: ${problem}`, 'value');
  }
  for (const [id, setting] of Object.entries(findings as Fields)) {
    const unknown = ruleIdProblem(id);
    if (unknown !== null) refuse(['findings', id], `findings: ${unknown}`);
    const problem =
      ruleSettingProblem(setting) ?? (lacksReason(setting as RuleSetting) ? missingReason(id) : null);
    if (problem !== null) refuse(['findings', id], `findings.${id}: ${problem}`, 'value');
  }
}

/**
 * Reads a config file: YAML, or JSON, which is YAML. Its fields are `assumptions`, `findings` and the names
 * of the flags with underscores. Their values are checked, and returned as they are written.
 * @throws OptionError with file:line:column
 */
export async function readConfigFile(path: string): Promise<Fields> {
  const text = await readText(path);
  const { toEnd, YamlSource } = await import('../core/scenario/yaml-source.ts');
  const source = toEnd(YamlSource.parse(text, path));
  if ('message' in source) throw new OptionError(`${source.where}: ${source.message}`);
  const refuseAt = (offset: number, problem: string): never => {
    throw new OptionError(`${source.at(offset)}: ${problem}`);
  };
  for (const { offset, message } of source.complaints()) refuseAt(offset, message);
  const data = source.plainData();
  if ('message' in data) return refuseAt(data.offset, data.message);
  const refuse: Refuse = (at, problem, place = 'key') =>
    refuseAt(source.offset(at, place === 'key'), problem);
  const { value } = data;
  if (value === null) return {};
  if (!isObject(value)) return refuse([], 'expected fields such as "port: 4010"');
  refuseUnknownNames(value, [], 'field', CONFIG_NAMES, refuse);
  for (const [field, raw] of Object.entries(resolvePaths(path, value))) {
    const problem = fieldProblem(field, raw);
    if (problem !== null) refuse([field], `${field}: ${problem}`, 'value');
  }
  if (value.log !== undefined && !LOG_FORMATS.includes(value.log as LogFormat))
    refuse(['log'], `log: expected one of ${LOG_FORMATS.join(', ')}`, 'value');
  if (value.assumptions !== undefined) checkAssumptions(value.assumptions, refuse);
  if (value.findings !== undefined) checkFindings(value.findings, refuse);
  return value;
}

/** The fields of a config file with absolute paths: relative ones are relative to the folder of the file. */
export const resolvePaths = (configPath: string, fields: Fields): Fields =>
  changePaths(fields, path => resolve(dirname(configPath), path));

/** The fields of the config file that a flag or the environment names; without one, none. @throws OptionError */
export async function readConfig(flags: ServerFlags, environment: NodeJS.ProcessEnv): Promise<Fields> {
  const path = flags.config ?? environment.ENERGY_SANDBOX_CONFIG;
  return path === undefined ? {} : resolvePaths(path, await readConfigFile(path));
}

/**
 * The options of a server that a command of the user calls. The port and the address in the environment are those of the
 * command, or of the server in the container in which it runs.
 * @throws OptionError
 */
export async function readInnerServerOptions(
  flags: ServerFlags,
  { PORT, ENERGY_SANDBOX_PORT, ENERGY_SANDBOX_HOST, ...environment }: NodeJS.ProcessEnv,
  warn: (text: string) => void,
): Promise<SandboxOptions> {
  const options = gatherOptions(flags, environment, await readConfig(flags, environment), warn);
  return flags.port === undefined ? { ...options, port: 0 } : options;
}
