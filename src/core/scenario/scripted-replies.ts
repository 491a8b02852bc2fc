import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { Corruption } from './faults-and-corruptions.ts';

/* What a rule does where its file leaves something out, or says it in words. */

/** The reply of a rule. These types are structural because the dashboard, in which the schema has no place, uses them. */
export interface ScriptedReply {
  readonly status?: number;
  readonly error?: ErrorCode;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** True if a reply replaces the actual response. Others only delay it or add headers. */
export const replacesTrueAnswer = ({ status, error, body }: ScriptedReply): boolean =>
  status !== undefined || error !== undefined || body !== undefined;

/** The status of a reply that replaces the actual response: its own, else that of its error. */
export const statusOfReply = ({ status, error }: ScriptedReply): number =>
  status ?? (error ? ERRORS[error].status : 200);

/** The error code of a reply: its own; else, without a body, that of its status if the status has only one. */
export function errorOfReply({ status, error, body }: ScriptedReply): ErrorCode | undefined {
  if (error !== undefined || body !== undefined || status === undefined) return error;
  const [code, ...others] = ERROR_CODES.filter(one => ERRORS[one].status === status);
  return others.length === 0 ? code : undefined;
}

/** The headers that a reply adds, with numbers as text. */
export const headersOfReply = ({ headers }: ScriptedReply): Readonly<Record<string, string>> | undefined =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** How a rule corrupts a delivery; null if it leaves it intact. */
export const corruptionBy = ({ corrupt }: { readonly corrupt?: Corruption | 'none' }): Corruption | null =>
  corrupt === undefined || corrupt === 'none' ? null : corrupt;

/** Names a rule for users, with its file and line. */
export const explainRule = ({ id, source }: { readonly id: string; readonly source: string }): string =>
  `scripted by ${id} (${source})`;
