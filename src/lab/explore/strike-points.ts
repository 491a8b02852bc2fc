import type { Trace, TracedAccount } from '../../judge/suite-trace.ts';
import type { Disturbance, Template } from './disturbance.ts';

/** The order or request that a disturbance affects: by external_id, or by its number within the account. */
export type Subject =
  | { readonly externalId: string }
  | { readonly nth: number }
  /** The only one of its kind, or too many to tell apart. */
  | null;

/** A place in a suite at which a disturbance can strike, in terms that a scenario can match. */
export interface StrikePoint {
  /** Index into the templates of the disturbance. */
  readonly template: number;
  /** Null if the account has another name in each run. */
  readonly account: string | null;
  /** The operation or event; for lifecycles, `order`. */
  readonly kind: string;
  readonly subject: Subject;
}

/** Identifies the place of a point, whichever template strikes there. */
export const placeOf = ({ account, kind, subject }: StrikePoint): string =>
  JSON.stringify([account, kind, subject]);

/** A request, order or event of a trace that a template strikes. */
interface Place {
  readonly kind: string;
  readonly externalId: string | null;
  /** False if it counts for `nth`, but must not be struck. */
  readonly isTarget: boolean;
}

/** The places of an account that a rule of a template matches, in the order of the account's record. */
function placesIn({ requests, events }: TracedAccount, template: Template): Place[] {
  if (template.point === 'webhooks' && template.isCaused) {
    // Orders of which the receiver gets at least one event will also have those.
    const firsts = events.filter(
      (one, index) => events.findIndex(({ order }) => order === one.order) === index,
    );
    return template.events.flatMap(kind =>
      firsts.map(({ external_id: externalId }) => ({ kind, externalId, isTarget: true })),
    );
  }
  if (template.point === 'webhooks') {
    const orders = new Set(events.filter(({ event }) => event === template.needs).map(({ order }) => order));
    return events
      .filter(({ event }) => template.events.includes(event))
      .map(({ event, external_id: externalId, order }) => ({
        kind: event,
        externalId,
        isTarget: template.needs === undefined || orders.has(order),
      }));
  }
  const operations = template.point === 'orders' ? ['createOrder'] : template.operations;
  const seen = new Set<string>();
  const isFirst = (externalId: string | null): boolean => {
    const first = externalId === null || !seen.has(externalId);
    if (externalId !== null) seen.add(externalId);
    return first;
  };
  return requests
    .filter(({ operation, made }) => operations.includes(operation) && (operation !== 'createOrder' || made))
    .map(({ operation, external_id: externalId }) => ({
      kind: template.point === 'orders' ? 'order' : operation,
      externalId,
      isTarget: isFirst(externalId),
    }));
}

/** The strike points of an account. `isStable` says whether an external_id is the same in every run. */
function pointsIn(
  account: TracedAccount,
  label: string | null,
  { templates }: Disturbance,
  isStable: (externalId: string) => boolean,
): StrikePoint[] {
  return templates.flatMap((template, index) => {
    const counts = new Map<string, number>();
    return placesIn(account, template).flatMap(({ kind, externalId, isTarget }) => {
      const nth = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, nth);
      if (!isTarget) return [];
      const hasOne = template.point === 'requests' && template.per === 'account';
      const named = externalId !== null && isStable(externalId) ? { externalId } : { nth };
      return [{ template: index, account: label, kind, subject: hasOne ? null : named }];
    });
  });
}

const accountsOf = (traces: readonly Trace[]): readonly TracedAccount[] =>
  traces.flatMap(({ accounts }) => accounts);

const isMet = ({ needsNode }: Disturbance, { calls_node }: TracedAccount): boolean =>
  !needsNode || calls_node;

const externalIdsOf = (accounts: readonly TracedAccount[]): Set<string> =>
  new Set(accounts.flatMap(({ requests }) => requests.map(one => one.external_id)).filter(id => id !== null));

const inBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> =>
  new Set([...one].filter(id => other.has(id)));

/**
 * Where a disturbance can strike a suite. Whatever differs between the two undisturbed runs, such as random ids or the
 * number of status requests, is left out or replaced by what both runs have in common.
 */
export function strikePoints(
  disturbance: Disturbance,
  first: readonly Trace[],
  second: readonly Trace[],
): StrikePoint[] {
  const [one, other] = [accountsOf(first), accountsOf(second)];
  const labelsOf = (accounts: readonly TracedAccount[]): Set<string> =>
    new Set(accounts.map(({ label }) => label));
  const knownLabels = inBoth(labelsOf(one), labelsOf(other));
  const stable = inBoth(externalIdsOf(one), externalIdsOf(other));
  const pointsOf = (accounts: readonly TracedAccount[]): Map<string, StrikePoint> =>
    new Map(
      accounts
        .filter(account => isMet(disturbance, account))
        .flatMap(account => {
          const label = knownLabels.has(account.label) ? account.label : null;
          return pointsIn(account, label, disturbance, id => stable.has(id));
        })
        .map(point => [JSON.stringify(point), point]),
    );
  const again = pointsOf(other);
  return [...pointsOf(one)].filter(([key]) => again.has(key)).map(([, point]) => point);
}

/** Names a strike point for people: `createOrder of order inv-1 in account demo`. */
export function describePoint({ account, kind, subject }: StrikePoint): string {
  const ordinal = subject && 'nth' in subject ? `, number ${subject.nth}` : '';
  const order = subject && 'externalId' in subject ? ` of order ${subject.externalId}` : '';
  const place = account === null ? '' : ` in account ${account}`;
  return `${kind === 'order' ? 'lifecycle' : kind}${order}${ordinal}${place}`;
}
