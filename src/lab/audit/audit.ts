import type { AuditOptions, AuditResult } from './options-and-result.ts';

/**
 * Sends genuine, unusual, repeated, reordered and forged webhooks to a receiver and assesses its behavior; with a probe,
 * also what it stores. Starts a sandbox of its own.
 * @param url the webhook URL of the receiver
 * @throws AuditError (as a rejection) for invalid options, if the receiver cannot be reached, and if it refuses the first
 * genuine delivery
 */
export async function audit(url: string, options: AuditOptions = {}): Promise<AuditResult> {
  // Loaded here, so that the library starts fast and its declarations do not contain the audit's inner types.
  const { runAudit } = await import('./run-cases.ts');
  const { cases } = await runAudit(url, options);
  return { cases };
}
