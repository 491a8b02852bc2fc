import type * as Receiver from './account-receiver-types.ts';
import type * as Options from './options.ts';
import type * as Interface from './sandbox-interface.ts';

type KeyOf<Value> = Value extends unknown ? keyof Value : never;

/** The names of all options of a type. A missing name and an additional one do not compile. */
export const namesOf = <Value extends object>(
  names: Readonly<Record<KeyOf<Value>, true>>,
): readonly string[] => Object.keys(names);

const LIST = { limit: true, sort: true, from: true, to: true } as const;
const EVENT_LIST = { ...LIST, order: true, externalId: true, event: true } as const;

/** The names of the options of each call that has options. */
export const OPTION_NAMES = {
  connectSandbox: namesOf<Options.ConnectOptions>({ adminToken: true, ca: true }),
  interceptor: namesOf<Options.InterceptorOptions>({ origin: true }),
  createAccount: namesOf<Options.AccountOptions>({
    name: true,
    balanceTrx: true,
    discountPercent: true,
    webhook: true,
    webhookUrl: true,
    webhookSecret: true,
    clock: true,
    timeZone: true,
    scenarios: true,
    rateLimitPerMinute: true,
    scopes: true,
    ipAllow: true,
    expiresAt: true,
    strict: true,
    assumptions: true,
    seed: true,
  }),
  change: namesOf<Options.AccountChanges>({
    discountPercent: true,
    timeZone: true,
    rateLimitPerMinute: true,
    inactiveAddresses: true,
    assumptions: true,
  }),
  advance: namesOf<Options.AdvanceGoal>({ by: true, to: true, until: true, order: true }),
  move: namesOf<Options.MoveOptions>({ refund: true }),
  trigger: namesOf<Options.TriggerOptions>({
    refund: true,
    externalId: true,
    address: true,
    packageId: true,
  }),
  save: namesOf<Options.SaveOptions>({ expectedDigest: true }),
  discard: namesOf<Options.DiscardOptions>({ expectedDigest: true }),
  resend: namesOf<Options.ResendOptions>({ corrupt: true }),
  diagram: namesOf<Options.DiagramOptions>({ format: true }),
  createKey: namesOf<Options.KeyOptions>({
    name: true,
    scopes: true,
    ipAllow: true,
    rateLimitPerMinute: true,
    expiresAt: true,
  }),
  webhook: namesOf<Options.WebhookChange>({ url: true, secret: true }),
  receiver: namesOf<Receiver.ReceiverSetting>({
    status: true,
    delay: true,
    hang: true,
    verify: true,
    times: true,
  }),
  arrivals: namesOf<Receiver.ArrivalFilter>({ limit: true, sort: true }),
  orders: namesOf<Interface.OrderFilter>({ ...LIST, status: true, externalId: true, address: true }),
  events: namesOf<Interface.EventFilter>({ ...EVENT_LIST, state: true }),
  deliveries: namesOf<Interface.DeliveryFilter>({ ...EVENT_LIST, eventId: true, outcome: true }),
  requests: namesOf<Interface.RequestFilter>({
    ...LIST,
    operation: true,
    status: true,
    order: true,
    externalId: true,
    search: true,
  }),
  ledger: namesOf<Interface.LedgerFilter>({ ...LIST, order: true, kind: true }),
  wait: namesOf<Options.WaitOptions>({ timeoutMs: true }),
  webhookWait: namesOf<Options.WebhookWait>({ timeoutMs: true, order: true }),
  requestMatch: namesOf<Options.RequestMatch>({
    operation: true,
    method: true,
    path: true,
    status: true,
    error: true,
    key: true,
    externalId: true,
    order: true,
    query: true,
    body: true,
    headers: true,
  }),
  webhookMatch: namesOf<Options.WebhookMatch>({
    event: true,
    eventId: true,
    order: true,
    externalId: true,
    state: true,
    attempts: true,
    acknowledged: true,
    body: true,
  }),
  count: namesOf<Options.Count>({ times: true, atLeast: true, atMost: true, never: true }),
  findings: namesOf<Options.FindingFilter>({ final: true, severity: true, rule: true, limit: true }),
  expectNoFindings: namesOf<Options.FindingExpectation>({ atLeast: true, except: true, final: true }),
  address: namesOf<Options.AddressOptions>({ like: true, seed: true }),
} as const;
