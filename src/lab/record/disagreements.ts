import type { Contract, ContractOperation, Violation } from '../../contract/contract-types.ts';
import { isObject } from '../../core/domain/json.ts';
import { explainSignature } from '../../core/webhook/signature.ts';
import {
  helpUriOf,
  type Report,
  type ReportResult,
  type ReportRule,
  resultOf,
} from '../../judge/report/report-model.ts';
import type { RecordedSignature } from '../har/write-har.ts';
import {
  contentOf,
  jsonOf,
  pathOf,
  queryOf,
  type RawExchange,
  type SentRequest,
  valuesOf,
} from './exchange.ts';

/** The ways in which the service and the description can disagree. docs/recording.md explains them. */
const RULES = {
  'response-differs': {
    title: 'A response is not as the description defines it',
    help: 'A status, header or field of a response is missing, undescribed or of another form. A client that relies on the description misreads it, and a test against the sandbox does not notice. Adapt the client to both, and set the assumptions of the sandbox with calibrate.',
  },
  'verdict-differs': {
    title: 'The service decided a request differently from the description',
    help: 'The service accepted a request that the description refuses, or refused it with another error. A client that tells errors apart by their code takes another path than in tests. Handle both codes, and set the assumptions of the sandbox with calibrate.',
  },
  'undescribed-path': {
    title: 'The service answered a request that the description does not have',
    help: 'The service has an operation with this method and path, and the description does not. Do not rely on it: the description does not promise that it stays.',
  },
  'event-differs': {
    title: 'A webhook is not as the description defines it',
    help: 'A header or field of a webhook is missing, undescribed or of another form. A receiver that relies on the description misreads or refuses it. Accept both forms.',
  },
  'signature-differs': {
    title: 'The signature of a webhook is not the documented one',
    help: 'The signature is missing, of another form, or does not verify with the webhook secret. First check the secret. If it is right, somebody else sent the webhook, or something between the service and the recorder changed its body.',
  },
} as const;

type DisagreementRule = keyof typeof RULES;

const DISAGREEMENT_RULES = Object.keys(RULES) as readonly DisagreementRule[];

const REPORT_RULES: readonly ReportRule[] = DISAGREEMENT_RULES.map(id => ({
  id,
  severity: 'warning',
  ...RULES[id],
  help_uri: helpUriOf('docs/recording.md', id),
}));

/** One way in which an exchange disagrees with the description. */
export interface Problem {
  readonly rule: DisagreementRule;
  /** The subject, such as `createOrder 202`. Problems with equal subjects and messages are reported once. */
  readonly subject: string;
  readonly message: string;
}

export interface Examined {
  /** The operationId; null if the description has no such operation. */
  readonly operation: string | null;
  readonly problems: readonly Problem[];
  /** For webhooks only. */
  readonly signature?: RecordedSignature;
}

/** Refusals that depend on more than the request: key, balance, catalogue, load. They can precede any other. */
const BEFORE_THE_REQUEST = new Set([401, 402, 403, 404, 405, 413, 429]);

const dataOf = (body: unknown): Readonly<Record<string, unknown>> =>
  isObject(body) && isObject(body.data) ? body.data : {};

const INVALID_JSON: Violation = {
  status: 400,
  error: 'INVALID_JSON',
  path: 'body',
  message: 'the body is not valid JSON',
};

function violationsOf({ request }: RawExchange, operation: ContractOperation): readonly Violation[] {
  const query = Object.fromEntries(queryOf(request.target));
  if (request.body.total === 0) return operation.check({ query, body: undefined });
  const parsed = jsonOf(request);
  return parsed === undefined ? [INVALID_JSON] : operation.check({ query, body: parsed });
}

/**
 * Compares what the service decided about a request with the description. A request that violates the description
 * should be refused, with the error of one of its violations, and so should an item of a bulk request; if it violates
 * nothing, the description does not say how it is decided.
 */
