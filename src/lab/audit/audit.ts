import { unknownOption } from '../../core/text/nearest-word.ts';
import { AuditError, type AuditOptions, type AuditResult } from './options-and-result.ts';

const OPTIONS: readonly (keyof AuditOptions)[] = [
  'secret',
  'place',
  'probe',
  'restart',
  'only',
  'port',
  'api_key',
  'on_progress',
];

/**
 * Sends genuine, unusual, repeated, reordered and forged webhooks to a receiver and assesses its behavior; with a probe,
 * also what it stores. Starts a sandbox of its own.
 * @param url the webhook URL of the receiver
 * @throws AuditError (as a rejection) for invalid options, if the receiver cannot be reached, and if it refuses the first
 * genuine delivery
 */
export async function audit(url: string, options: AuditOptions = {}): Promise<AuditResult> {
  const unknown = unknownOption(options, OPTIONS);
  if (unknown !== null) throw new AuditError(unknown.problem);
  // Loaded here, so that the library starts fast and its declarations do not contain the audit's inner types.
  const { runAudit } = await import('./run-cases.ts');
  const { cases } = await runAudit(url, options);
  return { cases };
}
