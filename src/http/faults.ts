import type { ServerResponse } from 'node:http';
import { type HostClock, pause } from '../clock/host-clock.ts';
import type { TransportFault } from '../scenario/types.ts';
import { type Answer, write } from './answer.ts';

/** An answer on its way out, and the means to spoil it. */
export interface Outgoing {
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly headers: Record<string, string | number>;
  readonly clock: HostClock;
}

/** How an exchange ended as the client sees it; null where it got no status. */
export interface Ending {
  readonly status: number | null;
  readonly body: string;
}

const NOTHING: Ending = { status: null, body: '' };

const DRIP_PAUSE_MS = 100;
const DRIPS = 20;

const HTML_502 = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

/** Leaves the client without any answer until it gives up or the server goes down. */
function hang({ response }: Outgoing): Promise<Ending> {
  return new Promise(resolve => response.once('close', () => resolve(NOTHING)));
}

/** Announces the whole length, sends half of it and closes the connection. */
async function truncate({ response, answer, headers }: Outgoing): Promise<Ending> {
  const half = answer.body.slice(0, Math.ceil(answer.body.length / 2));
  response.writeHead(answer.status, headers);
  response.write(half);
  await new Promise<void>(resolve => {
    response.once('close', resolve);
    response.socket?.end();
  });
  return { status: answer.status, body: half };
}

/** Sends the answer in small pieces with pauses of real time. */
async function drip({ response, answer, headers, clock }: Outgoing): Promise<Ending> {
  response.writeHead(answer.status, headers);
  const bytes = Buffer.from(answer.body);
  const size = Math.max(1, Math.ceil(bytes.length / DRIPS));
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    response.write(bytes.subarray(start, start + size));
    await pause(clock, DRIP_PAUSE_MS);
  }
  response.end();
  return { status: answer.status, body: answer.body };
}

/** One arm a fault. */
const FAULTS: Readonly<Record<TransportFault, (outgoing: Outgoing) => Promise<Ending>>> = {
  'connection-reset': async ({ response }) => {
    response.socket?.resetAndDestroy();
    return NOTHING;
  },
  'empty-reply': async ({ response }) => {
    response.socket?.end();
    return NOTHING;
  },
  hang,
  'truncated-json': truncate,
  'html-502': async ({ response, headers }) => {
    const answer: Answer = { status: 502, body: HTML_502, explain: '' };
    const html = { ...headers, 'Content-Type': 'text/html', 'Content-Length': Buffer.byteLength(HTML_502) };
    write(response, answer, html);
    return { status: 502, body: HTML_502 };
  },
  'slow-drip': drip,
};

/** Spoils an answer. Resolves once the client has, or will never have, what there is to have. */
export const spoil = (fault: TransportFault, outgoing: Outgoing): Promise<Ending> => FAULTS[fault](outgoing);
