import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HostClock, pause } from '../clock/host-clock.ts';
import type { RequestParts, Violation } from '../contract/types.ts';
import type { Account } from '../engine/account.ts';
import type { ApiKey } from '../engine/account-state.ts';
import type { Scripted } from '../engine/arrivals.ts';
import type { Accounts } from '../runtime/accounts.ts';
import type { Exchange } from '../runtime/journal.ts';
import type { Runner } from '../runtime/runner.ts';
import type { ScenarioLibrary } from '../scenario/library.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import { type Answer, failed, failure, refused } from './answer.ts';
import { parseJson, type ReadBody, readBody } from './body.ts';
import { allowAnyOrigin } from './cors.ts';
import { Departures } from './departures.ts';
import { spoil } from './faults.ts';
import { chargeItems, checkGate, type Gate, type GateTimes } from './gate.ts';
import { OPERATIONS } from './operations.ts';
import { delayMsOf, exchangeOf, type Heard, type Outcome, plain } from './outcome.ts';
import { answerOwnFault } from './own-fault.ts';
import { parseQuery, splitUrl } from './query.ts';
import type { Found, Routes, ServiceRoute } from './routes.ts';
import { arrivalOf, replacesAnswer, scriptedAnswer, withRule } from './script.ts';

/** What the service's API works with. */
export interface ServiceApiParts {
  readonly accounts: Accounts;
  readonly runner: Runner;
  readonly routes: Routes;
  readonly library: ScenarioLibrary;
  readonly clock: HostClock;
  /** Browser pages of any origin may call it. A preflight has no key, so this is the server's, not an account's. */
  readonly anyOrigin: boolean;
  /** Called as an answer leaves; the account is null where no key opened one. */
  readonly record: (account: Account | null, exchange: Exchange) => void;
  /** True while the server is going down. */
  readonly isClosing: () => boolean;
}

/** A request that got past the gate. */
interface Visit {
  readonly request: IncomingMessage;
  readonly account: Account;
  readonly key: ApiKey;
  readonly route: ServiceRoute;
  readonly queryText: string;
}

const REQUESTS_WITH_BODY = 'POST';

const NO_ITEM_REFUSALS: ReadonlyMap<number, Violation> = new Map();

/** What was done cannot be kept, so nobody is told that it was done. */
const unkept = (why: Error): Outcome => plain(failed('SERVICE_UNAVAILABLE', why.message));

/**
 * The service's own API: every request goes one way, from the gate to the journal. What need not wait is done at once:
 * a promise on the way of every request would cost more than its validation.
 */
export class ServiceApi {
  readonly #parts: ServiceApiParts;
  readonly #departures: Departures;
  readonly #times: GateTimes;
  #served = 0;
  #nextBulk: Promise<void> = Promise.resolve();

