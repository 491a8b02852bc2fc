import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_SETTINGS, type Settings } from '../../core/domain/assumptions.ts';
import type { Package } from '../../core/domain/catalogue.ts';
import { type Calibration, settable } from './calibration.ts';
import { observedPackages, type PackageFacts } from './products.ts';
import { isSetting, type LearnedRow, shown } from './verdicts.ts';

/** Lists of what was observed. They are written even if the assumed lists have more. */
const PARTIAL_LISTS: readonly string[] = ['packages', 'custom_prices_sun_per_energy'];

const comment = (text: string): string => text.replaceAll(/\s+/g, ' ');

function howKnown({ row, verdict, observed, count, evidence }: LearnedRow, assumed: unknown): string {
  const first = evidence[0] ? `, such as ${evidence[0].exchange}` : '';
  const exchanges = `${count} ${count === 1 ? 'exchange' : 'exchanges'}${first}`;
  const isList = PARTIAL_LISTS.includes(row);
  const was = verdict === 'contradicted' && !isList ? `; assumed was ${shown(assumed)}` : '';
  return comment(`observed: ${observed} (${exchanges}${was})`);
}

/** What is written of a row: its value, or why its value is not known. */
function isWritten(row: LearnedRow, assumed: unknown): boolean {
  if (row.value === undefined) return false;
  return (
    row.verdict !== 'narrowed' || PARTIAL_LISTS.includes(row.row) || !isDeepStrictEqual(row.value, assumed)
  );
}

function packageLine(pack: Package, facts: PackageFacts | undefined): string {
  const name = facts?.name ? '' : '; its name is that of the settings in use';
  const own = facts?.ownMinutes ? '' : '; its own duration was not observed, so another one is written';
  const seen = facts
    ? `observed in ${facts.labels.slice(0, 5).join(', ')}${name}${own}`
    : 'from the settings in use';
  return `    - ${JSON.stringify(pack)} # ${seen}`;
}

function valueLines(calibration: Calibration, row: LearnedRow): string[] {
  const { value } = row;
  const how = howKnown(row, calibration.knowledge.assumed[row.row as keyof Settings]);
  if (row.row !== 'packages') return [`  ${row.row}: ${JSON.stringify(value)} # ${how}`];
  const observed = observedPackages(calibration.knowledge);
  const packages = value as readonly Package[];
  if (packages.length === 0) return [`  packages: [] # ${how}`];
  return [
    `  packages: # ${how}`,
    ...packages.map(pack =>
      packageLine(
        pack,
        observed.find(({ id }) => id === pack.id),
      ),
    ),
  ];
}

function rowLines(
  calibration: Calibration,
  problems: ReadonlyMap<string, string>,
  row: LearnedRow,
): string[] {
  const { row: name } = row;
  if (!isSetting(name)) return [];
  const assumed = calibration.knowledge.assumed[name];
  const isChanged = !isDeepStrictEqual(assumed, DEFAULT_SETTINGS[name]);
  if (isWritten(row, assumed)) {
    const problem = problems.get(name);
    return problem === undefined
      ? valueLines(calibration, row)
      : [`  # ${name}: ${howKnown(row, assumed)}; it cannot be set: ${comment(problem)}`];
  }
  if (isChanged) {
    const why =
      row.verdict === 'narrowed'
        ? `fits what was ${howKnown(row, assumed)}`
        : 'not observed; from the config file';
    return [`  ${name}: ${JSON.stringify(assumed)} # ${why}`];
  }
  return row.verdict === 'narrowed' ? [`  # ${name}: ${howKnown(row, assumed)}; the default fits`] : [];
}

/** The fields of the config file in use besides its assumptions. */
export type OtherFields = Readonly<Record<string, unknown>>;

/** Fields that stand for assumptions, which are written as such. */
const SHORT_FOR_ASSUMPTIONS: readonly string[] = ['strict', 'rate_limit', 'time_zone', 'discount_percent'];

/** The scenarios of the config file in use, and the one with the observed lifecycles. */
function scenarioLine(given: unknown, observed: string | null): string[] {
  const kept = given === undefined ? [] : Array.isArray(given) ? given : String(given).split(',');
  const all = observed === null || kept.includes(observed) ? kept : [...kept, observed];
  if (all.length === 0) return [];
  const why = observed === null ? 'from the config file' : 'the lifecycles that were observed';
  return [`scenario: ${JSON.stringify(all)} # ${why}`];
}

function otherLines({ scenario: _scenario, assumptions: _assumptions, ...fields }: OtherFields): string[] {
  return Object.entries(fields)
    .filter(([name]) => !SHORT_FOR_ASSUMPTIONS.includes(name))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)} # from the config file`);
}

/**
 * A config file with what was observed. Each line says how it is known.
 * @param scenario the path of the file with the observed lifecycles; null if it is not written
 * @param others fields of the config file in use, which are kept
 */
export function configText(
  calibration: Calibration,
  scenario: string | null,
  others: OtherFields = {},
): string {
  const { recording } = calibration.knowledge;
  const files = recording.files.map(({ path }) => path).join(', ');
  const { problems } = settable(calibration.rows, calibration.knowledge.assumed);
  const lines = calibration.rows.flatMap(row => rowLines(calibration, problems, row));
  return [
    `# Calibrated with ${comment(files)}: ${recording.calls.length} requests, ${recording.webhooks.length} webhook deliveries.`,
    '# A setting that is not listed was not observed, and keeps its default.',
    ...otherLines(others),
    ...scenarioLine(others.scenario, scenario),
    ...(lines.some(line => !line.startsWith('  #')) ? ['assumptions:'] : []),
    ...lines,
    '',
  ].join('\n');
}
