import { networkInterfaces } from 'node:os';
import { EVENT_NAMES } from '../domain/order.ts';
import { checkName, checkOptions, checkOrder, checkTimeout, invalidOption, shown } from './check-options.ts';
import type { SandboxError } from './errors.ts';
import { namesOf } from './option-names.ts';
import type { ReceiverOptions, ReceiverWait, WebhookAnswer, WebhookScript } from './receiver-types.ts';

const OPTIONS = namesOf<ReceiverOptions>({
  secret: true,
  port: true,
  host: true,
  publicHost: true,
  failFirst: true,
  answer: true,
  verify: true,
});
const WAIT = namesOf<ReceiverWait>({ order: true, count: true, timeoutMs: true });
const ANSWER = namesOf<WebhookAnswer>({
  status: true,
  headers: true,
  body: true,
  delayMs: true,
  hang: true,
  reset: true,
});

/** The events that can arrive: those of orders, and the unknown one that a scenario can send. */
const AWAITABLE = [...EVENT_NAMES, 'order.paused', '*'];
const HIGHEST_PORT = 65_535;

function checkInteger(call: string, name: string, value: unknown, min: number, max: number): void {
  if (value === undefined) return;
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  const range =
    max === Number.POSITIVE_INFINITY ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
  throw invalidOption(call, name, `${name}: expected ${range}, got ${shown(value)}`);
}

function checkText(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && value !== '')) return;
  const problem = `${name}: expected a non-empty string, got ${shown(value)}`;
  throw invalidOption('createReceiver', name, problem);
}

function checkFlag(call: string, name: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw invalidOption(call, name, `${name}: expected true or false, got ${shown(value)}`);
}

/** Checks the response to a delivery; what a function returns is not checked. @throws SandboxError INVALID_OPTION */
export function checkAnswer(call: string, script: WebhookScript): void {
  if (typeof script === 'function') return;
  checkOptions(call, script, ANSWER);
  checkInteger(call, 'status', script.status, 100, 999);
  checkTimeout(call, script.delayMs, 'delayMs');
}

/** @throws SandboxError INVALID_OPTION */
export function checkReceiverOptions(options: ReceiverOptions): void {
  const call = 'createReceiver';
  checkOptions(call, options, OPTIONS);
  for (const name of ['secret', 'host', 'publicHost'] as const) checkText(name, options[name]);
  checkInteger(call, 'port', options.port, 0, HIGHEST_PORT);
  checkInteger(call, 'failFirst', options.failFirst, 0, 1_000_000);
  checkFlag(call, 'verify', options.verify);
  if (options.answer !== undefined) checkAnswer(`${call}: answer`, options.answer);
}

/** @throws SandboxError INVALID_OPTION */
export function checkReceiverWait(event: string, wait: ReceiverWait): void {
  const call = 'waitFor';
  checkName(call, 'event', event, AWAITABLE);
  checkOptions(call, wait, WAIT);
  checkOrder(call, 'order', wait.order);
  checkInteger(call, 'count', wait.count, 1, Number.POSITIVE_INFINITY);
  checkTimeout(call, wait.timeoutMs);
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** A host by which a server that listens on `host` can be reached. */
export function reachableHost(host: string): string {
  if (!ANY_ADDRESS.has(host)) return host;
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** The error for an address on which the receiver cannot listen. */
export function listenProblem(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): SandboxError {
  const call = 'createReceiver';
  switch (code) {
    case 'EADDRINUSE':
      return invalidOption(call, 'port', `port: ${port} on ${host} is in use; omit it to get a free one`);
    case 'EACCES':
      return invalidOption(call, 'port', `port: permission denied for port ${port}; choose one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return invalidOption(
        call,
        'host',
        `host: ${host} is not an address of this machine; listen on 0.0.0.0 and give the name as publicHost`,
      );
    default:
      return invalidOption(call, 'host', `host and port: ${message}`);
  }
}
