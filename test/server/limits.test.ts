import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_TOKEN } from '../../src/contract/json/large-json-parser.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';
import { DEFAULT_SETTINGS } from '../../src/core/domain/assumptions.ts';
import { MAX_JSON_DEPTH } from '../../src/core/domain/json.ts';
import { MAX_BULK_ITEMS } from '../../src/core/domain/operations.ts';
import { MAX_DURATIONS, MAX_PACKAGES } from '../../src/core/domain/setting-checks.ts';
import { MAX_KEYS } from '../../src/core/engine/account.ts';
import {
  MAX_ACTIVE_RULES,
  MAX_ACTIVE_SCENARIOS,
  MAX_OWN_SCENARIOS,
} from '../../src/core/engine/account-scenarios.ts';
import { MAX_COUNTERS } from '../../src/core/scenario/choose-rule.ts';
import { MAX_FACT } from '../../src/core/scenario/conditions.ts';
import { MAX_PATTERN } from '../../src/core/scenario/glob.ts';
import { MAX_FILE_BYTES, MAX_PROBLEMS } from '../../src/core/scenario/parse-scenario.ts';
import { MAX_COPIES } from '../../src/core/scenario/rule-effects.ts';
import { MAX_RULES } from '../../src/core/scenario/scenario-schema.ts';
import { MAX_DEPTH, MAX_VALUES } from '../../src/core/scenario/value-schemas.ts';
import { MAX_ALIASES, MAX_TOKENS } from '../../src/core/scenario/yaml-source.ts';
import { MAX_ADVANCES, MAX_FIRED } from '../../src/host/clock-advancer.ts';
import { STORED_MESSAGES } from '../../src/host/live-feed.ts';
import { CLOSING_MS } from '../../src/host/node/end-connection.ts';
import { LOOKUP_TIMEOUT_MS } from '../../src/host/node/name-lookup.ts';
import { MAX_URL } from '../../src/host/node/webhook-destination.ts';
import { MAX_BODY_BYTES, MAX_EXCHANGES } from '../../src/host/request-journal.ts';
import { MAX_PART_CHARACTERS, MAX_PART_VALUES } from '../../src/host/snapshots/import-check.ts';
import { MAX_SNAPSHOT_BYTES } from '../../src/host/snapshots/named-snapshots.ts';
import { MAX_FINDINGS_PER_RULE } from '../../src/judge/findings/account-findings.ts';
import { MAX_ORDERS } from '../../src/judge/findings/rule-memory.ts';
import { MAX_OF_DELETED } from '../../src/judge/findings/server-findings.ts';
import { MAX_TRACED } from '../../src/judge/suite-trace.ts';
import {
  MAX_EXCHANGES as MAX_CALIBRATED,
  MAX_BODY_BYTES as MAX_CALIBRATED_BODY,
  MAX_STORED_BYTES as MAX_CALIBRATED_BYTES,
} from '../../src/lab/calibrate/read-recording.ts';
import { MAX_REPLAYED } from '../../src/lab/calibrate/replay-sandbox.ts';
import { MAX_DECODED_BYTES } from '../../src/lab/har/read-har.ts';
import { MAX_FILE_BYTES as MAX_HAR_BYTES } from '../../src/lab/har/write-har.ts';
import { MAX_RECORDED_BODY } from '../../src/lab/record/exchange.ts';
import { MAX_PSEUDONYMS } from '../../src/lab/record/redactor.ts';
import {
  CLIENT_LIMITS,
  CONNECT_TIMEOUT_MS,
  MAX_HEAD_BYTES,
  MAX_CONNECTIONS as MAX_RECORDED_CONNECTIONS,
} from '../../src/lab/record/relay.ts';
import {
  CONNECTION_LIMITS,
  MAX_REQUEST_BYTES,
  MAX_WAITING_REQUESTS,
  UNREAD_LIMITS,
} from '../../src/server/connection-limits.ts';
import { MAX_ACCOUNTS } from '../../src/server/control/account-calls.ts';
import { MAX_EXPECTED_VALUES } from '../../src/server/control/assertion-matching.ts';
import { BODY_LIMIT_BYTES, MAX_MESSAGE } from '../../src/server/control/control-router.ts';
import { MAX_STREAMS, MAX_WAITING_BYTES } from '../../src/server/control/live-streams.ts';
import {
  MAX_CONCURRENT_IMPORTS,
  MAX_SNAPSHOT_FIELDS,
  MAX_SNAPSHOT_VALUES,
  MAX_VALUES as MAX_VALUES_OF_BODY,
} from '../../src/server/read-request.ts';
import { LONGEST_HANG_MS } from '../../src/server/service/send-response.ts';
import {
  MAX_HEADER_CHARACTERS,
  MAX_READ_BYTES,
  MAX_STORED_BYTES,
} from '../../src/webhooks/attempt-outcome.ts';
import { MAX_ARRIVALS, MAX_EVENT_IDS } from '../../src/webhooks/built-in-receiver.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT, STARTS_PER_TURN } from '../../src/webhooks/delivery-limits.ts';
import { MAX_INTERIM_RESPONSES } from '../../src/webhooks/destination-queue.ts';
import { MAX_CONCURRENCY } from '../../src/webhooks/webhook-sender.ts';

