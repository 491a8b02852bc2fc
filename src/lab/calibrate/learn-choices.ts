import { isDeepStrictEqual } from 'node:util';
import { isHexTronAddress } from '../../core/domain/address.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { contentTypeProblem, isObject } from '../../core/domain/json.ts';
import { type AnalyzedRecording, answerText, isAnswered, itemsOf, resultsOf } from './analyzed-recording.ts';
import { dataOf, withoutHost } from './compare-answers.ts';
import {
  fromOccurrences,
  type LearnedRow,
  MAX_EVIDENCE,
  notObserved,
  type Occurrence,
  shown,
} from './learned-row.ts';
import type { Fields, ServiceCall } from './recording.ts';
import {
  MAX_REPLAYED,
  PLENTY_TRX,
  type ReplaySandbox,
  sendCall,
  withReplaySandbox,
} from './replay-sandbox.ts';

/** A request whose response may show a setting. */
interface Asked {
  readonly call: ServiceCall;
  readonly position: number;
  /** Its fields and parameters that the description does not define. */
  readonly unknown: readonly string[];
  /** The fields that name products, recipients and ids: the query, the body, or the items of a bulk request. */
  readonly fields: readonly Fields[];
  /** True if one of its external_ids was used before. */
  readonly isRepeat: boolean;
  /** True if only the slash at the end of its path is missing. */
  readonly lacksSlash: boolean;
  /** True if its content type is known and is not JSON. */
  readonly hasWrongType: boolean;
  /** True if the durations of its accepted items are known. */
  readonly showsDurations: boolean;
}

/** A setting with a few allowed values. */
interface Choice {
  readonly name: keyof Settings;
  readonly values: readonly unknown[];
  /** True for a request whose response may depend on it. The sandbox shows whether it does. */
  readonly concerns: (asked: Asked) => boolean;
}

const isCustom = ({ energy_amount: amount }: Fields): boolean => amount !== undefined && amount !== null;
const isBulk = ({ call }: Asked): boolean => call.operation === 'createOrdersBulk';

const choice = (
  name: keyof Settings,
  values: readonly unknown[],
  concerns: (asked: Asked) => boolean,
): Choice => ({ name, values, concerns });

/** The first value is the default. */
const CHOICES: readonly Choice[] = [
  // NOT_FOUND of a status query can also say that there is no such order.
  choice(
    'trailing_slash',
    ['not_found', 'redirect'],
    ({ call, lacksSlash }) => lacksSlash && !(call.path === '/api/v1/status' && call.error === 'NOT_FOUND'),
  ),
  choice('content_type', ['ignore', 'reject'], ({ hasWrongType }) => hasWrongType),
  choice('unknown_fields', ['ignore', 'reject'], ({ unknown }) => unknown.length > 0),
  choice('unknown_sandbox_name', ['note', 'reject'], ({ fields }) =>
    fields.some(({ external_id: id }) => /^sandbox:[^:]+:/.test(String(id))),
  ),
  choice('custom_energy_enabled', [true, false], ({ fields }) => fields.some(isCustom)),
  choice(
    'custom_sixty_only',
    [true, false],
    asked =>
      isBulk(asked) &&
      asked.showsDurations &&
      asked.fields.some(one => isCustom(one) && one.duration_minutes !== 60),
  ),
  choice('hex_addresses', ['reject', 'accept'], ({ fields }) =>
    fields.some(one => isHexTronAddress(String(one.address ?? one.recipient_address))),
  ),
  choice(
    'estimate_holders',
    ['by_address', 'all', 'none'],
    ({ call, fields }) => call.operation === 'createEstimate' && fields[0]?.has_usdt !== false,
  ),
  choice(
    'status_selectors',
    ['id_first', 'reject_both'],
    ({ call }) => call.operation === 'getOrderStatus' && Boolean(call.query.id && call.query.external_id),
  ),
  choice('idempotency_mismatch', ['replay', 'reject'], ({ isRepeat }) => isRepeat),
  choice('invalid_repeat', ['replay', 'reject'], ({ isRepeat }) => isRepeat),
  choice(
    'bulk_duplicates',
    ['replay', 'reject'],
    asked => isBulk(asked) && new Set(asked.fields.map(one => one.external_id)).size < asked.fields.length,
  ),
  choice(
    'bulk_refusal_body',
    ['error_only', 'with_results'],
    asked => isBulk(asked) && asked.call.status === 422,
  ),
];

