import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { parseJson } from '../../contract/json/parse-json.ts';
import { NodeError, parseError } from '../../contract/tron/node-error.ts';
import type { Json } from '../../contract/tron/node-json.ts';
import { type Fields, flagIn } from '../../contract/tron/read-fields.ts';
import { Chain, type View } from '../../core/chain/chain.ts';
import { isObject } from '../../core/domain/json.ts';
import type { Account } from '../../core/engine/account.ts';
import type { SentTransaction } from '../../core/engine/account-state.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import { resetConnection } from '../connection.ts';
import { accountOf, TokenGuesses } from '../control/access-control.ts';
import { ControlError, ofAccountError } from '../control/control-error.ts';
import { joined, parseQuery, type ReadBody, readBody, splitUrl } from '../read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { holdUntilGone } from '../service/send-response.ts';
import { ledgerNow } from './ledger-now.ts';
import { type CallRow, NODE_CALLS } from './node-calls.ts';

/*
 * A stand-in for a TRON node, for each account: the part of java-tron's HTTP API that rents, looks, transfers and reads
 * receipts. Errors have status 200, as the node's have, unless the call itself is not possible.
 */

/** The limit of the node is 4 MB, but nothing that the stand-in knows is larger. Documented in docs/limits.md. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const PATH = /^\/(wallet|walletsolidity)\/([a-z0-9]+)\/?$/i;

interface Reply {
  readonly status: number;
  readonly body: Json | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const answer = (body: Json): Reply => ({ status: 200, body });
const refusal = (status: number, message: string, headers = {}): Reply => ({
  status,
  body: { Error: message },
  headers,
});

function unknownCall(path: string): Reply {
  const names = Object.entries(NODE_CALLS);
  const wallet = names.map(([name]) => name).join(', ');
  const solid = names.filter(([, { solid }]) => solid).map(([name]) => name);
  return refusal(
    404,
    `the stand-in for a TRON node has no call at ${path.slice(0, 200)}; wallet/ has ${wallet}; walletsolidity/ has ${solid.join(', ')}`,
  );
}

/** The fields of a request. @throws NodeError */
async function fieldsOf(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Fields | 'aborted' | 'too-large'> {
  if (request.method === 'GET') return parseQuery(splitUrl(request.url!)[1]).values;
  const read = await new Promise<ReadBody>(done => readBody(request, response, BODY_LIMIT_BYTES, done));
  if (read === 'aborted' || read === 'too-large') return read;
  const bytes = joined(read);
  if (bytes.length === 0) return {};
  const parsed = parseJson(bytes);
  if ('problem' in parsed) throw parseError(parsed.problem);
  if (!isObject(parsed.value)) throw parseError('Expected "{": the body must be a JSON object');
  return parsed.value;
}

const TOO_LARGE = `class java.lang.Exception : body size is too big, the limit is ${BODY_LIMIT_BYTES}`;

const notStored = ({ message }: Error): ControlError => new ControlError('STORAGE_FAILED', message);

interface Called {
  readonly view: View;
  readonly row: CallRow;
}

/** The call at a path; null if there is none. */
function calledAt(path: string): Called | null {
  const [, prefix = '', name = ''] = PATH.exec(path.toLowerCase()) ?? [];
  const view = prefix === 'walletsolidity' ? 'solid' : 'head';
  const row = Object.hasOwn(NODE_CALLS, name) ? NODE_CALLS[name]! : null;
  return row && (view === 'head' || row.solid) ? { view, row } : null;
}

/** The transactions that a call asks for by id, and those in the block that it shows. */
const transactionsIn = ({ value }: Fields, { transactions }: Json): readonly string[] => [
  ...(typeof value === 'string' ? [value.toLowerCase()] : []),
  ...(Array.isArray(transactions) ? transactions.map(({ txID }) => txID) : []),
];

async function callNode(
  account: Account,
  { view, row }: Called,
  fields: Fields,
  parts: ServerParts,
): Promise<Json> {
  const { runner, facts } = parts.core;
  const trouble = row.onGet === 'refused' ? runner.trouble(account) : null;
  if (trouble) throw trouble instanceof AccountFailedError ? trouble : notStored(trouble);
  const ledger = await ledgerNow(account, view, parts);
  const chain = Chain.of(account);
  const nowMs = runner.nowMs(account);
  let sent: SentTransaction | null = null;
  const body = row.handler({
    chain,
    view,
    ledger,
    atMs: chain.instantOf(view, nowMs),
    nowMs,
    fields,
    visible: flagIn(fields, 'visible'),
    store: change => {
      runner.execute(account, 'broadcast', change);
      if (change.entry?.kind === 'sent') sent = change.entry;
    },
  });
  // After a reset, it still belongs to the state in which it was sent.
  const { state } = account;
  facts.nodeCalled(account, {
    atMs: nowMs,
    eventCount: state.events.length,
    about: transactionsIn(fields, body),
    sent,
    receipt: () => (sent && chain.view('present', state.nowMs).receiptOf(sent.txid)) ?? null,
  });
  await runner.settled(account)?.catch(error => {
    throw notStored(error);
  });
  return body;
}

/** The reply to a request for an account; null if there is none, because the node is down or the client has gone. */
async function replyTo(
  account: Account,
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServerParts,
): Promise<Reply | null> {
  const { node = 'up' } = account.state.chain ?? {};
  if (node === 'down') resetConnection(request.socket);
  if (node === 'hangs') await holdUntilGone(response, parts.clock);
  if (node === 'down' || node === 'hangs') return null;
  if (node === 'limited')
    return refusal(429, 'request rate exceeded the allowed_rps', { 'Retry-After': '5' });
  const [path] = splitUrl(request.url!);
  const called = calledAt(path);
  if (!called) return unknownCall(path);
  const { method } = request;
  const { onGet } = called.row;
  if (method === 'GET' && onGet === 'empty') return { status: 200, body: null };
  if (method !== 'POST' && (method !== 'GET' || onGet === 'refused'))
    return refusal(405, `${method} is not supported here; use POST`, { Allow: 'GET, POST' });
  try {
    const fields = await fieldsOf(request, response);
    if (fields === 'aborted') return null;
    if (fields === 'too-large') return { ...answer({ Error: TOO_LARGE }), headers: { Connection: 'close' } };
    return answer(await callNode(account, called, fields, parts));
  } catch (error) {
    if (error instanceof NodeError) return answer({ Error: error.text });
    throw error;
  }
}

/** The fields that are not of type int64, which stay numbers where those are texts. */
const SMALL_INTEGERS = new Set(['version', 'Permission_id', 'id', 'threshold']);

const asText = (key: string, value: unknown): unknown =>
  typeof value === 'number' && !SMALL_INTEGERS.has(key) ? String(value) : value;

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Reply): void {
  const isText = request.method === 'GET' && /[?&]int64_as_string=true(&|$)/.test(request.url!);
  const text = body === null ? '' : `${JSON.stringify(body, isText ? asText : undefined)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** The header of TronGrid's keys, which TronWeb sends. */
const KEY_HEADER = 'tron-pro-api-key';

/** Serves the nodes of all accounts, at paths with the parameter `account`. */
export function tronRouter(parts: ServerParts): RequestHandler {
  const guesses = new TokenGuesses(parts.clock);
  return async (request: Request, response) => {
    const key = request.headers[KEY_HEADER];
    if (typeof key === 'string') request.headers.authorization ??= `Bearer ${key}`;
    let reply: Reply | null;
    try {
      const { account } = accountOf(request, request.params.account as string, parts);
      response.once('close', parts.core.idle.begin(account));
      reply = await replyTo(account, request, response, parts);
    } catch (error) {
      const known = error instanceof ControlError ? error : ofAccountError(error);
      if (!known) throw error;
      if (known.code === 'ADMIN_TOKEN_REQUIRED') await guesses.delay(request, parts.core);
      reply = refusal(known.status, `${known.code}: ${known.message}`);
    }
    if (reply && !response.headersSent && !response.destroyed) send(request, response, reply);
  };
}