const KIB = 1_024;
const MIB = KIB * KIB;

const number = (count: number): string => count.toLocaleString('en');
const bytes = (size: number): string => (size % MIB === 0 ? `${size / MIB} MiB` : `${size / KIB} KiB`);
const seconds = (ms: number): string => `${ms / 1_000} s`;
const characters = (count: number): string => `${number(count)} characters`;
const levels = (count: number): string => `${count} levels`;

const importLimit = (await builtinContract('control-v1')).byId('importSnapshot').described['x-body-limit']!;

/** All limits, as the table describes them. */
const LIMITS: Readonly<Record<string, string>> = {
  'connections of the server': number(CONNECTION_LIMITS.maxConnections),
  'times of a connection': [
    `TLS handshake ${seconds(CONNECTION_LIMITS.handshakeTimeout)}`,
    `whole request ${seconds(CONNECTION_LIMITS.requestTimeout)}`,
    `idle ${seconds(CONNECTION_LIMITS.keepAliveTimeout)}`,
    `reading a refusal ${seconds(CLOSING_MS)}`,
  ].join(', '),
  'time in which a client reads nothing of a response': seconds(UNREAD_LIMITS.timeoutMs),
  'scripted `hang`': `${LONGEST_HANG_MS / 60_000} min`,
  'pipelined requests that wait on a connection': number(MAX_WAITING_REQUESTS),
  'memory for requests, and for unread responses': `${bytes(MAX_REQUEST_BYTES)} each`,
  'head of a request': bytes(CONNECTION_LIMITS.maxHeaderSize),
  'body of a service request': `${bytes(DEFAULT_SETTINGS.body_limit_bytes)} (\`body_limit_bytes\`)`,
  'body of a bulk request': `${bytes(DEFAULT_SETTINGS.bulk_body_limit_bytes)} (\`bulk_body_limit_bytes\`)`,
  'items of a bulk request': number(MAX_BULK_ITEMS),
  'body of a control call': `${bytes(BODY_LIMIT_BYTES)}; snapshot imports ${bytes(importLimit)}`,
  'content of a body': `${levels(MAX_JSON_DEPTH)}, ${number(MAX_VALUES_OF_BODY)} values; snapshot imports ${number(MAX_SNAPSHOT_VALUES)}, at most ${number(MAX_SNAPSHOT_FIELDS)} in an object`,
  'snapshot imports that are parsed at a time': `${MAX_CONCURRENT_IMPORTS}, and 1 of an account`,
  'parts of an imported snapshot': `${number(MAX_PART_VALUES)} values, ${characters(MAX_PART_CHARACTERS)}; texts and numbers ${characters(MAX_TOKEN)}`,
  'packages of a catalog, and durations of each': number(MAX_PACKAGES),
  'accounts of the server': number(MAX_ACCOUNTS),
  'API keys of an account, revoked ones included': number(MAX_KEYS),
  'named snapshots of an account together': bytes(MAX_SNAPSHOT_BYTES),
  'scenarios of an account': `${MAX_ACTIVE_SCENARIOS} active with ${MAX_ACTIVE_RULES} rules, ${MAX_OWN_SCENARIOS} of its own`,
  'counts of `nth` and `times` in an account': number(MAX_COUNTERS),
  'request journal of an account, list of requests without a valid key': `${number(MAX_EXCHANGES)} requests, ${bytes(MAX_BODY_BYTES)}`,
  'account events that an advance returns, past advances of an account': `${number(MAX_FIRED)} each`,
  'open live streams of an account': number(MAX_STREAMS),
  'data of a live stream': `${bytes(MAX_WAITING_BYTES)} unread, ${number(STORED_MESSAGES)} messages for a reconnect`,
  'scenario file': `${bytes(MAX_FILE_BYTES)}, ${number(MAX_TOKENS)} tokens, ${MAX_ALIASES} aliases`,
  'content of a scenario': `${number(MAX_VALUES)} values with aliases expanded, ${MAX_RULES} rules in a list, ${MAX_COPIES} copies, ${levels(MAX_DEPTH)} of a reply body`,
  'pattern with `*` or `?`': `${characters(MAX_PATTERN)}; compared text ${MAX_FACT}`,
  'values in `match` of an assertion': number(MAX_EXPECTED_VALUES),
  'texts of errors': `${characters(MAX_MESSAGE)}, ${MAX_PROBLEMS} problems of a scenario`,
  'webhook URL': characters(MAX_URL),
  'concurrent deliveries of an account': `${MAX_CONCURRENCY_PER_ACCOUNT}, to one destination ${MAX_CONCURRENCY}`,
  'deliveries that start at once, of all accounts': number(STARTS_PER_TURN),
  'lookup of the host of a webhook': `${seconds(LOOKUP_TIMEOUT_MS)}, one of an account at a time`,
  'response to a webhook': `${bytes(MAX_READ_BYTES)}, ${MAX_INTERIM_RESPONSES} interim responses (1xx)`,
  'stored part of a response': `${bytes(MAX_STORED_BYTES)} of the body, ${characters(MAX_HEADER_CHARACTERS)} of headers`,
  'built-in receiver of an account': `${number(MAX_ARRIVALS)} arrivals, ${number(MAX_EVENT_IDS)} event ids`,
  findings: `${MAX_FINDINGS_PER_RULE} of one rule in an account, ${number(MAX_OF_DELETED)} of deleted accounts`,
  'orders in review or overdue that findings remember': number(MAX_ORDERS),
  'traced requests and events of a sandbox in a run': number(MAX_TRACED),
  'connections of a recorder': `${MAX_RECORDED_CONNECTIONS} of each port, ${seconds(CONNECT_TIMEOUT_MS)} to connect to the target`,
  'head of a recorded request or response': `${bytes(MAX_HEAD_BYTES)}, ${seconds(CLIENT_LIMITS.headersTimeout)} to send it`,
  'recorded traffic': `${bytes(MAX_RECORDED_BODY)} of a body, ${bytes(MAX_HAR_BYTES)} in a file`,
  'credentials with a pseudonym of their own': number(MAX_PSEUDONYMS),
  'decompressed bodies of a HAR file': bytes(MAX_DECODED_BYTES),
  'exchanges that `calibrate` uses': `${number(MAX_CALIBRATED)}, ${bytes(MAX_CALIBRATED_BYTES)} of bodies, ${bytes(MAX_CALIBRATED_BODY)} of one body; ${number(MAX_REPLAYED)} are replayed`,
};

test('values that share a row of the table are equal', () => {
  for (const [one, other] of [
    [MAX_REQUEST_BYTES, UNREAD_LIMITS.maxBytes],
    [MAX_PACKAGES, MAX_DURATIONS],
    [MAX_FIRED, MAX_ADVANCES],
  ])
    expect(one).toBe(other);
});

test('docs/limits.md lists exactly these limits, with the figures of the program', () => {
  const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  const rows = text
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(2)
    .map(line => line.split('|').map(cell => cell.trim()));
  expect(Object.fromEntries(rows.map(([, name, value]) => [name, value]))).toEqual(LIMITS);
  expect(rows.every(([, , , consequence]) => consequence !== '')).toBe(true);
});
