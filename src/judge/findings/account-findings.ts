import { eventName } from '../../contract/json/event-json.ts';
import { eventId } from '../../contract/json/service-json.ts';
import { getOrMake } from '../../core/domain/collections.ts';
import { toTrx } from '../../core/domain/money.ts';
import { OPERATION_IDS, type OperationId } from '../../core/domain/operations.ts';
import { ORDER_STATUSES } from '../../core/domain/order.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { type AccountState, isRefundedAt, recordOf } from '../../core/engine/account-state.ts';
import type { AccountEvent, AccountEventOf } from '../../core/engine/command-context.ts';
import type { Exchange, NodeCall } from '../../core/facts.ts';
import { mustBeAccepted } from '../../core/scenario/rule-effects.ts';
import type { Knowledge } from '../knowledge.ts';
import type { ReportResult, Severity } from '../report/report-model.ts';
import {
  FACT_KINDS,
  type FactSubject,
  type Handlers,
  type Occurrence,
  type PendingOccurrence,
  type Recognizers,
  type RuleContext,
  type RulePart,
  type Situation,
} from './rule.ts';
import { type AttemptFact, type ExhaustedFact, isScripted, type RuleFacts } from './rule-facts.ts';
import { AccountMemory } from './rule-memory.ts';
import { RULES, type RuleSeverities } from './rule-table.ts';

/** Something that an integration did wrong, as the control API shows it. The lists hold the first 20 each. */
export interface Finding extends Omit<ReportResult, 'file'> {
  readonly fix: string;
  readonly at: string;
}

type Kind = keyof RuleFacts;

const byKind = <Value>(compute: (kind: Kind) => Value): Readonly<Record<Kind, Value>> =>
  Object.fromEntries(FACT_KINDS.map(kind => [kind, compute(kind)])) as Record<Kind, Value>;

/** The situations that each kind of fact can show. */
const SITUATIONS = byKind(kind => [...new Set(RULES.map(({ needs }) => needs))].filter(one => one[kind]));

/** The situations of rules that an account has been in. */
export class CoveredSituations {
  readonly #covered = new Set<Situation>();
  /** The situations that each kind of fact may still show. */
  readonly #open: Record<Kind, readonly Situation[]> = { ...SITUATIONS };

  has(situation: Situation): boolean {
    return this.#covered.has(situation);
  }

