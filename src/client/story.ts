import type { Account } from './sandbox-interface.ts';
import { callAfter } from './timeouts.ts';

const MAX_LINES = 40;
const MAX_LINE_LENGTH = 160;
const MAX_ITEMS = 200;
const TIMEOUT_MS = 2_000;

/** A line of a story. Consecutive lines with the same text are shown as one. */
interface Line {
  readonly at: string;
  /** Orders lines of the same instant: a request, then what it caused. */
  readonly rank: number;
  readonly text: string;
  /** Of the request. */
  readonly id?: string;
  readonly isFinding?: boolean;
}

/** What happened to an account; see Account.story. */
export async function tellStory(account: Account): Promise<string> {
  let stop = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    stop = callAfter(TIMEOUT_MS, () => reject(new Error(`it took longer than ${TIMEOUT_MS} ms`)));
  });
  try {
    return await Promise.race([read(account), timeout]);
  } catch (error) {
    return `The story of account ${account.name} could not be read: ${(error as Error).message}`;
  } finally {
    stop();
  }
}

async function read(account: Account): Promise<string> {
  const filter = { limit: MAX_ITEMS, sort: 'newest' } as const;
  const [info, ...lists] = await Promise.all([
    account.read(),
    account.requests(filter),
    account.events(filter),
    account.deliveries(filter),
    account.findings({ final: true, limit: MAX_ITEMS }),
  ]);
  const [requests, events, deliveries, findings] = lists;
  requests.reverse();
  const ranks = new Map(requests.map(({ id }, index) => [id, index]));
  /** Of each order, the request that is the first to concern it. */
  const first = new Map(
    [...requests].reverse().flatMap(one => one.orders.map(order => [order, one] as const)),
  );
  const rankOf = (order: number, at: string): number => {
    const request = first.get(order);
    return request?.at === at ? ranks.get(request.id)! : -1;
  };
  const lines: Line[] = [
    ...requests.map(({ at, id, method, url, status, error, fault, orders }) => ({
      at,
      rank: ranks.get(id)!,
      id,
      text: `${method} ${url} → ${[status ?? 'no response', error, fault].filter(part => part !== null).join(' ')}${ofOrders(orders)}`,
    })),
    ...events.reverse().map(({ createdAt: at, orderId, externalId, event, state }) => ({
      at,
      rank: rankOf(orderId, at),
      text: `order ${orderId}${externalId === null ? '' : ` (${externalId})`} is ${event.slice(6)}; its event is ${state}`,
    })),
    ...deliveries.reverse().map(({ at, orderId, event, kind, attempt, outcome, answer, corruption }) => ({
      at,
      rank: rankOf(orderId, at),
      text: `${event} of order ${orderId} sent (${kind}${attempt > 0 ? ` ${attempt}` : ''}${corruption ? `, ${corruption.name}` : ''}) → ${outcome}${answer ? ` ${answer.status}` : ''}`,
    })),
    ...findings.map(({ at, severity, rule, message, requests: ids }) => ({
      at,
      rank: ranks.get(ids.at(-1) ?? '') ?? -1,
      text: `${severity} ${rule}: ${message}`,
      isFinding: true,
    })),
  ];
  const head = `Account ${account.name} at ${info.clock.now}, balance ${info.balanceTrx} TRX, ${info.orders} orders, ${info.requests} requests`;
  return [head, ...abbreviated(lines)].join('\n');
}

const ofOrders = (orders: readonly number[]): string =>
  orders.length === 0
    ? ''
    : `, order ${orders.length > 3 ? `${orders[0]} and ${orders.length - 1} others` : orders}`;

/** The lines in order of time, repetitions as one; if they are too many, the findings and the latest others. */
function abbreviated(lines: readonly Line[]): string[] {
  const sorted = [...lines].sort((a, b) => (a.at === b.at ? a.rank - b.rank : a.at < b.at ? -1 : 1));
  const merged: { line: Line; last: Line; count: number }[] = [];
  for (const line of sorted) {
    const run = merged.at(-1);
    if (run?.line.text === line.text) Object.assign(run, { last: line, count: run.count + 1 });
    else merged.push({ line, last: line, count: 1 });
  }
  const room = MAX_LINES - 2;
  const findings = merged.filter(({ line }) => line.isFinding).slice(0, room / 2);
  const others = merged.filter(({ line }) => !line.isFinding).slice(-(room - findings.length));
  const kept = new Set([...findings, ...others]);
  const dropped = merged.length - kept.size;
  return [
    ...(dropped > 0 ? [`… ${dropped} lines left out`] : []),
    ...merged.filter(one => kept.has(one)).map(lineText),
  ];
}

function lineText({ line, last, count }: { line: Line; last: Line; count: number }): string {
  const id = line.id === undefined ? '' : `${line.id} `;
  const times = count === 1 ? '' : ` (${count} times${last.id === undefined ? '' : `, to ${last.id}`})`;
  const text = `${line.at.slice(5, 19).replace('T', ' ')} ${id}${line.text}`.replace(/\p{Cc}/gu, '?');
  const room = MAX_LINE_LENGTH - times.length;
  return `  ${text.length > room ? `${text.slice(0, room - 1)}…` : text}${times}`;
}
