import type { ContractOperation } from '../../../src/contract/contract-types.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { CallParts } from '../../support/api-client.ts';
import type { WebhookReceiver } from '../../support/receiver.ts';
import type { TestAccount, TestSandbox } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';

/** Somebody who follows a line that names no scenario, with an account in which nothing was done before. */
export interface Follower {
  readonly sandbox: TestSandbox;
  readonly account: TestAccount;
  readonly receiver: WebhookReceiver;
  readonly how: string;
  /** The operation of the item, if it is a response. */
  readonly operation: ContractOperation | null;
}

const ORDER = { address: RECIPIENT, package_id: 1 };

const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createEstimate: { recipient_address: RECIPIENT },
  createOrder: { ...ORDER, external_id: 'valid' },
  createOrdersBulk: { orders: [{ ...ORDER, external_id: 'valid' }] },
};
const QUERIES: Readonly<Record<string, string>> = { getQuote: '?package_id=1', getOrderStatus: '?id=1' };

/** Sends a valid request of an operation, or one with other parts. */
async function send(
  { account: { api } }: Follower,
  operation: ContractOperation,
  { query, ...parts }: CallParts & { readonly query?: string } = {},
): Promise<void> {
  const { id, method, path } = operation;
  const body = BODIES[id];
  const url = path + (query ?? QUERIES[id] ?? '');
  await api.call(method, url, { ...(body ? { body } : {}), ...parts });
}

const control = ({ account }: Follower, path: string, body: unknown): Promise<unknown> =>
  account.api.call('POST', `/_sandbox/accounts/${account.state.name}/${path}`, { body });

/** The shortest ways to the states that lines ask to move an order from. */
const WAYS: Readonly<Record<string, readonly string[]>> = { processing: [], review: ['review'] };

async function move(follower: Follower): Promise<void> {
  const [, to, from] = /ORDER (\w+), while it is in (\w+)$/.exec(follower.how)!;
  const { order_id } = (await follower.account.api.order(ORDER)).data;
  for (const state of [...WAYS[from!]!, to!])
    await control(follower, `orders/${order_id}/transition`, { to: state });
}

async function repeat(follower: Follower): Promise<void> {
  const path = /\/api\S+/.exec(follower.how)![0];
  const operation = follower.sandbox.contract.operations.find(one => one.path === path)!;
  await send(follower, operation);
  await send(follower, operation);
}

async function useRule({ account, sandbox, how }: Follower): Promise<void> {
  const scenario = inline(how.slice('in a scenario: '.length));
  sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios: [scenario] });
  // A rule may be about every attempt of an order.
  for (let attempt = 1; attempt <= 3; attempt++)
    await account.api.order({ ...ORDER, external_id: 'ruled' }).catch(() => null);
  await account.quiet();
}

async function orderToItsEnd({ account }: Follower): Promise<void> {
  for (let step = 0; step <= 4; step++) {
    await account.api.order({ ...ORDER, external_id: 'followed' });
    await account.api.status({ external_id: 'followed' });
    await account.advance([3_000, 9_000, 3_600_000, 9_000, 0][step]!);
  }
}

async function withReactions(follower: Follower, ...reactions: readonly number[]): Promise<void> {
  if (reactions.length === 0) follower.receiver.always(500);
  else follower.receiver.next(...reactions);
  await follower.account.api.order(ORDER);
  await follower.account.settle();
}

/** How each line is followed, by the line or by its beginning. */
const FOLLOW: readonly (readonly [beginning: string, follow: (follower: Follower) => Promise<unknown>])[] = [
  [
    'a valid ',
    async follower => {
      await follower.account.api.order(ORDER);
      await send(follower, follower.operation!);
    },
  ],
  ['repeat ', repeat],
  ['in a scenario: ', useRule],
  ['query the status of a new order', orderToItsEnd],
  ['place an order, then ', orderToItsEnd],
  ['npx energy-rental-sandbox move ORDER', move],
  [
    'npx energy-rental-sandbox trigger ',
    follower => control(follower, 'trigger', { event: /order\.\w+/.exec(follower.how)![0] }),
  ],
  ['respond with 500 to the first attempt of a webhook', follower => withReactions(follower, 500)],
  ['respond with 500 to every attempt of a webhook', follower => withReactions(follower)],
  ['package_id=999', follower => send(follower, follower.operation!, { query: '?package_id=999' })],
  [
    '"package_id": 999',
    follower => send(follower, follower.operation!, { body: { ...ORDER, package_id: 999 } }),
  ],
  ['leave out package_id and energy_amount', follower => send(follower, follower.operation!, { query: '' })],
  [
    'an address that is no TRON address',
    follower => send(follower, follower.operation!, { body: { recipient_address: 'nowhere' } }),
  ],
  ['external_id=a%20b', follower => send(follower, follower.operation!, { query: '?external_id=a%20b' })],
  ['neither id nor external_id', follower => send(follower, follower.operation!, { query: '' })],
  ['a body that is not valid JSON', follower => send(follower, follower.operation!, { body: '{' })],
  [
    'a body larger than the limit',
    follower => send(follower, follower.operation!, { body: ' '.repeat(2 ** 21) }),
  ],
  [
    'an unknown parameter, with the setting unknown_fields: reject',
    async follower => {
      const assumptions = { unknown_fields: 'reject' };
      await follower.account.api.call('PATCH', `/_sandbox/accounts/${follower.account.state.name}`, {
        body: { assumptions },
      });
      await send(follower, follower.operation!, { query: '?package_id=1&colour=red' });
    },
  ],
];

const METHOD_AND_PATH = /^(GET|POST) (\/\S+)$/;

/** Does what a line says. @throws Error for a line that it does not know */
export async function follow(follower: Follower): Promise<void> {
  const { how, account } = follower;
  const [, method, path] = METHOD_AND_PATH.exec(how) ?? [];
  if (path !== undefined) {
    await account.api.call(method!, path);
    return;
  }
  const known = FOLLOW.find(([beginning]) => how.startsWith(beginning));
  if (!known) throw new Error(`nobody knows how to follow the line: ${how}`);
  await known[1](follower);
}
