import type { Diagnostic } from './prism-validator.ts';
import {
  chosenAlternatives,
  compareRanks,
  entryFor,
  locate,
  propertyLocation,
  responseOf,
  rootLocation,
  type SchemaLocation,
} from './schema-location.ts';
import type { KeywordEntry, RequestSchema, Violation } from './types.ts';
import { describe } from './violation-messages.ts';

/** A violated keyword at its location. A rule of an object is reported at one of its properties. */
interface Finding {
  readonly location: SchemaLocation;
  readonly keyword: string;
  readonly entry: KeywordEntry | undefined;
  readonly reportedAt: SchemaLocation;
  readonly rank: readonly number[];
  readonly fallback: string;
}

/** The response if the description defines none; a test of the descriptions rules that out. */
const DEFAULT_ENTRY: KeywordEntry = { status: 400, error: 'INVALID_JSON' };

/** The response to a violated keyword. That of a oneOf depends on whether too many alternatives were chosen, or none. */
function entryOf(location: SchemaLocation, keyword: string): KeywordEntry | undefined {
  const entry = entryFor(location, keyword);
  const isExcess = keyword === 'oneOf' && chosenAlternatives(location.schema, location.value).length > 1;
  return isExcess && entry?.several ? { ...entry, ...entry.several } : entry;
}

const finding = (location: SchemaLocation, keyword: string, fallback: string): Finding => {
  const entry = entryOf(location, keyword);
  const reportedAt = entry?.field === undefined ? null : propertyLocation(location, entry.field);
  if (!reportedAt) return { location, keyword, entry, reportedAt: location, rank: location.rank, fallback };
  // Ranks directly before the property, so that an invalid choice of properties is reported before their values.
  const rank = [...reportedAt.rank.slice(0, -1), reportedAt.rank.at(-1)! - 0.5];
  return { location, keyword, entry, reportedAt, rank, fallback };
};

/**
 * The findings of one diagnostic. Prism reports neither which property is missing nor which schema a keyword belongs to,
 * so both are looked up. A keyword that the location's own schema lacks comes from inside a rule (a branch of anyOf or
 * oneOf); it is skipped, because the rule itself is reported. A oneOf of which exactly one alternative was chosen is
 * skipped, too: what violates that alternative is a property with a violation of its own.
 */
function findingsOf(root: SchemaLocation, { path, code, message }: Diagnostic): Finding[] {
  const keyword = String(code ?? '');
  const steps = path?.slice(1) ?? [];
  // JSON Schema has no keyword for a missing document; Prism reports a wrong type.
  if (steps.length === 0 && root.value === undefined) return [finding(root, 'required', message)];
  const location = locate(root, steps);
  if (keyword === 'oneOf' && chosenAlternatives(location.schema, location.value).length === 1) return [];
  if (keyword !== 'required') return keyword in location.schema ? [finding(location, keyword, message)] : [];
  return (location.schema.required ?? [])
    .map(name => propertyLocation(location, name))
    .filter(missing => missing !== null && missing.value === undefined)
    .map(missing => finding(missing!, 'required', message));
}

/** True if the type is wrong too, which causes the other violations. */
const isImpliedByType = (one: Finding, types: ReadonlySet<string>): boolean =>
  one.keyword !== 'type' && types.has(one.location.path);

/** True if a violated rule of the object already reports it, such as that `package_id` is not an integer. */
function isImpliedByRule(inner: Finding, rules: readonly Finding[]): boolean {
  return rules.some(rule => {
    if (inner.location.parent?.path !== rule.location.path) return false;
    const name = inner.location.path.slice(rule.location.path.length + 1);
    const branches = rule.location.schema[rule.keyword] as readonly RequestSchema[];
    return branches.some(branch => branch.properties?.[name]?.[inner.keyword] !== undefined);
  });
}

/** The allowed strings at a location; null unless a string was given. */
function choiceAt({ schema, value }: SchemaLocation): Violation['choice'] | null {
  if (typeof value !== 'string') return null;
  return { given: value, allowed: (schema.enum as unknown[]).filter(one => typeof one === 'string') };
}

function violationOf({ location, keyword, entry, reportedAt, fallback }: Finding): Violation {
  const { status, error } = responseOf(entry ?? DEFAULT_ENTRY, reportedAt);
  const message = `${location.path} ${describe(keyword, location.schema, location.value, fallback)}`;
  const choice = keyword === 'enum' ? choiceAt(location) : null;
  const violation = { status, error, path: reportedAt.path, message, ...(choice ? { choice } : {}) };
  return location.item === undefined ? violation : { ...violation, item: location.item };
}

/**
 * Converts Prism's diagnostics on one part of a request to violations with their responses, in the order of the schema's
 * properties. Never empty: a diagnostic without a known cause becomes a violation of the root.
 */
export function violationsOf(
  part: string,
  schema: RequestSchema,
  value: unknown,
  diagnostics: readonly Diagnostic[],
): Violation[] {
  const root = rootLocation(part, schema, value);
  const all = diagnostics.flatMap(diagnostic => findingsOf(root, diagnostic));
  const rules = all.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const types = new Set(all.filter(({ keyword }) => keyword === 'type').map(({ location }) => location.path));
  const seen = new Set<string>();
  const findings = all.filter(one => {
    const key = `${one.location.path} ${one.keyword}`;
    if (seen.has(key) || isImpliedByType(one, types) || isImpliedByRule(one, rules)) return false;
    seen.add(key);
    return true;
  });
  if (findings.length === 0) findings.push(finding(root, '', 'does not match the description'));
  return findings.sort((a, b) => compareRanks(a.rank, b.rank)).map(violationOf);
}