  constructor(parts: ServiceApiParts) {
    this.#parts = parts;
    this.#departures = new Departures(parts.clock);
    this.#times = {
      nowMs: account => parts.runner.nowMs(account),
      hostMs: () => parts.clock.monotonicMs(),
    };
  }

  /** Answers a request whose path begins with /api/. Never rejects. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#serve(request, response).catch(fault => answerOwnFault(response, fault));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { accounts, runner, routes, clock } = this.#parts;
    if (this.#parts.anyOrigin && allowAnyOrigin(request, response)) return;
    const startedMs = clock.monotonicMs();
    const [path, queryText] = splitUrl(request.url ?? '/');
    const found = routes.find(request.method ?? '', path);
    const gate = checkGate(request, found, accounts, this.#times);
    const coming = this.#outcome(request, found, gate, queryText);
    const outcome = coming instanceof Promise ? await coming : coming;
    if (!outcome) return;
    const settled = gate.account ? runner.settled(gate.account) : null;
    const told = settled ? await settled.then(() => outcome, unkept) : outcome;
    const atMs = gate.account ? runner.nowMs(gate.account) : clock.wallMs();
    const exchange = exchangeOf(request, found, gate, told, `req-${++this.#served}`, atMs);
    const waiting = this.#waitBefore(told);
    if (waiting) await waiting;
    const leaving = this.#leave(response, gate.account, told, exchange, startedMs);
    if (leaving) await leaving;
  }

  /** Null where the client went away before its request was whole. */
  #outcome(
    request: IncomingMessage,
    found: Found,
    gate: Gate,
    queryText: string,
  ): Outcome | Promise<Outcome | null> {
    if (this.#parts.isClosing()) {
      const headers = { Connection: 'close' };
      return plain(failed('SERVICE_UNAVAILABLE', 'the sandbox is shutting down', { headers }));
    }
    if (gate.refusal) return plain(gate.refusal);
    if (found.kind !== 'operation' || !gate.account || !gate.key)
      return plain(failed('NOT_FOUND', 'no such path'));
    const { account, key } = gate;
    const trouble = this.#parts.runner.trouble(account);
    if (trouble) return unkept(trouble);
    const visit: Visit = { request, account, key, route: found.route, queryText };
    if (request.method !== REQUESTS_WITH_BODY) return this.#process(visit, null);
    return readBody(request, bodyLimitOf(visit)).then(async read => {
      if (visit.route.id === 'createOrdersBulk') await this.#turnOfBulk();
      return read.kind === 'aborted' ? null : this.#process(visit, read);
    });
  }

  /** Bulks are done one in each turn of the event loop, so that many at once hold up nobody else. */
  #turnOfBulk(): Promise<void> {
    const turn = this.#nextBulk;
    this.#nextBulk = turn.then(() => this.#parts.clock.breathe());
    return turn;
  }

  /** @param read null where the operation takes no body */
  #process(visit: Visit, read: ReadBody | null): Outcome {
    const { request, account, key, route } = visit;
    const bytes = read?.kind === 'whole' ? read.bytes : null;
    const parsed = bytes ? parseJson(bytes) : null;
    const body = parsed && 'value' in parsed ? parsed.value : undefined;
    const query = parseQuery(visit.queryText).values;
    const rate = route.id === 'createOrdersBulk' ? chargeItems(account, key, body, this.#times) : null;
    const unasked: Heard = { bytes, rate, scripted: null };
    if (rate?.refusal) return { answer: refused(rate.refusal), rule: null, heard: unasked };

    const header = this.#namedScenario(request);
    if (header && 'answer' in header) return { answer: header.answer, rule: null, heard: unasked };
    const arrival = arrivalOf(route.id, key.id, header, query, body);
    const scripted = this.#parts.runner.execute(account, 'arrive', arrival).reply;
    const heard: Heard = { bytes, rate, scripted };
    const { rule } = scripted;
    if (rule && !rule.commit && replacesAnswer(rule)) return { answer: scriptedAnswer(rule), rule, heard };
    if (read?.kind === 'too-large') {
      const explain = `the body is larger than ${bodyLimitOf(visit)} bytes`;
      const answer = failed('REQUEST_TOO_LARGE', explain, { headers: { Connection: 'close' } });
      return { answer, rule: null, heard };
    }
    if (parsed && 'problem' in parsed) {
      return { answer: failed('INVALID_JSON', parsed.problem), rule: null, heard };
    }
    return this.#check(visit, { query, body }, scripted, header, heard);
  }

  /** The request's shape, then the operation itself. */
  #check(
    visit: Visit,
    parts: RequestParts,
    scripted: Scripted,
    header: Scenario | null,
    heard: Heard,
  ): Outcome {
    const rejected = rejectedBySettings(visit, parts);
    if (rejected) return { answer: rejected, rule: null, heard };
    const violations = visit.route.contract.check(parts);
    return { ...this.#carryOut(visit, parts, scripted, header, violations), heard };
  }

  /** The operation, then what a committing rule makes of its answer. */
  #carryOut(
    { account, key, route }: Visit,
    { query, body }: RequestParts,
    { rule, picked }: Scripted,
    header: Scenario | null,
    violations: readonly Violation[],
  ): Omit<Outcome, 'heard'> {
    const whole = violations.find(one => one.item === undefined);
    if (whole) return { answer: violationAnswer(whole), rule: null };
    const { answer, lost } = OPERATIONS[route.id]({
      account,
      key,
      runner: this.#parts.runner,
      query: route.contract.queryValues(query),
      body,
      picked,
      header,
      itemRefusals: violations.length > 0 ? itemRefusalsOf(violations) : NO_ITEM_REFUSALS,
    });
    if (lost) return { answer: lost.commit ? answer : scriptedAnswer(lost), rule: lost };
    return rule && applies(rule, answer, route)
      ? { answer: withRule(answer, rule), rule }
      : { answer, rule: null };
  }

  /** The scenario that X-Sandbox-Scenario names, or the answer that there is none of that name. */
  #namedScenario(request: IncomingMessage): Scenario | null | { readonly answer: Answer } {
    const name = request.headers['x-sandbox-scenario'];
    if (name === undefined) return null;
    const { library } = this.#parts;
    const scenario = library.get(String(name));
    if (scenario) return scenario;
    return { answer: failure(400, 'SANDBOX_SCENARIO_UNKNOWN', library.explainUnknown(String(name))) };
  }

  /** What an answer has to wait for: deliveries that go first, and a delay of real time. */
  #waitBefore(outcome: Outcome): Promise<unknown> | null {
    const delayMs = delayMsOf(outcome);
    const { beforeResponse = null } = outcome.answer;
    if (delayMs === 0) return beforeResponse;
    const delay = (): Promise<void> => pause(this.#parts.clock, delayMs);
    return beforeResponse ? beforeResponse.then(delay) : delay();
  }

  /** Writes the exchange into the journal, and sends the answer as the rule wants it. */
  #leave(
    response: ServerResponse,
    account: Account | null,
    { answer, rule }: Outcome,
    exchange: Exchange,
    startedMs: number,
  ): Promise<void> | null {
    const { clock, record } = this.#parts;
    const headers = exchange.answerHeaders;
    const took = (): number => clock.monotonicMs() - startedMs;
    exchange.durationMs = took();
    record(account, exchange);
    if (!rule?.fault) {
      this.#departures.add(response, answer, headers);
      return null;
    }
    return spoil(rule.fault, { response, answer, headers, clock }).then(() => {
      exchange.durationMs = took();
    });
  }
}