  addAll(other: CoveredSituations): void {
    for (const situation of other.#covered) this.#covered.add(situation);
  }

  recognize<FactKind extends Kind>(kind: FactKind, fact: RuleFacts[FactKind], memory: AccountMemory): void {
    const known = this.#covered.size;
    for (const situation of this.#open[kind]) {
      const recognizer: Recognizers[FactKind] = situation[kind];
      if (recognizer!(fact, memory)) this.#covered.add(situation);
    }
    if (this.#covered.size > known)
      this.#open[kind] = this.#open[kind].filter(one => !this.#covered.has(one));
  }
}

/** The maximum number of ids of a kind that a finding lists. */
const MAX_LISTED = 20;

/** The maximum number of separate findings of one rule; later ones are counted with the last. */
export const MAX_FINDINGS_PER_RULE = 100;

interface Collected {
  readonly message: string;
  /** The time when it was first seen, on the account's clock. */
  readonly atMs: number;
  readonly orders: Set<number>;
  readonly requests: Set<string>;
  readonly events: Set<string>;
  readonly severity: Severity | null;
  count: number;
  costSun: number | null;
}

function addIds<Id>(known: Set<Id>, ids: readonly Id[] = []): void {
  for (const id of ids) if (known.size < MAX_LISTED) known.add(id);
}

/** Adds an occurrence to the findings of a rule, which are in the order of their first occurrences. */
function collect(findings: Map<string, Collected>, occurrence: Occurrence): void {
  const { key: own = '', atMs, costSun, severity = null } = occurrence;
  const key = `${severity} ${own}`;
  let found = findings.get(key);
  if (!found && findings.size >= MAX_FINDINGS_PER_RULE) found = [...findings.values()].at(-1);
  if (!found) {
    const ids = { orders: new Set<number>(), requests: new Set<string>(), events: new Set<string>() };
    found = { message: occurrence.message(), atMs, ...ids, severity, count: 0, costSun: null };
    findings.set(key, found);
  }
  found.count += 1;
  addIds(found.orders, occurrence.orders);
  addIds(found.requests, occurrence.requests);
  addIds(found.events, occurrence.events);
  if (costSun !== undefined) found.costSun = (found.costSun ?? 0) + costSun;
}

/** How long an occurrence has to be pending before it is a finding, in account time. */
const PATIENCE_MS = 10 * 60_000;

/** The parts of the rules, each with the index of its rule. */
const PARTS = RULES.flatMap(({ parts, only }, rule) => parts.map(part => ({ part, only, rule })));

const HANDLING = byKind(kind => [...PARTS.keys()].filter(index => PARTS[index]!.part[kind]));

/** The indexes of the parts that ordinary requests of an operation, or orders that enter a state, can concern. */
const CONCERNED = byKind(
  kind =>
    new Map(
      [...OPERATION_IDS, ...ORDER_STATUSES].map(subject => [
        subject,
        HANDLING[kind].filter(index => PARTS[index]!.only?.includes(subject) ?? true),
      ]),
    ),
);

/** The operation of a request that succeeded without remarks; null for any other request. */
const ordinary = ({ operation, status, remarks }: Exchange): OperationId | null =>
  status !== null && status < 400 && remarks.length === 0 ? operation : null;

/** Changes after which a refused request is refused again. Each advance by hand changes the clock. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['clock', 'webhook']);

/**
 * The findings of one account. It folds facts as they arrive, so that nothing is forgotten when the request journal drops
 * an exchange.
 */
export class AccountFindings {
  readonly covered = new CoveredSituations();
  readonly #memory: AccountMemory;
  readonly #states: unknown[] = new Array(PARTS.length).fill(undefined);
  readonly #collected = new Map<number, Map<string, Collected>>();
  readonly #context: RuleContext;
  #rule = 0;
  #occurrences = 0;

  /** @param account null for requests without the key of an account */
  constructor(account: Account | null, disturbing: ReadonlySet<unknown>) {
    this.#memory = new AccountMemory(account, disturbing);
    this.#context = {
      memory: this.#memory,
      report: occurrence => {
        this.#occurrences += 1;
        collect(
          getOrMake(this.#collected, this.#rule, () => new Map()),
          occurrence,
        );
      },
      noticed: () => {
        this.#occurrences += 1;
      },
    };
  }

  get knowledge(): Knowledge {
    return this.#memory.knowledge;
  }

  /** The number of occurrences reported so far. Pending ones that have to wait do not count. */
  get occurrences(): number {
    return this.#occurrences;
  }

  decided(exchange: Exchange): void {
    this.#memory.decided(exchange);
    this.#handle('decided', exchange, ordinary(exchange));
  }

  answered(exchange: Exchange): void {
    this.#memory.answered(exchange);
    this.#handle('answered', exchange, ordinary(exchange));
  }

  nodeCalled(call: NodeCall): void {
    this.#handle('nodeCalled', call);
  }

  happened(state: AccountState, accountEvent: AccountEvent): void {
    switch (accountEvent.kind) {
      case 'order':
        this.#moved(accountEvent);
        return;
      case 'attempt':
        this.#attempted(state, accountEvent);
        return;
      case 'settled':
        if (accountEvent.state === 'exhausted') this.#handle('exhausted', exhaustedFact(state, accountEvent));
        return;
      case 'ledger': {
        const { kind } = state.ledger[accountEvent.entry]!;
        if (kind !== 'debit') this.#changed();
        return;
      }
      case 'account':
        if (accountEvent.change === 'scenarios') this.#memory.knowledge.switched();
        if (!WITHOUT_EFFECT.has(accountEvent.change)) this.#changed();
        return;
      case 'refund':
      case 'retry':
    }
  }

  /**
   * The findings so far, in the order of the rules.
   * @param nowMs the current time of the account's clock; Infinity to report all pending occurrences
   */
  list(nowMs: number, severities: RuleSeverities): Finding[] {
    return RULES.flatMap((rule, index) => {
      const level = severities[rule.id];
      if (!level) return [];
      const certain = this.#collected.get(index) ?? new Map<string, Collected>();
      const overdue = this.#overdue(index, nowMs);
      // Occurrences that are overdue now may be withdrawn later.
      const found = overdue.length === 0 ? certain : structuredClone(certain);
      for (const occurrence of overdue) collect(found, occurrence);
      return [...found.values()].map((one, position) => ({
        id: `${rule.id}-${position + 1}`,
        rule: rule.id,
        severity: level.isSet ? level.severity : (one.severity ?? level.severity),
        account: this.#memory.name,
        message: one.message,
        fix: rule.fix,
        orders: [...one.orders],
        requests: [...one.requests],
        events: [...one.events],
        count: one.count,
        cost_trx: one.costSun === null ? null : toTrx(one.costSun),
        at: isoTime(one.atMs),
      }));
    });
  }

  #overdue(rule: number, nowMs: number): PendingOccurrence[] {
    const parts = [...PARTS.keys()].filter(index => PARTS[index]!.rule === rule);
    const pending = parts.flatMap(index => [
      ...(this.#select(index).pending?.(this.#states[index], this.#context) ?? []),
    ]);
    return pending.filter(({ sinceMs }) => nowMs - sinceMs >= PATIENCE_MS);
  }

  #moved({ order: id, status, atMs, cause }: AccountEventOf<'order'>): void {
    const known = this.#memory.knowledge.of(id);
    if (!known) return;
    if (cause === 'by hand') known.isMoved = true;
    this.#handle('order', { order: known.order, status, atMs }, status);
  }

  #attempted(state: AccountState, { plan, atMs }: AccountEventOf<'attempt'>): void {
    const event = state.events[plan.event]!;
    const record = recordOf(event, plan);
    const { outcome } = record;
    const order = state.orders[event.orderId - state.firstOrderId]!;
    const step = order.steps[event.step]!;
    const fact: AttemptFact = {
      orderId: event.orderId,
      eventId: () => eventId(state, event),
      event: eventName(state, event),
      status: step.status,
      refunded: isRefundedAt(order, step),
      plan,
      outcome,
      isScripted: isScripted(outcome),
      createdAtMs: step.atMs,
      atMs,
    };
    this.#memory.attempted(fact);
    this.#handle('attempt', fact);
  }

