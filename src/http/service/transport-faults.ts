import type { ServerResponse } from 'node:http';
import { type HostClock, pause } from '../../clock/host-clock.ts';
import type { TransportFault } from '../../scenario/scenario-types.ts';
import { type ApiResponse, headerText } from '../api-response.ts';

/** A response on its way out, and what is needed to fault it. */
export interface Outgoing {
  readonly response: ServerResponse;
  readonly answer: ApiResponse;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly clock: HostClock;
}

/** How an exchange ends as the client sees it; null where it gets no status. */
export interface Ending {
  readonly status: number | null;
  readonly body: string;
}

/** One way to fault a response. */
interface Fault {
  /** Known before anything is sent, so that the journal tells it while the client still waits. */
  readonly ending: (answer: ApiResponse) => Ending;
  /** Resolves once the client has, or will never have, what there is to have. */
  readonly send: (outgoing: Outgoing) => void | Promise<void>;
}

const nothing = (): Ending => ({ status: null, body: '' });
const half = ({ body }: ApiResponse): string => body.slice(0, Math.ceil(body.length / 2));
const closed = (response: ServerResponse): Promise<void> =>
  new Promise(resolve => response.once('close', () => resolve()));

const DRIP_PAUSE_MS = 100;
const DRIPS = 20;

const HTML_502 = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

/** Announces the whole length, sends half of it and closes the connection. */
async function truncate({ response, answer, headers }: Outgoing): Promise<void> {
  response.writeHead(answer.status, headers);
  response.write(half(answer));
  response.socket?.end();
  await closed(response);
}

function writeHtml502({ response, answer, headers }: Outgoing): void {
  response.writeHead(502, {
    ...headers,
    'Content-Type': 'text/html',
    'Content-Length': Buffer.byteLength(HTML_502),
    'X-Sandbox-Explain': headerText(answer.explain),
  });
  response.end(HTML_502);
}

/** Sends the answer in small pieces with pauses of real time. */
async function drip({ response, answer, headers, clock }: Outgoing): Promise<void> {
  response.writeHead(answer.status, headers);
  const bytes = Buffer.from(answer.body);
  const size = Math.max(1, Math.ceil(bytes.length / DRIPS));
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    response.write(bytes.subarray(start, start + size));
    await pause(clock, DRIP_PAUSE_MS);
  }
  response.end();
}

/** One arm a fault. */
const FAULTS: Readonly<Record<TransportFault, Fault>> = {
  'connection-reset': {
    ending: nothing,
    send: ({ response }) => void response.socket?.resetAndDestroy(),
  },
  'empty-reply': {
    ending: nothing,
    send: ({ response }) => void response.socket?.end(),
  },
  hang: {
    ending: nothing,
    send: ({ response }) => closed(response),
  },
  'truncated-json': {
    ending: answer => ({ status: answer.status, body: half(answer) }),
    send: truncate,
  },
  'html-502': {
    ending: () => ({ status: 502, body: HTML_502 }),
    send: writeHtml502,
  },
  'slow-drip': {
    ending: ({ status, body }) => ({ status, body }),
    send: drip,
  },
};

/** What a client receives of a response that is faulted. */
export const endingOf = (fault: TransportFault, answer: ApiResponse): Ending => FAULTS[fault].ending(answer);

/** Faults a response. Resolves once the client has, or will never have, what there is to receive. */
export async function fault(kind: TransportFault, outgoing: Outgoing): Promise<void> {
  // An earlier response on the connection has left by then; a reset would discard it.
  await outgoing.clock.yieldToEventLoop();
  await FAULTS[kind].send(outgoing);
}
