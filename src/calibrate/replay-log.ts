import { compareJson, type FieldDifference, type Names } from './compare-answers.ts';
import type { ServiceCall, WebhookDelivery } from './recording.ts';
import type { ReplayAnswer } from './replay-request.ts';
import type { Difference, Replay } from './replay-result.ts';
import { shown } from './verdicts.ts';

/** How many different differences are kept. */
const MAX_DIFFERENCES = 200;

const BALANCE = 'body.data.balance_trx';

/** Headers that are compared besides the body. */
const HEADERS = ['x-ratelimit-limit', 'allow', 'location', 'access-control-allow-origin'] as const;

/** Collects the differences of a replay. Equal ones are counted. */
export class ReplayLog {
  readonly #differences = new Map<string, Difference>();
  readonly #left = new Map<string, number>();
  #compared = 0;

  /** An exchange that is not compared. */
  leave(reason: string): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  compareCall(call: ServiceCall, answer: ReplayAnswer, names: Names): void {
    const what = `${call.method} ${call.path}`;
    this.#compared += 1;
    if (call.status !== answer.status) {
      const observed = call.error === null ? String(call.status) : `${call.status} ${call.error}`;
      const error = (answer.body as { error?: string } | null | undefined)?.error;
      const sandbox = error === undefined ? String(answer.status) : `${answer.status} ${error}`;
      this.#add(call.label, what, [{ field: 'status', observed, sandbox }]);
      return;
    }
    this.#add(call.label, what, compareHeaders(call, answer));
    const found = compareJson(call.answer, answer.body, 'body', names);
    const isBalance = ({ field }: FieldDifference): boolean => field === BALANCE;
    if (found.some(isBalance)) this.leave('the balance was changed by something that was not recorded');
    this.#add(
      call.label,
      what,
      found.filter(one => !isBalance(one)),
    );
  }

  /** @param sandbox null if the sandbox has not sent the event */
  compareWebhook(webhook: WebhookDelivery, sandbox: object | null, names: Names): void {
    const what = `webhook ${webhook.event}`;
    this.#compared += 1;
    const data = (sandbox as { data?: unknown } | null)?.data;
    const found = sandbox
      ? compareJson(webhook.order, data, 'body.data', names)
      : [{ field: 'delivery', observed: 'sent', sandbox: 'not sent' }];
    this.#add(webhook.label, what, found);
  }

  result(): Replay {
    return {
      compared: this.#compared,
      differences: [...this.#differences.values()],
      left: [...this.#left].map(([reason, count]) => ({ reason, count })),
    };
  }

  #add(exchange: string, what: string, found: readonly FieldDifference[]): void {
    for (const one of found) {
      const key = JSON.stringify([what, one.field.replaceAll(/\[\d+\]/g, '[]'), one.observed, one.sandbox]);
      const known = this.#differences.get(key);
      if (known) this.#differences.set(key, { ...known, count: known.count + 1 });
      else if (this.#differences.size < MAX_DIFFERENCES) {
        this.#differences.set(key, { exchange, what, ...one, count: 1 });
      }
    }
  }
}

/** A recorded location has the host of the service. */
const withoutHost = (location: string): string =>
  location.replace(/^https?:\/\/[^/]*/, '').replace(/^.*?(?=\/api\/v1\/)/, '');

function compareHeaders(call: ServiceCall, answer: ReplayAnswer): FieldDifference[] {
  // Some tools record no headers at all.
  if (Object.keys(call.answerHeaders).length === 0) return [];
  return HEADERS.flatMap(name => {
    const [observed, sandbox] = [call.answerHeaders[name], answer.headers[name]].map(value =>
      value === undefined ? undefined : name === 'location' ? withoutHost(value) : value,
    );
    // An unknown or missing key has no limit of its own; without times, all requests are made within one window.
    const hasKey = call.key !== null && call.status !== 401;
    const isOtherLimit = name === 'x-ratelimit-limit' && (!hasKey || call.atMs === null);
    if (observed === sandbox || isOtherLimit) return [];
    return [{ field: name, observed: shown(observed), sandbox: shown(sandbox) }];
  });
}
