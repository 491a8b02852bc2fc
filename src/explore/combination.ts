import type { Disturbance } from './disturbances.ts';
import { mergedRule } from './merge-rules.ts';
import type { Template } from './template.ts';

/** How many disturbances a combination has at most, so that what breaks the suite can be told from the others. */
const MAX_PARTS = 6;

/** How often in a row one request is disturbed at most. Any client gives up at some time. */
const MAX_IN_A_ROW = 2;

/** Ids up to this length are names of scenarios. */
const MAX_ID = 64;
/** Titles up to this length are summaries of scenarios. */
const MAX_TITLE = 500;

type Rule = Readonly<Record<string, unknown>>;

const eventsOf = ({ templates }: Disturbance): number =>
  templates.reduce((sum, template) => sum + (template.point === 'webhooks' ? template.events.length : 0), 0);

function idOf(parts: readonly Disturbance[]): string {
  const id = parts.map(part => part.id).join('-and-');
  const [one, other] = parts;
  return id.length <= MAX_ID ? id : `${one!.id}-and-${other!.id}-and-${parts.length - 2}-more`;
}

function titleOf(parts: readonly Disturbance[]): string {
  const title = parts.map(part => part.title).join('; and ');
  return title.length <= MAX_TITLE ? title : parts.map(({ id }) => id).join(', ');
}

/**
 * Several disturbances at once, in the order of their table. Those that concern fewer events come first: where two rules
 * for an event cannot be merged, the first one applies, and the other one still has its other events.
 */
export function combine(parts: readonly Disturbance[]): Disturbance {
  const specificFirst = [...parts].sort((one, other) => eventsOf(one) - eventsOf(other));
  const fixes = [...new Set(parts.map(({ fix }) => fix))];
  return {
    id: idOf(parts),
    title: titleOf(parts),
    fix: fixes.join(' '),
    isTiming: parts.every(({ isTiming }) => isTiming === true),
    parts: specificFirst,
    templates: specificFirst.flatMap(({ templates }) => templates),
  };
}

/** The slots of a template, each of which holds one rule: an event, a lifecycle, a kind of request. */
const slotsOf = (template: Template): readonly string[] => {
  if (template.point === 'webhooks') return template.events;
  if (template.point === 'orders') return ['lifecycle'];
  // A repeat of an order that was made returns that order, so that no second rule can have another one made.
  return template.operations.map(operation =>
    template.rule.commit ? `${operation} committed` : `${operation} ${JSON.stringify(template.rule)}`,
  );
};

/** What each disturbance of a combination does: by its id, the slots in which its rule applies. */
export type Effects = ReadonlyMap<string, ReadonlySet<string>>;

/** What each of several disturbances does beside the others. */
export function effectsIn(parts: readonly Disturbance[]): Effects {
  const rules = new Map<string, Rule>();
  const { parts: inOrder = [] } = combine(parts);
  return new Map(
    inOrder.map(({ id, templates }) => {
      const taken = templates.flatMap(template =>
        slotsOf(template).filter(slot => {
          const rule = rules.get(slot);
          const merged =
            rule === undefined
              ? template.rule
              : template.point === 'webhooks'
                ? mergedRule(rule, template.rule)
                : null;
          if (merged) rules.set(slot, merged);
          return merged !== null;
        }),
      );
      return [id, new Set(taken)];
    }),
  );
}

/** How many of the disturbances strike requests of each operation that the client then repeats. */
function inARow(parts: readonly Disturbance[]): number {
  const counts = new Map<string, number>();
  for (const { templates } of parts) {
    for (const template of templates) {
      if (template.point !== 'requests') continue;
      for (const operation of template.operations) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    }
  }
  return Math.max(0, ...counts.values());
}

/** True if a rule takes real time, which a runner's timeout limits. */
const takesTime = ({ templates }: Disturbance): boolean =>
  templates.some(
    template => template.point === 'requests' && /"(after|Retry-After)":/.test(JSON.stringify(template.rule)),
  );

const losesWebhooks = ({ templates }: Disturbance): boolean =>
  templates.some(({ rule }) => (rule.deliver as Rule | undefined)?.drop === true);

/** True if some webhooks are lost and others are not, only because another disturbance takes precedence for these. */
const losesOnlySome = (parts: readonly Disturbance[]): boolean =>
  parts.some(losesWebhooks) && parts.filter(part => eventsOf(part) > 0).length > 1;

/** Whether a correct integration survives these disturbances at once, and each of them has an effect. */
export function canCombine(parts: readonly Disturbance[]): boolean {
  return (
    parts.length <= MAX_PARTS &&
    inARow(parts) <= MAX_IN_A_ROW &&
    parts.filter(takesTime).length <= 1 &&
    !losesOnlySome(parts) &&
    [...effectsIn(parts).values()].every(slots => slots.size > 0)
  );
}
