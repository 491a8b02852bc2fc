import { ERROR_CODES, type ErrorCode, isItemCode } from '../../core/domain/error-codes.ts';
import { MAX_BULK_ITEMS } from '../../core/domain/operations.ts';
import { type AnalyzedRecording, answerText, itemsOf, resultsOf } from './analyze-recording.ts';
import type { NotLearned } from './options-and-result.ts';
import { attemptsOf, type ServiceCall, type WebhookDelivery } from './read-recording.ts';

const isKnown = (code: string): code is ErrorCode => (ERROR_CODES as readonly string[]).includes(code);

function unknownCodes(call: ServiceCall): string[] {
  const ofItems = resultsOf(call).flatMap(({ error }) => (typeof error === 'string' ? [error] : []));
  const own = call.error === null || isKnown(call.error) ? [] : [answerText(call)];
  return [...own, ...ofItems.filter(code => !isKnown(code)).map(code => `item: ${code}`)];
}

/** A number of items that the service handles differently from the description; null if it shows none. */
function itemLimit({ judged }: AnalyzedRecording, call: ServiceCall): string | null {
  const items = itemsOf(call).length;
  if (call.operation !== 'createOrdersBulk' || call.status === null || items < 2) return null;
  const isAccepted = call.status < 300;
  const isRefused = [400, 413, 422].includes(call.status) && !call.data;
  const isOfItem = call.error !== null && isKnown(call.error) && isItemCode(call.error);
  const isValid = judged.get(call)?.isValid === true;
  const differs = isAccepted
    ? items > MAX_BULK_ITEMS
    : isRefused && items <= MAX_BULK_ITEMS && isValid && !isOfItem;
  return differs ? `${items} items: ${answerText(call)}` : null;
}

export function notLearned(analyzed: AnalyzedRecording): readonly NotLearned[] {
  const found = new Map<string, NotLearned>();
  const add = (what: string, observed: string, exchange: string): void => {
    const known = found.get(`${what} ${observed}`) ?? { what, observed, exchange, count: 0 };
    found.set(`${what} ${observed}`, { ...known, count: known.count + 1 });
  };
  const { calls, isRedacted } = analyzed.recording;
  for (const call of calls) {
    for (const code of unknownCodes(call)) add('an unknown error code', code, call.label);
    const limit = itemLimit(analyzed, call);
    if (limit !== null) add('another limit of bulk items', limit, call.label);
  }
  const latest = new Map<number, WebhookDelivery>();
  for (const [first, ...others] of attemptsOf(analyzed.recording)) {
    const { orderId, createdAtMs, event, label } = first;
    const other = isRedacted ? undefined : others.find(({ digest }) => digest !== first.digest);
    if (other) add('an attempt with other bytes than the first one', event, other.label);
    const before = latest.get(orderId);
    if (before?.createdAtMs != null && createdAtMs !== null && before.createdAtMs > createdAtMs)
      add('a first attempt after the one of a later event', `${event} after ${before.event}`, label);
    latest.set(orderId, first);
  }
  return [...found.values()];
}