  #changed(): void {
    for (const [index, state] of this.#states.entries())
      if (state !== undefined) PARTS[index]!.part.changed?.(state);
  }

  /** Passes a fact to the parts of rules that handle it. @param subject null if it can concern all of them */
  #handle<FactKind extends Kind>(
    kind: FactKind,
    fact: RuleFacts[FactKind],
    subject: FactSubject | null = null,
  ): void {
    this.covered.recognize(kind, fact, this.#memory);
    for (const index of (subject && CONCERNED[kind].get(subject)) ?? HANDLING[kind]) {
      const handle: Handlers<unknown>[FactKind] = this.#select(index)[kind];
      handle!(this.#states[index], fact, this.#context);
    }
  }

  /** Makes the rule of a part the current reporter, and creates the state of the part if it does not exist. */
  #select(index: number): RulePart {
    const { part, rule } = PARTS[index]!;
    this.#states[index] ??= part.start();
    this.#rule = rule;
    return part;
  }
}

function exhaustedFact(
  state: AccountState,
  { event: index, atMs }: AccountEventOf<'settled'>,
): ExhaustedFact {
  const event = state.events[index]!;
  const attempts = event.attempts.filter(({ plan }) => plan.kind === 'attempt');
  const last = attempts.at(-1);
  return {
    orderId: event.orderId,
    index,
    eventId: eventId(state, event),
    event: eventName(state, event),
    attempts: attempts.length,
    acceptable: attempts.filter(({ plan }) => mustBeAccepted(plan.corrupt)).length,
    isScripted: last !== undefined && isScripted(last.outcome),
    atMs,
  };
}
