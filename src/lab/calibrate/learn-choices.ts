import { isHexTronAddress } from '../../core/domain/address.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { contentTypeProblem, isObject } from '../../core/domain/json.ts';
import {
  type AnalyzedRecording,
  answerText,
  isAnswered,
  isPlacing,
  itemsOf,
  resultsOf,
} from './analyze-recording.ts';
import { compareCall, dataOf, type MatchOrder, type ReplayAnswer } from './compare-answers.ts';
import { type FittingValues, fromFittingValues, type LearnedRow } from './learned-row.ts';
import type { OrderHistory } from './order-histories.ts';
import type { Fields, ServiceCall } from './read-recording.ts';
import { type Replayer, replayCalls } from './replay.ts';
import { MAX_REPLAYED, type ReplaySandbox } from './replay-sandbox.ts';

interface Asked {
  readonly call: ServiceCall;
  readonly unknown: readonly string[];
  /** The fields that name products, recipients and ids: the query, the body, or the items of a bulk request. */
  readonly fields: readonly Fields[];
  readonly isRepeat: boolean;
  /** True if only the slash at the end of its path is missing. */
  readonly lacksSlash: boolean;
  readonly hasWrongType: boolean;
}

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
    asked => isBulk(asked) && asked.fields.some(one => isCustom(one) && one.duration_minutes !== 60),
  ),
  choice('hex_addresses', ['reject', 'accept'], ({ fields }) =>
    fields.some(one => isHexTronAddress(String(one.address ?? one.recipient_address))),
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

type Values = Readonly<Record<string, unknown>>;

const combinationsOf = (choices: readonly Choice[]): readonly Values[] =>
  choices.reduce<readonly Values[]>(
    (all, { name, values }) => all.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{}],
  );

/** The requests that the service answered with a key that it accepts, and those that it redirected or did not find. */
function askedOf({ recording, paths, judged, orderRequests, acceptedKeys }: AnalyzedRecording): Asked[] {
  const { calls } = recording;
  // Tools that record no headers of requests say nothing about this one.
  const hasTypes = calls.some(({ headers }) => headers['content-type'] !== undefined);
  const accepted = orderRequests.filter(({ orderId }) => orderId !== null);
  const used = new Set<unknown>();
  return calls.slice(0, MAX_REPLAYED).flatMap(call => {
    const items = call.operation === 'createOrdersBulk' ? itemsOf(call) : [call.body ?? call.query];
    const fields = items.filter(isObject);
    const isRepeat = fields.some(one => used.has(one.external_id));
    for (const one of accepted) if (one.call === call) used.add(one.externalId);
    const lacksSlash = !paths.has(call.path) && paths.has(`${call.path}/`);
    const isUsable = lacksSlash ? acceptedKeys.has(call.key) && isAnswered(call) : judged.has(call);
    const type = call.headers['content-type'];
    const hasWrongType = hasTypes && call.method === 'POST' && contentTypeProblem(type) !== null;
    const unknown = judged.get(call)?.unknown ?? [];
    return isUsable ? [{ call, unknown, fields, isRepeat, lacksSlash, hasWrongType }] : [];
  });
}

/** The fields of a response that can depend on a setting. Others may differ for other reasons. */
const TELLING =
  /^(status|location|body\.error|body\.data(\.(estimated_energy|results(\[\d+\]\.(status|error))?))?)$/;
/** Without JSON, only the head of a response is known. */
const OF_HEAD = /^(status|location)$/;

/** In a trial, orders have other ids than later in the replay. */
const ANY_ORDER: MatchOrder = () => true;

const SNAPSHOT = 'before';

/** After this many trials of the same settings, further requests are assumed to show nothing new. */
const MAX_TRIALS = 200;

class Search {
  readonly #choicesOf = new Map<ServiceCall, readonly Choice[]>();
  readonly #durations: ReadonlyMap<unknown, unknown>;
  readonly #shown = new Map(CHOICES.map(({ name }) => [name, [] as FittingValues[]]));
  /** The values that the latest responses have shown, one for every choice. */
  #latest: Values;