/** A value for each of some settings. */
type Values = Readonly<Record<string, unknown>>;

const combinationsOf = (choices: readonly Choice[]): readonly Values[] =>
  choices.reduce<readonly Values[]>(
    (all, { name, values }) => all.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{}],
  );

/** The requests that the service answered with a key that it accepts, and those that it redirected or did not find. */
function askedOf({
  recording,
  paths,
  judgedOf,
  orderRequests,
  acceptedKeys,
  views,
}: AnalyzedRecording): Asked[] {
  const { calls } = recording;
  const positions = new Map(calls.map((call, position) => [call, position]));
  const viewed = new Set(views.map(({ orderId }) => orderId));
  const unseen = new Set(
    orderRequests.flatMap(({ call, fields, orderId }) =>
      fields.duration_minutes == null && orderId !== null && !viewed.has(orderId) ? [call] : [],
    ),
  );
  const firstUse = new Map<string, number>();
  for (const { call, externalId, orderId } of orderRequests.toReversed())
    if (externalId !== null && orderId !== null) firstUse.set(externalId, positions.get(call)!);
  // Tools that record no headers of requests say nothing about this one.
  const hasTypes = calls.some(({ headers }) => headers['content-type'] !== undefined);
  return calls.slice(0, MAX_REPLAYED).flatMap((call, position) => {
    const lacksSlash = !paths.has(call.path) && paths.has(`${call.path}/`);
    const isUsable = lacksSlash ? acceptedKeys.has(call.key) && isAnswered(call) : judgedOf.has(call);
    if (!isUsable) return [];
    const items = call.operation === 'createOrdersBulk' ? itemsOf(call) : [call.body ?? call.query];
    const fields = items.filter(isObject);
    return [
      {
        call,
        position,
        unknown: judgedOf.get(call)?.unknown ?? [],
        fields,
        isRepeat: fields.some(one => (firstUse.get(String(one.external_id)) ?? position) < position),
        lacksSlash,
        hasWrongType:
          hasTypes && call.method === 'POST' && contentTypeProblem(call.headers['content-type']) !== null,
        showsDurations: !unseen.has(call),
      },
    ];
  });
}

interface Answer {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The parts of a response that can depend on a setting, by field. Absent parts are undefined. */
type Outcome = Readonly<Record<string, unknown>>;

/** @param durations the durations of orders, as far as they matter */
function outcomeOf({ status, headers, body }: Answer, durations: ReadonlyMap<unknown, unknown>): Outcome {
  const isRedirect = status !== null && [301, 302, 307, 308].includes(status);
  const { error, data }: Fields = isObject(body) ? body : {};
  const { results, estimated_energy: energy }: Fields = isObject(data) ? data : {};
  const ofItems = (Array.isArray(results) ? results.filter(isObject) : []).flatMap(
    ({ index, error: code, status: state, order }) => [
      [`results[${index}]`, code ?? state],
      [`results[${index}].duration`, isObject(order) ? durations.get(order.id) : undefined],
    ],
  );
  return {
    status: isRedirect ? 'a redirect' : status,
    location: isRedirect ? withoutHost(headers.location ?? '') : undefined,
    error,
    energy,
    results: Array.isArray(results) ? 'given' : undefined,
    ...Object.fromEntries(ofItems),
  };
}

/** The fields of an outcome in which the settings make a difference. Without JSON, only the head of a response is known. */
function tellingFields(call: ServiceCall, outcomes: readonly Outcome[]): readonly string[] {
  const all = isObject(call.answer)
    ? [...new Set(outcomes.flatMap(one => Object.keys(one)))]
    : ['status', 'location'];
  return all.filter(field => outcomes.some(one => one[field] !== outcomes[0]![field]));
}

/** The evidence of an exchange about a setting: the values with which the sandbox answers as the service did. */
interface Shown extends Omit<Occurrence, 'value'> {
  readonly position: number;
  readonly values: readonly unknown[];
}

const isPlacing = ({ operation }: ServiceCall): boolean =>
  operation === 'createOrder' || operation === 'createOrdersBulk';

const hasAccepted = (status: number | null): boolean => status !== null && status < 300;

const SNAPSHOT = 'before';

/** Tries the values of settings on a sandbox, one request after another. */
class Search {
  readonly #sandbox: ReplaySandbox;
  readonly #durations: ReadonlyMap<unknown, unknown>;
  readonly #shown = new Map(CHOICES.map(({ name }) => [name as string, [] as Shown[]]));
  /** The values that the latest responses have shown, one for every choice. */
  #latest: Values;
  /** The values that the sandbox has. */
  #used: Values;

