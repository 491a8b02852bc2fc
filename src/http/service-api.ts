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
import { type Answer, failed, failure, headersOf, type RateHeaders, refused, write } from './answer.ts';
import { parseJson, readBody } from './body.ts';
import { allowAnyOrigin } from './cors.ts';
import { endingOf, spoil } from './faults.ts';
import { chargeItems, checkGate, type Gate, type GateTimes } from './gate.ts';
import { OPERATIONS } from './operations.ts';
import { answerOwnFault } from './own-fault.ts';
import { parseQuery, splitUrl } from './query.ts';
import type { Found, Routes, ServiceRoute } from './routes.ts';
import { replacesAnswer, scriptedAnswer, subjectOf, withRule } from './script.ts';

/** What the service's API works with. */
export interface ServiceApiParts {
  readonly accounts: Accounts;
  readonly runner: Runner;
  readonly routes: Routes;
  readonly library: ScenarioLibrary;
  readonly clock: HostClock;
  /** Browser pages of any origin may call it. A preflight has no key, so this is the server's, not an account's. */
  readonly anyOrigin: boolean;
  /** Called once an exchange is over; the account is null where no key opened one. */
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

/** An answer with what had a say in it. */
interface Outcome {
  readonly answer: Answer;
  readonly rule: RequestRule | null;
  readonly scripted: Scripted | null;
  readonly bytes: Buffer | null;
  /** Where the key's limit stands, if the body changed it. */
  readonly rate: RateHeaders | null;
}

const REQUESTS_WITH_BODY = 'POST';

/** An answer that no scenario had a say in. */
const plain = (answer: Answer): Outcome => ({ answer, rule: null, scripted: null, bytes: null, rate: null });

/** What was done cannot be kept, so nobody is told that it was done. */
const unkept = (why: Error): Outcome => plain(failed('SERVICE_UNAVAILABLE', why.message));

/** The service's own API: every request goes one way, from the gate to the journal. */
export class ServiceApi {
  readonly #parts: ServiceApiParts;
  #served = 0;

  readonly #times: GateTimes;

  constructor(parts: ServiceApiParts) {
    this.#parts = parts;
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
    const outcome = await this.#outcome(request, found, gate, queryText);
    if (!outcome) return;
    const settled = gate.account ? runner.settled(gate.account) : null;
    const told = settled ? await settled.then(() => outcome, unkept) : outcome;
    await this.#leave(request, response, found, gate, told, startedMs);
  }

  /** Null where the client went away before its request was whole. */
  async #outcome(
    request: IncomingMessage,
    found: Found,
    gate: Gate,
    queryText: string,
  ): Promise<Outcome | null> {
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
    return this.#process({ request, account, key, route: found.route, queryText });
  }

  async #process(visit: Visit): Promise<Outcome | null> {
    const { request, account, key, route } = visit;
    const { settings } = account.state;
    const limit =
      route.id === 'createOrdersBulk' ? settings.bulk_body_limit_bytes : settings.body_limit_bytes;
    const takesBody = request.method === REQUESTS_WITH_BODY;
    const read = takesBody ? await readBody(request, limit) : null;
    if (read?.kind === 'aborted') return null;
    const bytes = read?.kind === 'whole' ? read.bytes : null;
    const parsed = bytes ? parseJson(bytes) : null;
    const body = parsed && 'value' in parsed ? parsed.value : undefined;
    const query = parseQuery(visit.queryText).values;
    const rate = route.id === 'createOrdersBulk' ? chargeItems(account, key, body, this.#times) : null;
    const unasked = { rule: null, scripted: null, bytes, rate };
    if (rate?.refusal) return { answer: refused(rate.refusal), ...unasked };

    const header = this.#namedScenario(request);
    if (header && 'answer' in header) return { ...header, ...unasked };
    const scripted = this.#parts.runner.execute(account, 'arrive', {
      ...subjectOf(route.id, query, body),
      operation: route.id,
      keyId: key.id,
      header,
    }).reply;
    const { rule } = scripted;
    const outcome = (answer: Answer, by: RequestRule | null = rule): Outcome => ({
      answer,
      rule: by,
      scripted,
      bytes,
      rate,
    });
    if (rule && !rule.commit && replacesAnswer(rule)) return outcome(scriptedAnswer(rule));
    if (read?.kind === 'too-large') {
      const explain = `the body is larger than ${limit} bytes`;
      return outcome(failed('REQUEST_TOO_LARGE', explain, { headers: { Connection: 'close' } }), null);
    }
    if (parsed && 'problem' in parsed) return outcome(failed('INVALID_JSON', parsed.problem), null);
    return this.#carryOut(visit, { query, body }, scripted, header, outcome);
  }

  /** Shape, then the operation itself, then what a committing rule makes of its answer. */
  async #carryOut(
    visit: Visit,
    parts: RequestParts,
    scripted: Scripted,
    header: Scenario | null,
    outcome: (answer: Answer, by?: RequestRule | null) => Outcome,
  ): Promise<Outcome> {
    const { account, key, route } = visit;
    const { rule, picked } = scripted;
    const rejected = rejectedBySettings(visit, parts);
    if (rejected) return outcome(rejected, null);
    const violations = (await route.contract.check(parts)) ?? [];
    const whole = violations.find(one => one.item === undefined);
    if (whole) return outcome(violationAnswer(whole), null);
    const { answer, lost } = OPERATIONS[route.id]({
      account,
      key,
      runner: this.#parts.runner,
      query: route.contract.queryValues(parts.query),
      body: parts.body,
      picked,
      header,
      itemRefusals: new Map(violations.map(one => [one.item as number, one] as const)),
    });
    if (lost) return outcome(lost.commit ? answer : scriptedAnswer(lost), lost);
    return rule && applies(rule, answer, route) ? outcome(withRule(answer, rule)) : outcome(answer, null);
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

  /** Sends the answer as the rule wants it, and writes the exchange into the journal. */
  async #leave(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
    gate: Gate,
    { answer, rule, scripted, bytes, rate }: Outcome,
    startedMs: number,
  ): Promise<void> {
    const { clock, runner, record } = this.#parts;
    const id = `req-${++this.#served}`;
    const headers = headersOf(answer, rate ?? gate.rate, id);
    const seen = rule?.fault ? endingOf(rule.fault, answer) : answer;
    const exchange: Exchange = {
      id,
      atMs: gate.account ? runner.nowMs(gate.account) : clock.wallMs(),
      durationMs: 0,
      operation: found.kind === 'operation' ? found.route.id : null,
      method: request.method ?? '',
      url: request.url ?? '',
      ip: gate.ip,
      rawHeaders: request.rawHeaders,
      body: bytes,
      status: seen.status,
      answer: seen.body,
      answerHeaders: headers,
      explain: answer.explain,
      rule,
      fault: rule?.fault ?? null,
      facts: scripted?.facts ?? null,
      asked: scripted?.asked ?? [],
      orders: answer.orders ?? [],
      mismatch: answer.mismatch ?? false,
      key: gate.key?.name ?? null,
    };
    if (answer.beforeResponse) await answer.beforeResponse;
    const delayMs = Math.max(rule?.reply?.afterMs ?? 0, answer.delayMs ?? 0);
    if (delayMs > 0) await pause(clock, delayMs);
    if (rule?.fault) {
      record(gate.account, exchange);
      await spoil(rule.fault, { response, answer, headers, clock });
    } else {
      write(response, answer, headers);
      record(gate.account, exchange);
    }
    exchange.durationMs = clock.monotonicMs() - startedMs;
  }
}

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
