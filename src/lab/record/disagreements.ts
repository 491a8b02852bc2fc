import {
  helpUriOf,
  type Report,
  type ReportResult,
  type ReportRule,
  resultOf,
} from '../../judge/report/report.ts';

interface RuleText {
  readonly title: string;
  readonly help: string;
}

/** In what ways the service and the description can disagree. docs/recording.md explains them. */
const RULES = {
  'response-differs': {
    title: 'A response is not as the description defines it',
    help: 'A status, header or field of a response is missing, undescribed or of another form. A client that relies on the description misreads it, and a test against the sandbox does not notice. Adapt the client to both, and set the assumptions of the sandbox with calibrate.',
  },
  'verdict-differs': {
    title: 'The service decided a request differently from the description',
    help: 'The service accepted a request that the description refuses, or refused it with another error. A client that tells errors apart by their code takes another path than in tests. Handle both codes, and set the assumptions of the sandbox with calibrate.',
  },
  'undescribed-path': {
    title: 'The service answered a request that the description does not have',
    help: 'The service has an operation with this method and path, and the description does not. Do not rely on it: the description does not promise that it stays.',
  },
  'event-differs': {
    title: 'A webhook is not as the description defines it',
    help: 'A header or field of a webhook is missing, undescribed or of another form. A receiver that relies on the description misreads or refuses it. Accept both forms.',
  },
  'signature-differs': {
    title: 'The signature of a webhook is not the documented one',
    help: 'The signature is missing, of another form, or does not verify with the webhook secret. First check the secret. If it is right, somebody else sent the webhook, or something between the service and the recorder changed its body.',
  },
} as const satisfies Readonly<Record<string, RuleText>>;

type DisagreementRule = keyof typeof RULES;

const DISAGREEMENT_RULES = Object.keys(RULES) as readonly DisagreementRule[];

/** The rules, as reports list them. */
const REPORT_RULES: readonly ReportRule[] = DISAGREEMENT_RULES.map(id => ({
  id,
  severity: 'warning',
  ...RULES[id],
  help_uri: helpUriOf('docs/recording.md', id),
}));

/** One way in which an exchange disagrees with the description. */
export interface Problem {
  readonly rule: DisagreementRule;
  /** What it concerns, such as `createOrder 202`. Problems with equal subjects and messages are reported once. */
  readonly subject: string;
  readonly message: string;
}

/** How many exchanges a disagreement names. */
const MAX_NAMED = 10;

interface Disagreement {
  readonly problem: Problem;
  readonly exchanges: number[];
  count: number;
}

/** What was recorded in total. */
export interface RecordedTotals {
  readonly file: string;
  readonly exchanges: number;
  readonly webhooks: number;
  /** Exchanges without a complete response. */
  readonly incomplete: number;
  /** Exchanges that were passed on and are not in the file: it cannot be written, or is full. */
  readonly unrecorded: number;
}

/** Equal problems of different items are one. */
const idOf = ({ rule, subject, message }: Problem): string =>
  JSON.stringify([rule, subject, message.replaceAll(/\.\d+(?=[.:])/g, '.*').replaceAll(/\[\d+\]/g, '[*]')]);

function exchangesText({ exchanges, count }: Disagreement): string {
  const others = count - exchanges.length;
  const named = exchanges.join(', ');
  return `exchange${count === 1 ? '' : 's'} ${named}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Collects where the service and the description disagree, grouped. */
export class Disagreements {
  readonly #found = new Map<string, Disagreement>();

  /** @param exchange its number in the file */
  add(exchange: number, problems: readonly Problem[]): void {
    // An exchange with the same problem in several items counts once.
    for (const [id, problem] of new Map(problems.map(one => [idOf(one), one]))) {
      const known = this.#found.get(id);
      if (known) {
        known.count += 1;
        if (known.exchanges.length < MAX_NAMED) known.exchanges.push(exchange);
      } else this.#found.set(id, { problem, exchanges: [exchange], count: 1 });
    }
  }

  report(totals: RecordedTotals): Report {
    const { file, exchanges, webhooks, incomplete, unrecorded } = totals;
    const results = DISAGREEMENT_RULES.flatMap(rule => this.#resultsOf(rule, file));
    const found = new Set(results.map(({ rule }) => rule));
    const counts = [
      `${exchanges} exchange${exchanges === 1 ? '' : 's'} in ${file}`,
      ...(webhooks > 0 ? [`${webhooks} of them webhooks`] : []),
      ...(incomplete > 0 ? [`${incomplete} without a complete response`] : []),
      ...(unrecorded > 0 ? [`${unrecorded} further ones not recorded`] : []),
    ];
    return {
      tool: 'record',
      title: 'Where the service and the description disagree',
      summary: `${counts.join(', ')}.`,
      rules: REPORT_RULES,
      results,
      passed:
        exchanges === incomplete
          ? []
          : REPORT_RULES.filter(({ id }) => !found.has(id)).map(({ id, title }) => ({ id, title })),
      skipped: [],
      blocks: [],
      data: { ...totals },
    };
  }

  #resultsOf(rule: DisagreementRule, file: string): ReportResult[] {
    return [...this.#found.values()]
      .filter(({ problem }) => problem.rule === rule)
      .map((one, index) =>
        resultOf({
          id: `${rule}-${index + 1}`,
          rule,
          severity: 'warning',
          message: `${one.problem.subject}: ${one.problem.message} (${exchangesText(one)})`,
          fix: null,
          count: one.count,
          // Each exchange has a line of its own, after the first line.
          file: { path: file, line: one.exchanges[0]! + 1 },
        }),
      );
  }
}