  constructor(analyzed: AnalyzedRecording, settings: Settings) {
    this.#latest = Object.fromEntries(CHOICES.map(({ name }) => [name, settings[name]]));
    this.#durations = new Map(
      analyzed.views.map(({ orderId, fields }) => [orderId, fields.duration_minutes]),
    );
    const trials = new Map<string, number>();
    for (const asked of askedOf(analyzed)) {
      const choices = CHOICES.filter(({ concerns }) => concerns(asked));
      const key = choices.map(({ name }) => name).join();
      const count = (trials.get(key) ?? 0) + 1;
      trials.set(key, count);
      if (choices.length > 0 && count <= MAX_TRIALS) this.#choicesOf.set(asked.call, choices);
    }
  }

  concerns(call: ServiceCall): boolean {
    return this.#choicesOf.has(call);
  }

  async tryValues(call: ServiceCall, { sandbox, send }: Replayer): Promise<void> {
    const choices = this.#choicesOf.get(call);
    if (!choices) return;
    const { account } = sandbox;
    const combinations = combinationsOf(choices);
    const differences: string[][] = [];
    if (isPlacing(call)) await account.snapshots.take(SNAPSHOT);
    try {
      for (const values of combinations) {
        await account.change({ assumptions: { ...this.#latest, ...values } as Partial<Settings> });
        const answer = await send(call, account.api_key);
        const telling = isObject(call.answer) ? TELLING : OF_HEAD;
        const fields = compareCall(call, answer, ANY_ORDER).map(({ field }) => field);
        const durations = await this.#otherDurations(call, answer, sandbox);
        differences.push([...fields.filter(field => telling.test(field)), ...durations]);
        if (isPlacing(call)) await account.snapshots.restore(SNAPSHOT);
      }
      this.#learn(call, choices, combinations, differences);
    } finally {
      await account.change({ assumptions: this.#latest as Partial<Settings> });
    }
  }

  /** @param differences the fields in which the sandbox differs under each combination */
  #learn(
    call: ServiceCall,
    choices: readonly Choice[],
    combinations: readonly Values[],
    differences: readonly (readonly string[])[],
  ): void {
    // What differs under every combination depends on something else.
    const depends = (field: string): boolean => differences.some(fields => !fields.includes(field));
    const matching = combinations.filter((_, at) => !differences[at]!.some(depends));
    const field = differences.flat().find(depends) ?? '';
    for (const { name, values } of choices) {
      const fitting = values.filter(value => matching.some(one => one[name] === value));
      if (fitting.length === 0 || fitting.length === values.length) continue;
      this.#shown
        .get(name)!
        .push({ exchange: call.label, field, observed: answerText(call), values: fitting });
      if (fitting.length === 1) this.#latest = { ...this.#latest, [name]: fitting[0] };
    }
  }

  /** The accepted items of a bulk request whose orders have another duration than the recording shows later. */
  async #otherDurations(
    call: ServiceCall,
    answer: ReplayAnswer,
    { account }: ReplaySandbox,
  ): Promise<string[]> {
    const found: string[] = [];
    const recorded = resultsOf(call);
    for (const { index, order } of resultsOf({ ...call, data: dataOf(answer) })) {
      const known = recorded.find(one => one.index === index)?.order;
      const minutes = isObject(known) ? this.#durations.get(known.id) : undefined;
      if (!isObject(order) || minutes === undefined) continue;
      const { duration_minutes } = await account.order(Number(order.id));
      if (duration_minutes !== minutes) found.push(`duration of item ${index}`);
    }
    return found;
  }

  row({ name, values }: Choice, assumed: Settings): LearnedRow {
    return fromFittingValues(name, assumed, values, this.#shown.get(name)!);
  }
}

/**
 * Finds the settings with a few allowed values: a sandbox answers each request that concerns some of them under every
 * combination of their values, and the values that fit are those that produce the recorded response.
 * @param settings with the numbers that were learned
 */
export async function learnChoices(
  analyzed: AnalyzedRecording,
  histories: readonly OrderHistory[],
  settings: Settings,
): Promise<readonly LearnedRow[]> {
  // The replay chooses for each recipient whether it holds USDT.
  const limits = { estimate_holders: 'by_address', rate_limit_per_minute: 1_000_000_000 } as const;
  const base: Settings = { ...settings, ...limits };
  const search = new Search(analyzed, base);
  const { calls } = analyzed.recording;
  if (calls.some(call => search.concerns(call)))
    await replayCalls(analyzed, histories, base, {
      calls: calls.filter(call => isPlacing(call) || search.concerns(call)),
      receiver: null,
      before: (call, replayer) => search.tryValues(call, replayer),
    });
  return CHOICES.map(one => search.row(one, analyzed.assumed));
}