function examineRequest(exchange: RawExchange, operation: ContractOperation): Problem[] {
  const { request, response, outcome } = exchange;
  if (!response || outcome.kind !== 'complete' || request.body.dropped > 0) return [];
  const { status } = response;
  if (BEFORE_THE_REQUEST.has(status) || status >= 500) return [];
  const violations = violationsOf(exchange, operation);
  if (violations.length === 0 || contentOf(response) === null) return [];
  const body = jsonOf(response);
  const differs = (message: string): Problem[] => [
    { rule: 'verdict-differs', subject: `${operation.id} ${status}`, message },
  ];
  const [first, ...others] = violations.filter(({ item }) => item === undefined);
  if (first) {
    const error = isObject(body) ? body.error : undefined;
    // A repeated external_id returns its order, whatever else the request contains.
    const isReplay = dataOf(body).idempotent === true;
    if (isReplay || [first, ...others].some(one => one.status === status && one.error === error)) return [];
    const code = typeof error === 'string' ? ` ${error}` : '';
    const given = status < 300 ? 'accepted' : `refused with ${status}${code}`;
    return differs(
      `${given}; by the description it is refused with ${first.status} ${first.error} (${first.path})`,
    );
  }
  const { results } = dataOf(body);
  return (Array.isArray(results) ? results.filter(isObject) : []).flatMap((result, index) => {
    const own = violations.filter(({ item }) => item === index);
    const error = result.status === 'accepted' ? null : result.error;
    if (!own[0] || error === undefined || own.some(one => one.error === error)) return [];
    const given = error === null ? 'an item was accepted' : `an item failed with ${error}`;
    const path = own[0].path.replaceAll(/\[\d+\]/g, '[]');
    return differs(`${given}; by the description it fails with ${own[0].error} (${path})`);
  });
}

const DOCUMENTED = /^sha256=[0-9a-f]{64}$/;

/** Checks a webhook's signature over the exact bytes that were sent. */
function readSignature(
  { request: { headers, body } }: RawExchange,
  secret: string | undefined,
): RecordedSignature {
  const header = valuesOf(headers, 'x-webhook-signature')[0] ?? null;
  const form = header === null ? 'missing' : DOCUMENTED.test(header) ? 'documented' : 'other';
  if (secret === undefined || body.dropped > 0) return { verified: null, form, flaw: null };
  const verdict = explainSignature({ body: body.bytes, header, secret });
  return { verified: verdict.valid, form, flaw: verdict.valid ? null : verdict.why };
}

/** Headers that repeat a field of the body. */
const REPEATED: readonly (readonly [string, string])[] = [
  ['X-Webhook-Event', 'event'],
  ['X-Webhook-Id', 'event_id'],
];

function headerProblems({ method, headers }: SentRequest, body: Readonly<Record<string, unknown>>): string[] {
  const repeated = REPEATED.flatMap(([name, field]) => {
    const value = valuesOf(headers, name.toLowerCase())[0];
    if (value === undefined) return [`the header ${name} is missing`];
    return value === body[field] ? [] : [`the header ${name} differs from body.${field}`];
  });
  return method === 'POST' ? repeated : [`the method is ${method} instead of POST`, ...repeated];
}

function signatureProblem({ form, verified, flaw }: RecordedSignature): string | null {
  if (form === 'missing') return 'the header X-Webhook-Signature is missing';
  if (verified === false) return `the signature does not verify with the webhook secret (${flaw})`;
  return form === 'other' ? 'X-Webhook-Signature is not sha256= and 64 lowercase hexadecimal digits' : null;
}

/** Compares a webhook with the description. How the receiver answered does not matter. */
function examineEvent({ request }: RawExchange, contract: Contract, signature: RecordedSignature): Problem[] {
  const flaw = signatureProblem(signature);
  const signed: Problem[] =
    flaw === null ? [] : [{ rule: 'signature-differs', subject: 'webhook', message: flaw }];
  if (request.body.dropped > 0) return signed;
  const parsed = jsonOf(request);
  const differs = (message: string): Problem => {
    const event =
      isObject(parsed) && typeof parsed.event === 'string' ? parsed.event.slice(0, 60) : 'webhook';
    return { rule: 'event-differs', subject: event, message };
  };
  if (!isObject(parsed)) return [...signed, differs('the body is not a JSON object')];
  return [...signed, ...[...headerProblems(request, parsed), ...contract.validateEvent(parsed)].map(differs)];
}

async function responseProblems(
  { response, outcome }: RawExchange,
  operation: string,
  contract: Contract,
): Promise<Problem[]> {
  if (!response || outcome.kind !== 'complete' || response.body.dropped > 0) return [];
  const { status, headers } = response;
  const subject = `${operation} ${status}`;
  const named = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  if (contentOf(response) === null) {
    const message = `the body cannot be decompressed (Content-Encoding: ${named['content-encoding']})`;
    return [{ rule: 'response-differs', subject, message }];
  }
  const body = jsonOf(response);
  if (body === undefined) return [{ rule: 'response-differs', subject, message: 'the body is not JSON' }];
  const messages = await contract.validateResponse(operation, status, named, body);
  return messages.map(message => ({ rule: 'response-differs', subject, message }));
}

