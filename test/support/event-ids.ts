const EVENT_ID = /order-(\d+)-(order\.[a-z]+)-[0-9a-f]{12}/g;

/** The text with the suffix of every event id replaced: what must be the same whatever the epoch. */
export const withoutSuffixes = (text: string): string => text.replaceAll(EVENT_ID, 'order-$1-$2-SUFFIX');

/** The event ids in some texts, each once, sorted. */
export const eventIdsIn = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap(text => text.match(EVENT_ID) ?? []))].sort();
