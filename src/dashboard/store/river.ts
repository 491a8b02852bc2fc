import { signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { describeHappening, type Happening, placeOf } from '../happenings.ts';
import type { Tone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { accountName } from './account.ts';
import { generation, type LiveEvent, listen } from './live.ts';

/** The lanes of the river. */
export const LANES = ['requests', 'orders', 'webhooks', 'money'] as const;
export type Lane = (typeof LANES)[number];

/** Something that happened to the account, as the overview shows it. */
export interface Drop {
  readonly id: string;
  /** Milliseconds since 1970, on the account's clock. */
  readonly atMs: number;
  readonly lane: Lane;
  readonly tone: Tone;
  readonly text: string;
  readonly href: string;
}

/** The maximum number of happenings that are kept. */
const KEPT = 120;
const PREFILLED = 40;
const PUBLISH_DELAY_MS = 150;

/** The latest drops, newest first. */
export const river = signal<readonly Drop[]>([]);

let kept: Drop[] = [];
let timer: number | null = null;
let lastId = 0;

const requestTone = (status: number | null): Tone =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';

function ofRequest(account: string, request: Schemas['RequestSummary']): Drop {
  const path = request.url.replace(/^\/api\/v1/, '').replace(/\?.*/, '');
  const response = request.status ?? request.fault ?? 'no response';
  return {
    id: request.id,
    atMs: Date.parse(request.at),
    lane: 'requests',
    tone: requestTone(request.status),
    text: `${request.method} ${path}: ${response}${request.error ? ` ${request.error}` : ''}`,
    href: linkTo(account, 'requests', request.id),
  };
}

const ORDER_TONES: Readonly<Record<string, Tone>> = {
  failed: 'bad',
  review: 'warn',
  delegated: 'good',
  completed: 'good',
};

/** The lane and color of a happening; null for a happening without news. */
function kindOf(one: Happening): { lane: Lane; tone: Tone } | null {
  if (one.kind === 'order') return { lane: 'orders', tone: ORDER_TONES[one.status ?? ''] ?? 'calm' };
  if (one.kind === 'refund') return { lane: 'money', tone: 'good' };
  if (one.kind === 'attempt')
    return { lane: 'webhooks', tone: one.outcome === 'acknowledged' ? 'good' : 'bad' };
  if (one.kind === 'settled') return one.state === 'exhausted' ? { lane: 'webhooks', tone: 'bad' } : null;
  if (one.kind !== 'ledger' || one.entry === 'refund' || one.entry === 'opening') return null;
  return { lane: 'money', tone: one.entry === 'debit' ? 'calm' : 'good' };
}

function ofHappening(account: string, one: Happening): Drop | null {
  const kind = kindOf(one);
  if (!kind) return null;
  lastId += 1;
  return {
    id: `live-${lastId}`,
    atMs: Date.parse(one.at),
    ...kind,
    text: describeHappening(one),
    href: placeOf(account, one),
  };
}

function publishSoon(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    kept = kept.sort((a, b) => b.atMs - a.atMs).slice(0, KEPT);
    river.value = [...kept];
  }, PUBLISH_DELAY_MS);
}

function apply(event: LiveEvent): void {
  const account = accountName.value;
  if (!account || event.type === 'finding') return;
  if (event.type === 'happening' && event.data.kind === 'account') {
    if (/^(reset|restored)/.test(event.data.change ?? '')) start();
    return;
  }
  const drop = event.type === 'request' ? ofRequest(account, event.data) : ofHappening(account, event.data);
  if (!drop) return;
  kept.unshift(drop);
  publishSoon();
}

/** An entry of the ledger as the stream would have reported it. */
const ofLedger = ({ kind, order_id, ...entry }: Schemas['LedgerEntry']): Happening => {
  const order = order_id === null ? {} : { order_id };
  return kind === 'refund'
    ? { ...entry, ...order, kind: 'refund' }
    : { ...entry, ...order, kind: 'ledger', entry: kind };
};

/** Adds the happenings from before the page was opened, as far as the journal and the lists have them. */
async function prefill(account: string, signal: AbortSignal): Promise<void> {
  const query = { sort: 'newest', limit: PREFILLED } as const;
  const path = { account };
  const [requests, deliveries, ledger, events] = await Promise.all([
    api.get('/_sandbox/accounts/{account}/requests', { path, query, signal }),
    api.get('/_sandbox/accounts/{account}/deliveries', { path, query, signal }),
    api.get('/_sandbox/accounts/{account}/ledger', { path, query, signal }),
    api.get('/_sandbox/accounts/{account}/events', { path, query, signal }),
  ]);
  if (signal.aborted) return;
  const earlier: Happening[] = [
    ...deliveries.items.map(one => ({
      ...one,
      kind: 'attempt' as const,
      status_code: one.answer?.status ?? null,
    })),
    ...ledger.items.map(ofLedger),
    // Every transition has an event of the same instant.
    ...events.items.map(one => ({
      kind: 'order' as const,
      at: one.created_at,
      order_id: one.order_id,
      status: one.event.replace(/^order\./, '') as NonNullable<Happening['status']>,
    })),
  ];
  // Happenings from the time of loading were also streamed.
  const streamed = new Set(kept.map(({ atMs, text }) => `${atMs} ${text}`));
  const drops = earlier
    .flatMap(one => ofHappening(account, one) ?? [])
    .filter(({ atMs, text }) => !streamed.has(`${atMs} ${text}`));
  const known = new Set(kept.map(({ id }) => id));
  const others = requests.items.map(one => ofRequest(account, one)).filter(({ id }) => !known.has(id));
  kept.push(...drops, ...others);
  publishSoon();
}

let loading: AbortController | null = null;

function start(): void {
  const account = accountName.value;
  loading?.abort();
  loading = new AbortController();
  kept = [];
  river.value = [];
  if (account) void prefill(account, loading.signal).catch(() => undefined);
}

/** Follows what happens to the selected account. Call it once, when the river is first shown. */
export function startRiver(): void {
  accountName.subscribe(start);
  let isFirst = true;
  generation.subscribe(() => {
    if (!isFirst) start();
    isFirst = false;
  });
  listen(apply);
}
