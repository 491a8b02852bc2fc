import { oneOf } from './parse-values.ts';

/** The forms of the log. */
const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** Reads the form of a log. @throws Error that lists the forms */
export const readLogFormat = oneOf('format', LOG_FORMATS);
