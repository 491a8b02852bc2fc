import { shellWord } from '../../format.ts';

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
  /** The scenario that the order selects. Empty: none. */
  readonly scenario: string;
  /** How the order selects it: with a header, the beginning of its external_id, or the scenario's magic address. */
  readonly via: Selection;
  /** The magic address of the scenario; empty if it has none. */
  readonly magicAddress: string;
}

export type Selection = 'header' | 'external_id' | 'address';

/** The value of X-Sandbox-Scenario; empty if the header is not sent. */
export const headerOf = ({ scenario, via }: Draft): string => (via === 'header' ? scenario : '');

const externalIdOf = ({ scenario, via }: Draft, externalId: string): string =>
  scenario && via === 'external_id' ? `sandbox:${scenario}:${externalId}` : externalId;

const addressOf = ({ scenario, via, magicAddress }: Draft, address: string): string =>
  scenario && via === 'address' && magicAddress ? magicAddress : address;

/** The number that the text represents; otherwise the text itself, so that the service reports the error. */
const numberOrText = (text: string): number | string => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
};

/** The ordered product, in the fields of the API. */
export type Product = Readonly<Record<string, number | string>>;

/** The product that a draft orders, in the fields of the API. */
export function productOf(draft: Draft): Product {
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
      return {
        external_id: externalIdOf(draft, externalId ?? ''),
        address: addressOf(draft, address ?? ''),
        ...productOf(draft),
      };
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
      ...(externalIdOf(draft, draft.externalId)
        ? { external_id: externalIdOf(draft, draft.externalId) }
        : {}),
      address: addressOf(draft, draft.address),
      ...productOf(draft),
    },
  };
}

/** The draft as a curl command. */
export function curlOf(draft: Draft, origin: string, key: string): string {
  const { path, body } = callOf(draft);
  return [
    `curl -i ${shellWord(origin + path)}`,
    `-H ${shellWord(`Authorization: Bearer ${key}`)}`,
    "-H 'Content-Type: application/json'",
    ...(headerOf(draft) ? [`-H ${shellWord(`X-Sandbox-Scenario: ${headerOf(draft)}`)}`] : []),
    `-d ${shellWord(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** The draft as a TypeScript call. */
export function typescriptOf(draft: Draft, origin: string): string {
  const { path, body } = callOf(draft);
  const header = headerOf(draft);
  const scenario = header ? `\n    'X-Sandbox-Scenario': ${JSON.stringify(header)},` : '';
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
