const EVENT_ID = /order-(\d+)-(order\.[a-z]+)-[0-9a-f]{12}/g;

/** Replaces the suffix of every event id in text. The result must not depend on the epoch. */
export const withoutSuffixes = (text: string): string => text.replaceAll(EVENT_ID, 'order-$1-$2-SUFFIX');

/** The distinct event ids in the given texts, sorted. */
export const eventIdsIn = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap(text => text.match(EVENT_ID) ?? []))].sort();
