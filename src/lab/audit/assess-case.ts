import type { AuditAnswer, Exchange } from './audit-messages.ts';
import type { AuditCase, CaseStage } from './case-stage.ts';
import type { AuditEvidence, AuditedCase } from './options-and-result.ts';

/** Whether what is stored can be assessed, and why not. */
export type ProbeUse =
  | { readonly kind: 'none' | 'used' }
  | { readonly kind: 'useless'; readonly why: string };

const MAX_EVIDENCE = 50;
const MAX_PROBLEMS = 2;

const answerOf = ({ status, error }: AuditAnswer): string =>
  status === null ? (error ?? 'no response') : `HTTP ${status}`;

/** The deliveries in the order in which they were begun. Equal ones are counted together. */
export function evidenceOf(exchanges: readonly Exchange[]): AuditEvidence[] {
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
export function assess({ id, probeShows, ...own }: AuditCase, stage: CaseStage, use: ProbeUse): AuditedCase {
  const { problems, references, unseen } = stage;
  const [first] = problems;
  const [reference] = references;
  const evidence = evidenceOf(stage.exchanges);
  if (first) {
    const { cost, fix } = first.cause ?? own;
    return { id, verdict: 'failed', message: messageOf(problems.map(one => one.text)), cost, fix, evidence };
  }
  const without = (verdict: 'passed' | 'not-judged', message: string): AuditedCase => ({
    id,
    verdict,
    message,
    cost: null,
    fix: null,
    evidence,
  });
  if (reference) return without('not-judged', `the case ${reference.id} names the cause: ${reference.text}`);
  if (unseen !== null) return without('not-judged', unseen);
  if (probeShows === null) return without('passed', 'answered correctly');
  if (use.kind === 'useless')
    return without('not-judged', `answered correctly, but what is stored was not judged: ${use.why}`);
  return use.kind === 'used'
    ? without('passed', 'answered correctly, and stored as in a plain run')
    : without('passed', `answered correctly; pass --probe to check ${probeShows}`);
}
