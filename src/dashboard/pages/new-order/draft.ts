import { shellQuoted } from '../../format.ts';

/** The values of the form, as strings. They are not corrected: the service has to see invalid values. */
export interface Draft {
  readonly kind: 'single' | 'bulk';
  readonly product: 'package' | 'custom';
  readonly packageId: string;
  readonly energyAmount: string;
  /** Empty: not sent. */
  readonly duration: string;
  readonly address: string;
  readonly externalId: string;
  /** For bulk orders: one recipient per line, optionally preceded by an external_id. */
  readonly lines: string;
  /** Sent as X-Sandbox-Scenario. Empty: not sent. */
  readonly scenario: string;
}

/** The number that the text represents; otherwise the text itself, so that the service reports the error. */
const numberOrText = (text: string): number | string => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
};

/** What is ordered, in the fields of the API. */
export type Selection = Readonly<Record<string, number | string>>;

/** What a draft orders, in the fields of the API. */
export function productOf(draft: Draft): Selection {
  return {
    ...(draft.product === 'package'
      ? { package_id: numberOrText(draft.packageId) }
      : { energy_amount: numberOrText(draft.energyAmount) }),
    ...(draft.duration ? { duration_minutes: numberOrText(draft.duration) } : {}),
  };
}

/** The items of a bulk order. Each line is `external_id address` or an address alone. */
function itemsOf(draft: Draft): readonly Record<string, unknown>[] {
  return draft.lines
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map((line, index) => {
      const [first = '', second] = line.split(/[\s,;]+/);
      const [externalId, address] =
        second === undefined ? [`${draft.externalId || 'bulk'}-${index + 1}`, first] : [first, second];
      return { external_id: externalId, address, ...productOf(draft) };
    });
}

/** The API request for a draft. */
export interface OrderCall {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Builds the API request for a draft. */
export function callOf(draft: Draft): OrderCall {
  if (draft.kind === 'bulk') return { path: '/api/v1/orders/bulk/', body: { orders: itemsOf(draft) } };
  return {
    path: '/api/v1/order/',
    body: {
      ...(draft.externalId ? { external_id: draft.externalId } : {}),
      address: draft.address,
      ...productOf(draft),
    },
  };
}

/** The draft as a curl command. */
export function curlOf(draft: Draft, origin: string, key: string): string {
  const { path, body } = callOf(draft);
  return [
    `curl -i ${shellQuoted(origin + path)}`,
    `-H ${shellQuoted(`Authorization: Bearer ${key}`)}`,
    "-H 'Content-Type: application/json'",
    ...(draft.scenario ? [`-H ${shellQuoted(`X-Sandbox-Scenario: ${draft.scenario}`)}`] : []),
    `-d ${shellQuoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** The draft as a TypeScript call. */
export function typescriptOf(draft: Draft, origin: string): string {
  const { path, body } = callOf(draft);
  const scenario = draft.scenario ? `\n    'X-Sandbox-Scenario': ${JSON.stringify(draft.scenario)},` : '';
  return `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
    'Content-Type': 'application/json',${scenario}
  },
  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),
});
const { success, data, error } = await response.json();`;
}
