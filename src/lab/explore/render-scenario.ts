import { stringify } from 'yaml';
import type { Disturbance, RequestTemplate, Rule, Template } from './disturbance.ts';
import type { StrikePoint, Subject } from './strike-points.ts';

/** The maximum length of a line in a scenario file. */
export const FILE_WIDTH = 118;

/** A scenario, with the keys of a scenario file. */
export interface ScenarioContent {
  readonly name: string;
  readonly summary: string;
  readonly requests?: readonly Rule[];
  readonly orders?: readonly Rule[];
  readonly webhooks?: readonly Rule[];
}

/**
 * How precisely a scenario identifies the points at which it strikes: `kind` strikes every order of the same account
 * and kind, `subject` only the points themselves.
 */
export type Level = 'kind' | 'subject';

const subjectConditions = (subject: Subject): Rule => {
  if (subject === null) return {};
  return 'nth' in subject ? { nth: subject.nth } : { external_id: subject.externalId };
};

/** `per` and `times` of a request rule. With `nth`, the requests of the account are counted. */
const limits = ({ per, times = 1 }: RequestTemplate, subject: Subject): Rule =>
  times === Infinity || (subject && 'nth' in subject) ? {} : { ...(per === 'account' ? {} : { per }), times };

/**
 * True if a rule counts something else than the undisturbed suite shows: it applies several times, to repeats, to the
 * orders of a bulk request, or to events that the disturbance causes.
 */
function countsOthers(template: Template): boolean {
  if (template.point === 'webhooks') return template.isCaused === true;
  if (template.point === 'orders') return false;
  const { times = 1, match = {} } = template;
  return times > 1 || match.operation !== undefined || match.repeat === true;
}

function ruleOf(template: Template, { account, kind, subject }: StrikePoint, hasOneAccount: boolean): Rule {
  const common = {
    ...(account === null || hasOneAccount ? {} : { account }),
    ...subjectConditions(subject),
  };
  switch (template.point) {
    case 'requests':
      return {
        match: { operation: kind, ...template.match, ...common },
        ...limits(template, subject),
        ...template.rule,
      };
    case 'orders':
      return { ...(Object.keys(common).length > 0 && { match: common }), ...template.rule };
    case 'webhooks':
      return { match: { event: kind, attempt: 1, ...common }, ...template.rule };
  }
}

const nthOf = ({ subject }: StrikePoint): number => (subject && 'nth' in subject ? subject.nth : 0);

/**
 * Points in the order of their rules. A rule that applies to a request keeps the rules below it from counting that
 * request. The client's repeat takes its place in their count, so the lower number comes first. If the request made an
 * order, its repeat is not counted, so the higher number comes first.
 */
function inOrderOfRules(points: readonly StrikePoint[], templates: readonly Template[]): StrikePoint[] {
  return [...points].sort((one, other) => {
    const template = templates[one.template]!;
    if (template.point !== 'requests') return nthOf(other) - nthOf(one) || one.template - other.template;
    if (one.template !== other.template) return one.template - other.template;
    const makesOrder = template.rule.commit === true || template.rule.set !== undefined;
    const isRepeatCounted = !makesOrder || !template.operations.includes('createOrder');
    return isRepeatCounted ? nthOf(one) - nthOf(other) : nthOf(other) - nthOf(one);
  });
}

/**
 * The scenario that strikes at the given points.
 * @param hasOneAccount true if no condition on the account is needed
 */
export function renderScenario(
  { id, title, templates }: Disturbance,
  points: readonly StrikePoint[],
  level: Level,
  hasOneAccount: boolean,
): ScenarioContent {
  const wanted = new Map<string, StrikePoint>();
  for (const point of points) {
    const template = templates[point.template]!;
    const isKept =
      level === 'subject' && !(countsOthers(template) && point.subject && 'nth' in point.subject);
    const one = isKept ? point : { ...point, subject: null };
    wanted.set(JSON.stringify(one), one);
  }
  const rules: Record<Template['point'], Rule[]> = { requests: [], orders: [], webhooks: [] };
  for (const one of inOrderOfRules([...wanted.values()], templates)) {
    const template = templates[one.template]!;
    rules[template.point].push(ruleOf(template, one, hasOneAccount));
  }
  return {
    name: id,
    summary: `${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    ...Object.fromEntries(Object.entries(rules).filter(([, list]) => list.length > 0)),
  };
}

function kindsOf(template: Template): readonly string[] {
  if (template.point === 'orders') return ['order'];
  return template.point === 'webhooks' ? template.events : template.operations;
}

/** The scenario that strikes everywhere. It needs no undisturbed run that shows where that is. */
export function strikeEverywhere(disturbance: Disturbance): ScenarioContent {
  const points = disturbance.templates.flatMap((template, index) =>
    kindsOf(template).map(kind => ({ template: index, account: null, kind, subject: null })),
  );
  return renderScenario(disturbance, points, 'kind', true);
}

export const ruleCount = ({ requests = [], orders = [], webhooks = [] }: ScenarioContent): number =>
  Math.max(requests.length, orders.length, webhooks.length);

export const scenarioText = (scenario: ScenarioContent): string =>
  stringify(scenario, { lineWidth: FILE_WIDTH, aliasDuplicateObjects: false });
