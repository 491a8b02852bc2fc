import { isoTime } from '../domain/time-formats.ts';

/** How much a line of the log asks for attention. */
export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the JSON log. @param wallMs the time of the host, in milliseconds */
export const jsonLogLine = (level: LogLevel, fields: object, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level, ...fields });
