// Serves one built checkout in this process, on connections in memory, so that neither a network nor a load generator adds
// to the processor time of its requests. It replies to a message { kind, count } with the microseconds of each request.
import { Server } from 'node:net';
import { resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { API_KEY, REQUESTS, UNIQUE } from '../requests.mjs';

/** A test suite that uses all cores has about as many. */
const CONNECTIONS = 16;
/** The server records what happened a few milliseconds after its responses; this belongs to the requests. */
const RECORDED_AFTER_MS = 20;
const NO_LIMIT = 1_000_000_000;

/** The client's and the server's end of a connection in one: what the client sends is read, what is written it receives. */
class MemoryConnection extends Duplex {
  remoteAddress = '127.0.0.1';
  remotePort = 1;
  encrypted = false;
  #onResponse;

  constructor(onResponse) {
    super();
    this.#onResponse = onResponse;
  }

  _read() {}

  _write(chunk, _encoding, done) {
    this.#receive(chunk);
    done();
  }

  _writev(chunks, done) {
    for (const { chunk } of chunks) this.#receive(chunk);
    done();
  }

  /** A response begins with a chunk; the rest of it needs no attention. */
  #receive(chunk) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 12))?.[1];
    if (status === undefined) return;
    if (!status.startsWith('2')) throw new Error(`a request failed: ${chunk}`);
    // Not before the server has done with this request, as over a network.
    setImmediate(this.#onResponse, this);
  }

  // The methods of sockets that Node's HTTP server calls. Nothing happens: there is no network.
  setTimeout() {
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  destroySoon() {
    this.destroy();
  }
}

/** Starts a sandbox with limits that no load reaches. @returns its HTTP server */
async function serve(folder) {
  let server;
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...given) {
    server ??= this;
    return listen.apply(this, given);
  };
  const { createSandbox } = await import(pathToFileURL(resolve(folder, 'dist/index.js')).href);
  const options = { port: 0, clock: 'manual' };
  // Version 1.0 names its options in camel case, and each version refuses names that it does not know.
  const inSnakeCase = { ...options, api_key: API_KEY, balance_trx: NO_LIMIT, rate_limit: NO_LIMIT };
  const inCamelCase = { ...options, apiKey: API_KEY, balanceTrx: NO_LIMIT, rateLimit: NO_LIMIT };
  await createSandbox(inSnakeCase).catch(problem =>
    createSandbox(inCamelCase).catch(() => {
      throw problem;
    }),
  );
  return server;
}

let sent = 0;

/** The bytes of a request of a kind, with external ids of its own. */
function bytesOf(kind) {
  const { method, path, body = '' } = REQUESTS[kind];
  const content = body.replaceAll(UNIQUE, `memory-${++sent}`);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${API_KEY}`,
    ...(content ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`] : []),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`);
}

const server = await serve(process.argv[2]);
/** The requests that are still to be sent, how many have no response yet, and what happens after the last response. */
let waiting = [];
let open = 0;
let finish;

function next(connection) {
  const request = waiting.pop();
  if (request) connection.push(request);
  else if (--open === 0) finish();
}

const connections = Array.from({ length: CONNECTIONS }, () => new MemoryConnection(next));
for (const connection of connections) server.emit('connection', connection);

/** Sends requests, one at a time on each connection. @returns the processor time of each in microseconds */
async function measure(kind, count) {
  waiting = Array.from({ length: count }, () => bytesOf(kind));
  open = CONNECTIONS;
  const finished = new Promise(done => {
    finish = done;
  });
  const before = process.cpuUsage();
  for (const connection of connections) next(connection);
  await finished;
  await pause(RECORDED_AFTER_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

// The order that GET status asks for.
await measure('POST order', 1);
process.on('message', async ({ kind, count }) => process.send({ us: await measure(kind, count) }));
process.on('disconnect', () => process.exit());
process.send('ready');
