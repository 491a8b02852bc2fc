import { curl } from '../curl.ts';

/** A recipient that follows the default scenario. */
export const PLAIN_RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** The values of the form, as strings. They are not corrected: the service has to see invalid values. */
export interface Draft {
  readonly product: 'package' | 'custom';
  readonly packageId: string;
  readonly energyAmount: string;
  /** Empty: not sent. */
  readonly duration: string;
  readonly address: string;
  readonly externalId: string;
  /** The scenario that the order selects with a header. Empty: none. */
  readonly scenario: string;
}

/** A new external_id. To test idempotency, enter the same one twice. */
export const freshId = (kind: string): string => `${kind}-${Date.now().toString(36)}`;

export const firstDraft = (): Draft => ({
  product: 'package',
  packageId: '1',
  energyAmount: '65000',
  duration: '',
  address: PLAIN_RECIPIENT,
  externalId: freshId('order'),
  scenario: '',
});

/** The number that the text represents; otherwise the text itself, so that the service reports the error. */
const numberOrText = (text: string): number | string => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
};

/** The product that a draft orders, in the fields of the API. */
export const productOf = (draft: Draft): Readonly<Record<string, number | string>> => ({
  ...(draft.product === 'package'
    ? { package_id: numberOrText(draft.packageId) }
    : { energy_amount: numberOrText(draft.energyAmount) }),
  ...(draft.duration ? { duration_minutes: numberOrText(draft.duration) } : {}),
});

export const ORDER_PATH = '/api/v1/order/';

/** The body of the request for a draft. */
export const bodyOf = (draft: Draft): Record<string, unknown> => ({
  ...(draft.externalId ? { external_id: draft.externalId } : {}),
  address: draft.address,
  ...productOf(draft),
});

export const curlOf = (draft: Draft, origin: string, key: string): string => {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  if (draft.scenario) headers.push(`X-Sandbox-Scenario: ${draft.scenario}`);
  return curl('', origin + ORDER_PATH, headers, JSON.stringify(bodyOf(draft)));
};