  constructor(sandbox: ReplaySandbox, { views }: AnalyzedRecording, settings: Settings) {
    this.#sandbox = sandbox;
    this.#latest = Object.fromEntries(CHOICES.map(({ name }) => [name, settings[name]]));
    this.#used = this.#latest;
    this.#durations = new Map(views.map(({ orderId, fields }) => [orderId, fields.duration_minutes]));
  }

  async #use(values: Values): Promise<void> {
    if (isDeepStrictEqual(values, this.#used)) return;
    await this.#sandbox.account.change({ assumptions: values as Partial<Settings> });
    this.#used = values;
  }

  #send(call: ServiceCall): Promise<Answer> {
    const { account, origin, addresses } = this.#sandbox;
    return sendCall(origin, call, { token: account.apiKey, search: call.search, addresses });
  }

  /** The durations of the orders in the response to a bulk request, as far as the recording shows theirs. */
  async #durationsOf(call: ServiceCall, answer: Answer): Promise<ReadonlyMap<unknown, unknown>> {
    const found = new Map<unknown, unknown>();
    const recorded = resultsOf(call);
    for (const { index, order } of resultsOf({ ...call, data: dataOf(answer) })) {
      const known = recorded.find(one => one.index === index)?.order;
      if (!isObject(order) || !isObject(known) || !this.#durations.has(known.id)) continue;
      found.set(order.id, (await this.#sandbox.account.order(Number(order.id))).durationMinutes);
    }
    return found;
  }

  /** Answers a request under settings. An order that it places is taken back. */
  async #outcome(call: ServiceCall, values: Values, before: Values): Promise<Outcome> {
    await this.#use({ ...this.#latest, ...values });
    const answer = await this.#send(call);
    if (!isPlacing(call) || !hasAccepted(answer.status)) return outcomeOf(answer, new Map());
    const outcome = outcomeOf(answer, await this.#durationsOf(call, answer));
    await this.#sandbox.account.snapshots.restore(SNAPSHOT);
    this.#used = before;
    return outcome;
  }

  /** Answers requests that concern the same settings under every combination of their values. */
  async judge({ asked, choices }: Group): Promise<void> {
    const before = this.#used;
    if (asked.some(({ call }) => isPlacing(call))) await this.#sandbox.account.snapshots.take(SNAPSHOT);
    const combinations = combinationsOf(choices);
    const outcomes = new Map(asked.map(one => [one, [] as Outcome[]]));
    for (const values of combinations)
      for (const [{ call }, own] of outcomes) own.push(await this.#outcome(call, values, before));
    for (const [{ call, position }, own] of outcomes) {
      const fields = tellingFields(call, own);
      const recorded = outcomeOf(
        { status: call.status, headers: call.answerHeaders, body: call.answer },
        this.#durations,
      );
      const matching = combinations.filter((_, at) => fields.every(one => own[at]![one] === recorded[one]));
      const evidence = { exchange: call.label, field: fields[0] ?? '', observed: answerText(call), position };
      for (const { name, values } of choices) {
        const fitting = values.filter(value => matching.some(one => one[name] === value));
        if (fitting.length === 0 || fitting.length === values.length) continue;
        this.#shown.get(name)!.push({ ...evidence, values: fitting });
        if (fitting.length === 1) this.#latest = { ...this.#latest, [name]: fitting[0] };
      }
    }
  }

  /** Places orders as the service did, so that the sandbox knows them. */
  async place(call: ServiceCall): Promise<void> {
    await this.#use(this.#latest);
    await this.#send(call);
  }

  shownOf(name: string): readonly Shown[] {
    return this.#shown.get(name)!.toSorted((left, right) => left.position - right.position);
  }
}

/** Judges a setting. One response may fit several values, all responses together fewer. */
function learnChoice({ name, values }: Choice, assumed: Settings, shownBy: readonly Shown[]): LearnedRow {
  if (shownBy.length === 0) return notObserved(name);
  const common = values.filter(value => shownBy.every(one => one.values.includes(value)));
  const occurrences = shownBy.map(one => ({
    ...one,
    value: common.length === 1 ? common[0] : one.values[0],
  }));
  if (common.length < 2) return fromOccurrences(name, assumed, occurrences);
  const fits = common.includes(assumed[name]);
  return {
    row: name,
    verdict: fits ? 'narrowed' : 'contradicted',
    observed: common.map(shown).join(' or '),
    count: shownBy.length,
    evidence: shownBy.slice(0, MAX_EVIDENCE).map(({ exchange, field, observed }) => ({
      exchange,
      field,
      observed: observed ?? '',
      assumed: shown(assumed[name]),
    })),
    value: fits ? assumed[name] : common.at(-1),
  };
}

/** Requests that concern the same settings. */
interface Group {
  readonly asked: readonly Asked[];
  readonly choices: readonly Choice[];
}

/** True for a request whose response does not depend on the requests before it, and which changes nothing. */
const isFree = ({ operation }: ServiceCall): boolean =>
  operation === null || operation === 'getQuote' || operation === 'createEstimate';

/** The requests that concern settings: those that are free by the settings that they concern, others one by one. */
function groupsOf(all: readonly Asked[]): readonly Group[] {
  const groups = new Map<string, { readonly asked: Asked[]; readonly choices: readonly Choice[] }>();
  for (const asked of all) {
    const choices = CHOICES.filter(({ concerns }) => concerns(asked));
    const key = `${isFree(asked.call) ? '' : asked.position} ${choices.map(({ name }) => name)}`;
    const group = groups.get(key) ?? { asked: [], choices };
    group.asked.push(asked);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ choices }) => choices.length > 0);
}

/** The calls that placed orders, even if their responses were lost. */
function placingCalls({ recording, orderRequests }: AnalyzedRecording): readonly ServiceCall[] {
  const used = new Set(
    orderRequests.flatMap(({ orderId, externalId }) => (orderId === null ? [] : [externalId])),
  );
  return recording.calls.slice(0, MAX_REPLAYED).filter(call => {
    if (!isPlacing(call)) return false;
    if (call.status !== null && call.status < 500) return call.status < 300;
    return isObject(call.body) && used.has(call.body.external_id as string);
  });
}

/**
 * Finds the settings with a few allowed values: a sandbox answers each request that concerns some of them under every
 * combination of their values, and the values that fit are those that produce the recorded response.
 * @param settings with the numbers that were learned
 */
export async function learnChoices(
  analyzed: AnalyzedRecording,
  settings: Settings,
): Promise<readonly LearnedRow[]> {
  const groups = groupsOf(askedOf(analyzed));
  if (groups.length === 0) return CHOICES.map(({ name }) => notObserved(name));
  const free = groups.filter(({ asked }) => isFree(asked[0]!.call));
  const alone = new Map(
    groups.flatMap(group => (free.includes(group) ? [] : [[group.asked[0]!.call, group]])),
  );
  const placing = new Set(placingCalls(analyzed));
  // The sandbox's recipients are chosen to be like the recorded ones, so estimates are made by address.
  const limits = { estimate_holders: 'by_address', rate_limit_per_minute: 1_000_000_000 } as const;
  const base: Settings = { ...settings, ...limits };
  return withReplaySandbox(analyzed, base, null, async sandbox => {
    await sandbox.account.setBalance(PLENTY_TRX);
    const search = new Search(sandbox, analyzed, base);
    // A request that the sandbox cannot answer shows nothing. The replay lists it.
    const shownBy = (work: Promise<void>): Promise<void> => work.catch(() => undefined);
    for (const group of free) await shownBy(search.judge(group));
    for (const call of analyzed.recording.calls) {
      const group = alone.get(call);
      if (group) await shownBy(search.judge(group));
      if (placing.has(call)) await shownBy(search.place(call));
    }
    return CHOICES.map(one => learnChoice(one, analyzed.assumed, search.shownOf(one.name)));
  });
}
