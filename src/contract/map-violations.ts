import type { Diagnostic } from './prism-validator.ts';
import {
  answerOf,
  compareRanks,
  entryFor,
  type Place,
  propertyPlace,
  rootPlace,
  walk,
} from './schema-location.ts';
import type { KeywordEntry, RequestSchema, Violation } from './types.ts';
import { describe } from './violation-messages.ts';

/** A violated keyword at its place. `spot` is where it is reported, which for a rule of an object is one property. */
interface Finding {
  readonly place: Place;
  readonly keyword: string;
  readonly entry: KeywordEntry | undefined;
  readonly spot: Place;
  readonly rank: readonly number[];
  readonly fallback: string;
}

/** What is answered where a description forgot to say it; the audit keeps that from happening. */
const UNSAID: KeywordEntry = { status: 400, error: 'INVALID_JSON' };

const finding = (place: Place, keyword: string, fallback: string): Finding => {
  const entry = entryFor(place, keyword);
  const spot = entry?.field === undefined ? null : propertyPlace(place, entry.field);
  if (!spot) return { place, keyword, entry, spot: place, rank: place.rank, fallback };
  // Half a step before the property: a product that is no choice at all comes before what is wrong with it.
  const rank = [...spot.rank.slice(0, -1), spot.rank.at(-1)! - 0.5];
  return { place, keyword, entry, spot, rank, fallback };
};

/**
 * The findings of one diagnostic. Prism tells neither which property is missing nor which schema a keyword
 * stands in, so both are looked up; a keyword that the place's own schema lacks comes from inside a rule
 * (a branch of anyOf), and the rule itself is reported.
 */
function findingsOf(root: Place, { path, code, message }: Diagnostic): Finding[] {
  const keyword = String(code ?? '');
  const steps = path?.slice(1) ?? [];
  // JSON Schema has no word for a missing document: Prism reports its type.
  if (steps.length === 0 && root.value === undefined) return [finding(root, 'required', message)];
  const place = walk(root, steps);
  if (keyword !== 'required') return keyword in place.schema ? [finding(place, keyword, message)] : [];
  return (place.schema.required ?? [])
    .map(name => propertyPlace(place, name))
    .filter(missing => missing !== null && missing.value === undefined)
    .map(missing => finding(missing!, 'required', message));
}

/** True where the type is wrong as well: what else a value violates, it violates for that reason. */
const saidByType = (one: Finding, types: ReadonlySet<string>): boolean =>
  one.keyword !== 'type' && types.has(one.place.path);

/** True for what a violated rule of the object has said already: `package_id` is no integer, once is enough. */
function saidByRule(inner: Finding, rules: readonly Finding[]): boolean {
  return rules.some(rule => {
    if (inner.place.parent?.path !== rule.place.path) return false;
    const name = inner.place.path.slice(rule.place.path.length + 1);
    const branches = rule.place.schema[rule.keyword] as readonly RequestSchema[];
    return branches.some(branch => branch.properties?.[name]?.[inner.keyword] !== undefined);
  });
}

function violationOf({ place, keyword, entry, spot, fallback }: Finding): Violation {
  const { status, error } = answerOf(entry ?? UNSAID, spot);
  const message = `${place.path} ${describe(keyword, place.schema, place.value, fallback)}`;
  const violation = { status, error, path: spot.path, message };
  return place.item === undefined ? violation : { ...violation, item: place.item };
}

/**
 * Turns prism's diagnostics on one part of a request into violations with their answers, in the order of the
 * schema's properties. Never empty: a refusal without a reason is the root's violation.
 */
export function violationsOf(
  part: string,
  schema: RequestSchema,
  value: unknown,
  diagnostics: readonly Diagnostic[],
): Violation[] {
  const root = rootPlace(part, schema, value);
  const all = diagnostics.flatMap(diagnostic => findingsOf(root, diagnostic));
  const rules = all.filter(({ keyword }) => keyword === 'anyOf');
  const types = new Set(all.filter(({ keyword }) => keyword === 'type').map(({ place }) => place.path));
  const seen = new Set<string>();
  const findings = all.filter(one => {
    const key = `${one.place.path} ${one.keyword}`;
    if (seen.has(key) || saidByType(one, types) || saidByRule(one, rules)) return false;
    seen.add(key);
    return true;
  });
  if (findings.length === 0) findings.push(finding(root, '', 'does not match the description'));
  return findings.sort((a, b) => compareRanks(a.rank, b.rank)).map(violationOf);
}
