import { checkOptions, invalidOption, shown } from './check-options.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { WebhookChange } from './options.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The destination in the argument of a call. A receiver has its `url` and `secret` as accessors and has further members,
 * so both are read by name; a plain object must have no other field.
 * @throws SandboxError INVALID_OPTION
 */
export function webhookFields(call: string, given: WebhookChange): WebhookChange {
  if (typeof given !== 'object' || given === null) {
    const problem = `expected a receiver or { url, secret }, got ${shown(given)}`;
    throw invalidOption(call, 'webhook', problem);
  }
  if (isPlain(given)) checkOptions(call, given, OPTION_NAMES.webhook);
  const { url, secret } = given;
  if (!isPlain(given) && url === undefined) {
    throw invalidOption(
      call,
      'webhook',
      `expected a receiver or { url, secret }, got ${shown(given)} without a url`,
    );
  }
  return { ...(url === undefined ? {} : { url }), ...(secret === undefined ? {} : { secret }) };
}