const bodyLimitOf = ({ account, route }: Visit): number =>
  route.id === 'createOrdersBulk'
    ? account.state.settings.bulk_body_limit_bytes
    : account.state.settings.body_limit_bytes;

const itemRefusalsOf = (violations: readonly Violation[]): ReadonlyMap<number, Violation> =>
  new Map(violations.map(one => [one.item as number, one] as const));

/** A committing rule spoils the call that makes the order, not a repeat of it, unless the rule asks for repeats. */
function applies(rule: RequestRule, answer: Answer, route: ServiceRoute): boolean {
  if (!rule.commit) return true;
  const creates = route.id === 'createOrder' || route.id === 'createOrdersBulk';
  return !creates || answer.created === true || (rule.match.repeat === true && answer.status === 200);
}

const violationAnswer = ({ status, error, path, message }: Violation): Answer =>
  failure(status, error, message.includes(path) ? message : `${path}: ${message}`);

const isJsonType = (type: string | undefined): boolean =>
  /^application\/(?:[\w.+-]+\+)?json *(;|$)/i.test(type ?? '');

/** What only an account that asks for it refuses: another Content-Type, unknown fields. */
function rejectedBySettings({ request, account, route }: Visit, parts: RequestParts): Answer | null {
  const { settings } = account.state;
  if (
    settings.content_type === 'reject' &&
    request.method === REQUESTS_WITH_BODY &&
    !isJsonType(request.headers['content-type'])
  ) {
    return failed(
      'INVALID_JSON',
      `Content-Type is ${request.headers['content-type'] ?? 'missing'}, not application/json`,
    );
  }
  // The balance takes no parameters, and 400 is not among its answers.
  if (settings.unknown_fields === 'reject' && route.id !== 'getBalance') {
    const remarks = route.contract.remarks(parts);
    if (remarks.length > 0) return failed('INVALID_JSON', remarks.join('; '));
  }
  return null;
}
