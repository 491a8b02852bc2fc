/**
 * The clients of hostile-keys.long.ts, in a process of their own, so that they do not delay the measurement. Each key has
 * connections that send 100 pipelined requests at a time, and sends large bodies one after the other.
 * Arguments: the port, the time in milliseconds, and the keys.
 */
import { connect } from 'node:net';

const [port, durationMs, ...keys] = process.argv.slice(2);
const RECIPIENT = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const PIPELINED = 100;
const ESCAPES = `"${'\\"'.repeat(500_000)}"`;
const SNAPSHOT = `{"format":2,"account":"x","state":{"texts":[${Array(7).fill(ESCAPES)}]}}`;
const LARGE_ORDER = `{"address":"${RECIPIENT}","package_id":1,"note":${ESCAPES}}`;

const send = (key, method, path, body) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  })
    .then(response => response.arrayBuffer())
    .catch(() => null);

const requestBytes = (key, line, body = '') =>
  `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Opens the connection again whenever it is closed. */
function flood(next) {
  const socket = connect(Number(port), '127.0.0.1');
  let received = 0;
  const sendAll = () => socket.write(Array.from({ length: PIPELINED }, next).join(''));
  socket.on('connect', sendAll);
  socket.on('data', bytes => {
    received += bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
    if (received < PIPELINED) return;
    received = 0;
    sendAll();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(flood, 50, next));
}

async function repeat(...request) {
  for (;;) await send(...request);
}

let ordinal = 0;
for (const key of keys) {
  await send(key, 'PATCH', '/_sandbox/accounts/me', '{"assumptions":{"body_limit_bytes":1048576}}');
}
for (const key of keys) {
  const order = () =>
    requestBytes(
      key,
      'POST /api/v1/order/',
      `{"external_id":"o-${++ordinal}","address":"${RECIPIENT}","package_id":1}`,
    );
  const list = requestBytes(key, 'GET /_sandbox/accounts/me/orders?limit=100');
  for (let count = 0; count < 2; count++) flood(order);
  for (let count = 0; count < 15; count++) flood(() => list);
  void repeat(key, 'PUT', '/_sandbox/accounts/me/snapshots/s', SNAPSHOT);
  void repeat(key, 'POST', '/api/v1/order/', LARGE_ORDER);
}
setTimeout(() => process.exit(), Number(durationMs));
