import type { AuditEvidence, AuditedCase } from './audit-options.ts';
import type { CaseStage } from './case-stage.ts';
import type { AuditCase } from './case-types.ts';
import type { AuditAnswer, Exchange } from './message.ts';

/** Whether the stored state was judged, and if not, why. */
export type ProbeUse =
  | { readonly kind: 'none' | 'used' }
  | { readonly kind: 'useless'; readonly why: string };

const MAX_EVIDENCE = 50;
const MAX_PROBLEMS = 2;

const answerOf = ({ status, error }: AuditAnswer): string =>
  status === null ? (error ?? 'no response') : `HTTP ${status}`;

/** The deliveries in the order in which they were begun. Those that are the same are counted together. */
function evidenceOf(exchanges: readonly Exchange[]): AuditEvidence[] {
  const found: { sent: string; answer: string; count: number }[] = [];
  for (const { message, answer } of exchanges) {
    const entry = { sent: message.label, answer: answerOf(answer), count: 1 };
    const same = found.find(one => one.sent === entry.sent && one.answer === entry.answer);
    if (same) same.count += 1;
    else found.push(entry);
  }
  return found.slice(0, MAX_EVIDENCE);
}

function messageOf(problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).join('. ');
  const others = problems.length - MAX_PROBLEMS;
  return others > 0 ? `${shown}. ${others} more of this kind` : shown;
}

/** The result of a case that was run. */
export function judge(one: AuditCase, { problems, exchanges }: CaseStage, use: ProbeUse): AuditedCase {
  const { id, probeShows } = one;
  const evidence = evidenceOf(exchanges);
  if (problems.length > 0)
    return { id, verdict: 'failed', message: messageOf(problems), fix: one.fix, evidence };
  if (probeShows === null)
    return { id, verdict: 'passed', message: 'answered correctly', fix: null, evidence };
  if (use.kind === 'useless') {
    const message = `answered correctly, but what is stored was not judged: ${use.why}`;
    return { id, verdict: 'not-judged', message, fix: null, evidence };
  }
  const message =
    use.kind === 'used'
      ? 'answered correctly, and stored as in a plain run'
      : `answered correctly; pass --probe to check ${probeShows}`;
  return { id, verdict: 'passed', message, fix: null, evidence };
}
