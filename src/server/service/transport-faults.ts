import type { ServerResponse } from 'node:http';
import type { TransportFault } from '../../core/scenario/rule-effects.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { type ApiResponse, headerText } from '../api-response.ts';
import { resetConnection } from '../connections.ts';

/** A response to be sent with a fault. */
interface OutgoingResponse {
  readonly response: ServerResponse;
  readonly apiResponse: ApiResponse;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly clock: HostClock;
}

/** What the client receives of a faulted response; the status is null if it receives none. */
export interface ReceivedResponse {
  readonly status: number | null;
  readonly body: string;
}

/** One way to fault a response. */
interface FaultBehavior {
  /** True if the client receives nothing that it can use, or an error of a gateway. */
  readonly loses: boolean;
  /** Computed before anything is sent, so that the journal has it while the client is still waiting. */
  readonly received: (apiResponse: ApiResponse) => ReceivedResponse;
  /** Resolves when the client has received everything that it will receive. */
  readonly send: (outgoing: OutgoingResponse) => void | Promise<void>;
}

const nothing = (): ReceivedResponse => ({ status: null, body: '' });
const half = ({ body }: ApiResponse): string => body.slice(0, Math.ceil(body.length / 2));
const closed = (response: ServerResponse): Promise<void> =>
  new Promise(resolve => response.once('close', () => resolve()));

const CHUNK_INTERVAL_MS = 100;
const CHUNK_COUNT = 20;

const HTML_502 = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

/** Sends the full Content-Length but only half of the body, then closes the connection. */
async function truncate({ response, apiResponse, headers }: OutgoingResponse): Promise<void> {
  response.writeHead(apiResponse.status, headers);
  response.write(half(apiResponse));
  response.socket?.end();
  await closed(response);
}

function writeHtml502({ response, apiResponse, headers }: OutgoingResponse): void {
  response.writeHead(502, {
    ...headers,
    'Content-Type': 'text/html',
    'Content-Length': Buffer.byteLength(HTML_502),
    'X-Sandbox-Explain': headerText(apiResponse.explain),
  });
  response.end(HTML_502);
}

/** Sends the body in small chunks with pauses in real time. */
async function drip({ response, apiResponse, headers, clock }: OutgoingResponse): Promise<void> {
  response.writeHead(apiResponse.status, headers);
  const bytes = Buffer.from(apiResponse.body);
  const size = Math.max(1, Math.ceil(bytes.length / CHUNK_COUNT));
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    response.write(bytes.subarray(start, start + size));
    await pause(clock, CHUNK_INTERVAL_MS);
  }
  response.end();
}

const FAULTS: Readonly<Record<TransportFault, FaultBehavior>> = {
  'connection-reset': {
    loses: true,
    received: nothing,
    send: ({ response }) => {
      if (response.socket) resetConnection(response.socket);
    },
  },
  'empty-reply': {
    loses: true,
    received: nothing,
    send: ({ response }) => void response.socket?.end(),
  },
  hang: {
    loses: true,
    received: nothing,
    send: ({ response }) => closed(response),
  },
  'truncated-json': {
    loses: true,
    received: apiResponse => ({ status: apiResponse.status, body: half(apiResponse) }),
    send: truncate,
  },
  'html-502': {
    loses: true,
    received: () => ({ status: 502, body: HTML_502 }),
    send: writeHtml502,
  },
  'slow-drip': {
    loses: false,
    received: ({ status, body }) => ({ status, body }),
    send: drip,
  },
};

/** What a client receives of a faulted response. */
export const receivedOf = (fault: TransportFault, apiResponse: ApiResponse): ReceivedResponse =>
  FAULTS[fault].received(apiResponse);

/** True if a fault leaves the client without a response that it can use. */
export const losesResponse = (fault: TransportFault): boolean => FAULTS[fault].loses;

/** Sends a response with a fault. Resolves when the client has received everything that it will receive. */
export async function sendFaulted(kind: TransportFault, outgoing: OutgoingResponse): Promise<void> {
  // Lets an earlier response on the connection be sent first; a reset would discard it.
  await outgoing.clock.yieldToEventLoop();
  await FAULTS[kind].send(outgoing);
}
