import { eventStateName } from '../core/text/wording.ts';
import type { Delivery, RequestSummary, WebhookEvent } from './data-types.ts';
import type { Account } from './sandbox-interface.ts';

const MAX_LINES = 40;
const MAX_LINE_LENGTH = 160;
const MAX_ITEMS = 200;

/** A line of a story. Equal consecutive lines are joined; if there are too many lines, all equal lines are. */
interface Line {
  readonly at: string;
  /** Orders lines of the same instant: a request, then what it caused. */
  readonly rank: number;
  readonly text: string;
  /** Distinguishes it from other lines with this text. */
  readonly name?: string;
  readonly isFinding?: boolean;
}

/** Tells what happened to an account; see Account.story. */
export async function tellStory(account: Account): Promise<string> {
  try {
    return await read(account);
  } catch (error) {
    return `The story of account ${account.name} could not be read: ${(error as Error).message}`;
  }
}

async function read(account: Account): Promise<string> {
  const filter = { limit: MAX_ITEMS, sort: 'newest' } as const;
  const [info, ...lists] = await Promise.all([
    account.read(),
    account.requests(filter),
    account.events(filter),
    account.deliveries(filter),
    account.findings({ final: true, severity: 'warning', limit: MAX_ITEMS }),
  ]);
  const [requests, events, deliveries, findings] = lists;
  requests.reverse();
  const ranks = new Map(requests.map(({ id }, index) => [id, index]));
  /** For each order, the first request that concerns it. */
  const first = new Map(
    [...requests].reverse().flatMap(one => one.orders.map(order => [order, one] as const)),
  );
  const rankOf = (order: number, at: string): number => {
    const request = first.get(order);
    return request?.at === at ? ranks.get(request.id)! : -1;
  };
  const lines: Line[] = [
    ...requests.map((one, rank) => ({
      at: one.at,
      rank,
      name: one.id,
      text: requestText(one),
    })),
    ...events.reverse().map(one => ({
      at: one.created_at,
      rank: rankOf(one.order_id, one.created_at),
      text: orderText(one),
    })),
    ...deliveries
      .reverse()
      .filter(isRemarkable)
      .map(one => ({
        at: one.at,
        rank: rankOf(one.order_id, one.at),
        name: one.attempt > 1 ? `attempt ${one.attempt}` : '',
        text: deliveryText(one),
      })),
    ...findings.map(({ at, severity, rule, message, requests: ids }) => ({
      at,
      rank: ranks.get(ids.at(-1) ?? '') ?? -1,
      text: `${severity} ${rule}: ${message}`,
      isFinding: true,
    })),
  ];
  const head = `Account ${account.name} at ${info.clock.now}, balance ${info.balance_trx} TRX, orders: ${info.orders}, requests: ${info.requests}`;
  return [head, ...abbreviated(lines)].join('\n');
}

function requestText({ method, url, status, error, fault, orders }: RequestSummary): string {
  const response = [status ?? 'no response', error, fault].filter(part => part !== null).join(' ');
  const named = orders.length > 3 ? `${orders[0]} and ${orders.length - 1} others` : orders.join(', ');
  return `${method} ${url} → ${response}${named && `, order ${named}`}`;
}

function orderText({ order_id, external_id, event, state, next_attempt }: WebhookEvent): string {
  const webhook = eventStateName({ state, next_attempt });
  return `order ${order_id}${external_id === null ? '' : ` (${external_id})`} is ${event.slice(6)}; webhook ${webhook}`;
}

/** False for a delivery that was acknowledged immediately: the line of its order says so. */
const isRemarkable = ({ kind, attempt, copy, outcome, corruption }: Delivery): boolean =>
  kind !== 'attempt' || attempt > 1 || copy > 1 || outcome !== 'acknowledged' || corruption !== null;

function deliveryText({ event, order_id, kind, outcome, answer, corruption }: Delivery): string {
  const marks = [kind === 'attempt' ? [] : kind, corruption?.name ?? []].flat();
  return `${event} of order ${order_id}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} → ${[outcome, answer?.status ?? []].flat().join(' ')}`;
}

interface Run {
  readonly first: Line;
  last: Line;
  count: number;
}

/** @param isConsecutive false also joins lines that have others between them */
function joined(lines: readonly Line[], isConsecutive: boolean): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const run = isConsecutive ? runs.at(-1) : runs.find(({ first }) => first.text === line.text);
    if (run?.first.text === line.text) {
      run.last = line;
      run.count += 1;
    } else runs.push({ first: line, last: line, count: 1 });
  }
  return runs;
}

/** The lines in chronological order, repetitions as one; if there are too many, the findings and the latest others. */
function abbreviated(lines: readonly Line[]): string[] {
  const sorted = [...lines].sort((a, b) => (a.at === b.at ? a.rank - b.rank : a.at < b.at ? -1 : 1));
  const room = MAX_LINES - 2;
  const consecutive = joined(sorted, true);
  const runs = consecutive.length > room ? joined(sorted, false) : consecutive;
  const findings = runs.filter(({ first }) => first.isFinding).slice(0, room / 3);
  const others = runs.filter(({ first }) => !first.isFinding).slice(findings.length - room);
  const shown = new Set([...findings, ...others]);
  const omitted = runs.length - shown.size;
  return [
    ...(omitted > 0 ? [`… ${omitted} lines left out`] : []),
    ...runs.filter(run => shown.has(run)).map(runText),
  ];
}

const timeOf = (at: string): string => at.slice(5, 19).replace('T', ' ');

function runText({ first, last, count }: Run): string {
  const end = [last.name, last.at === first.at ? '' : timeOf(last.at)].filter(Boolean).join(', ');
  const suffix = count === 1 ? '' : ` (${count} times${end && `, to ${end}`})`;
  const name = first.name ? ` [${first.name}]` : '';
  const text = `${timeOf(first.at)} ${first.text}`.replace(/\p{Cc}/gu, '?');
  const room = MAX_LINE_LENGTH - name.length - suffix.length;
  const shown = first.isFinding || text.length <= room ? text : `${text.slice(0, room - 1)}…`;
  return `  ${shown}${name}${suffix}`;
}