/** A request that the service answered although the description has no such operation. */
function undescribed({ request: { method }, response }: RawExchange, path: string): Problem[] {
  const status = response?.status ?? 0;
  if (status < 100 || status === 404 || status === 405 || status >= 500) return [];
  const message = `the description has no ${method} ${path}, but the service answered it`;
  return [{ rule: 'undescribed-path', subject: `${method} ${path} ${status}`, message }];
}

/**
 * Compares an exchange with the description.
 * @param secret the secret of webhooks; undefined if it is not known
 */
export async function examine(
  exchange: RawExchange,
  contract: Contract,
  secret: string | undefined,
): Promise<Examined> {
  if (exchange.direction === 'webhook') {
    const signature = readSignature(exchange, secret);
    return { operation: null, signature, problems: examineEvent(exchange, contract, signature) };
  }
  const { method, target } = exchange.request;
  const path = pathOf(target);
  const operation = contract.operations.find(one => one.method === method && one.path === path);
  if (!operation) return { operation: null, problems: undescribed(exchange, path) };
  const problems = [
    ...examineRequest(exchange, operation),
    ...(await responseProblems(exchange, operation.id, contract)),
  ];
  return { operation: operation.id, problems };
}

const MAX_NAMED = 10;

interface Disagreement {
  readonly problem: Problem;
  readonly exchanges: number[];
  count: number;
}

export interface RecordedTotals {
  readonly file: string;
  readonly exchanges: number;
  readonly webhooks: number;
  /** Exchanges without a complete response. */
  readonly incomplete: number;
  /** Exchanges that were passed on and are not in the file: it cannot be written, or is full. */
  readonly unrecorded: number;
}

/** Equal problems of different items are one. */
const idOf = ({ rule, subject, message }: Problem): string =>
  JSON.stringify([rule, subject, message.replaceAll(/\.\d+(?=[.:])/g, '.*').replaceAll(/\[\d+\]/g, '[*]')]);

function exchangesText({ exchanges, count }: Disagreement): string {
  const others = count - exchanges.length;
  const named = exchanges.join(', ');
  return `exchange${count === 1 ? '' : 's'} ${named}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Collects where the service and the description disagree, grouped. */
export class Disagreements {
  readonly #found = new Map<string, Disagreement>();

  /** @param exchange its number in the file */
  add(exchange: number, problems: readonly Problem[]): void {
    // An exchange with the same problem in several items counts once.
    for (const [id, problem] of new Map(problems.map(one => [idOf(one), one]))) {
      const known = this.#found.get(id);
      if (known) {
        known.count += 1;
        if (known.exchanges.length < MAX_NAMED) known.exchanges.push(exchange);
      } else this.#found.set(id, { problem, exchanges: [exchange], count: 1 });
    }
  }

  report(totals: RecordedTotals): Report {
    const { file, exchanges, webhooks, incomplete, unrecorded } = totals;
    const results = DISAGREEMENT_RULES.flatMap(rule => this.#resultsOf(rule, file));
    const found = new Set(results.map(({ rule }) => rule));
    const counts = [
      `${exchanges} exchange${exchanges === 1 ? '' : 's'} in ${file}`,
      ...(webhooks > 0 ? [`${webhooks} of them webhooks`] : []),
      ...(incomplete > 0 ? [`${incomplete} without a complete response`] : []),
      ...(unrecorded > 0 ? [`${unrecorded} further ones not recorded`] : []),
    ];
    return {
      tool: 'record',
      title: 'Where the service and the description disagree',
      summary: `${counts.join(', ')}.`,
      rules: REPORT_RULES,
      results,
      passed:
        exchanges === incomplete
          ? []
          : REPORT_RULES.filter(({ id }) => !found.has(id)).map(({ id, title }) => ({ id, title })),
      skipped: [],
      blocks: [],
      data: { ...totals },
    };
  }

  #resultsOf(rule: DisagreementRule, file: string): ReportResult[] {
    return [...this.#found.values()]
      .filter(({ problem }) => problem.rule === rule)
      .map((one, index) =>
        resultOf({
          id: `${rule}-${index + 1}`,
          rule,
          severity: 'warning',
          message: `${one.problem.subject}: ${one.problem.message} (${exchangesText(one)})`,
          fix: null,
          count: one.count,
          // Each exchange has a line of its own, after the first line.
          file: { path: file, line: one.exchanges[0]! + 1 },
        }),
      );
  }
}
