import { helpUriOf, type ReportRule } from '../report/report.ts';

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
    title: 'A request was decided otherwise than the description says',
    help: 'The service accepted a request that the description refuses, or refused it with another error. A client that tells errors apart by their code takes another path than in tests. Handle both codes, and set the assumptions of the sandbox with calibrate.',
  },
  'undescribed-path': {
    title: 'The service answered a request that the description does not have',
    help: 'The description has no operation with this method and path, and the service has. Do not rely on it: the description does not promise that it stays.',
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

export type DisagreementRule = keyof typeof RULES;

export const DISAGREEMENT_RULES = Object.keys(RULES) as readonly DisagreementRule[];

/** The rules, as reports list them. */
export const REPORT_RULES: readonly ReportRule[] = DISAGREEMENT_RULES.map(id => ({
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
