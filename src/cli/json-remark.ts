import { isoTime } from '../domain/time-formats.ts';

/** A remark of the server, such as on a file that it cannot read, as a line of the JSON log. */
export const remarkAsJson = (text: string, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level: 'warn', kind: 'remark', message: text });
