import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/facts.ts';
import type { TransportFault } from '../../../src/core/scenario/rule-effects.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { orderBytes } from '../load/wire.ts';
import { inline } from './inline.ts';
import { SimulatedHost } from './simulated-host.ts';
import { ORDER_FIELDS } from './stage.ts';

/** A server whose next order request gets a fault, and no later one. */
async function faulty(
  fault: TransportFault,
  commit: boolean,
  hostClock?: SimulatedHost,
): Promise<TestSandbox> {
  const sandbox = await startTestSandbox(hostClock ? { hostClock } : {});
  const scenario = inline(`
requests:
  - match: { operation: createOrder }
    times: 1
    commit: ${commit}
    fault: ${fault}
`);
  sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: [scenario] });
  return sandbox;
}

/** Sends an order as bytes. */
function sendOrder(sandbox: TestSandbox): ReturnType<typeof connect> {
  const socket = connect(sandbox.port, '127.0.0.1');
  socket.write(orderBytes(sandbox.apiKey, 'a'));
  return socket;
}

/** What was received on a socket, and how the connection ended. */
interface Seen {
  readonly text: string;
  readonly end: string;
}

async function untilTheEnd(socket: ReturnType<typeof connect>): Promise<Seen> {
  const chunks: Buffer[] = [];
  let end = 'closed';
  socket.on('data', chunk => chunks.push(chunk));
  socket.on('error', error => {
    end = (error as NodeJS.ErrnoException).code ?? String(error);
  });
  await new Promise(resolve => socket.on('close', resolve));
  return { text: Buffer.concat(chunks).toString('utf8'), end };
}

/** The head and the body of a raw response. */
function parts({ text }: Seen): { statusLine: string; announced: number; body: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return { statusLine: head.split('\r\n')[0]!, announced, body };
}

function isWhole(text: string): boolean {
  const { announced, body } = parts({ text, end: 'open' });
  return body.length === announced;
}

/** After the fault: the order exists if its rule commits, and the repeat succeeds in both cases. */
async function expectOrder(sandbox: TestSandbox, committed: boolean): Promise<void> {
  expect(sandbox.state.orders).toHaveLength(committed ? 1 : 0);
  const repeat = await sandbox.api.order({ external_id: 'a', ...ORDER_FIELDS });
  expect(repeat.outcome).toBe(committed ? '200' : '202');
  expect(sandbox.state.ledger.filter(entry => entry.kind === 'debit')).toHaveLength(1);
}

const journalOf = (sandbox: TestSandbox): Exchange => sandbox.core.journalOf(sandbox.account).list()[0]!;

describe.each([true, false])('with commit: %s', commit => {
  test('connection-reset: the client receives no bytes, and a connection reset', async () => {
    await using sandbox = await faulty('connection-reset', commit);
    expect(await untilTheEnd(sendOrder(sandbox))).toEqual({ text: '', end: 'ECONNRESET' });
    expect(journalOf(sandbox)).toMatchObject({ fault: 'connection-reset', status: null, answer: '' });
    await expectOrder(sandbox, commit);
  });

  test('empty-reply: the connection is closed normally, without a byte', async () => {
    await using sandbox = await faulty('empty-reply', commit);
    expect(await untilTheEnd(sendOrder(sandbox))).toEqual({ text: '', end: 'closed' });
    expect(journalOf(sandbox)).toMatchObject({ fault: 'empty-reply', status: null, answer: '' });
    await expectOrder(sandbox, commit);
  });

  test('hang: nothing is sent, and the connection stays open until the client closes it', async () => {
    await using sandbox = await faulty('hang', commit);
    const dealtWith = new Promise(resolve => sandbox.core.facts.join({ answered: resolve }));
    const socket = sendOrder(sandbox);
    let isOver = false;
    const seen = untilTheEnd(socket);
    void seen.then(() => {
      isOver = true;
    });
    await dealtWith;
    // Other requests are served meanwhile, and the journal shows the one that hangs.
    expect((await sandbox.api.balance()).outcome).toBe('200');
    expect(journalOf(sandbox)).toMatchObject({ fault: 'hang', status: null, answer: '' });
    expect(isOver).toBe(false);
    socket.destroy();
    expect(await seen).toEqual({ text: '', end: 'closed' });
    await expectOrder(sandbox, commit);
  });

  test('truncated-json: the full length is announced, but only half is sent', async () => {
    await using sandbox = await faulty('truncated-json', commit);
    const { statusLine, announced, body } = parts(await untilTheEnd(sendOrder(sandbox)));
    expect(statusLine).toBe('HTTP/1.1 202 Accepted');
    expect(body.length).toBe(Math.ceil(announced / 2));
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
    expect(journalOf(sandbox)).toMatchObject({ fault: 'truncated-json', status: 202, answer: body });
    await expectOrder(sandbox, commit);
  });

  test('html-502: a complete HTML page', async () => {
    await using sandbox = await faulty('html-502', commit);
    const answered = await sandbox.api.order({ external_id: 'a', ...ORDER_FIELDS });
    expect(answered.status).toBe(502);
    expect(answered.text).toContain('<title>502 Bad Gateway</title>');
    expect(answered.explain).toBe('scripted by written-here/requests[0] (written-here.yaml:5:5)');
    expect(journalOf(sandbox)).toMatchObject({ fault: 'html-502', status: 502, answer: answered.text });
    await expectOrder(sandbox, commit);
  });

  test('slow-drip: the response is complete, but sent in many pieces with pauses between them', async () => {
    const host = new SimulatedHost();
    await using sandbox = await faulty('slow-drip', commit, host);
    const socket = sendOrder(sandbox);
    let text = '';
    let pieces = 0;
    for (; !isWhole(text); pieces++) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      text += chunk.toString('utf8');
      host.pass(100);
    }
    socket.destroy();
    const { body } = parts({ text, end: 'whole' });
    expect(JSON.parse(body)).toMatchObject({ success: commit });
    expect(pieces).toBeGreaterThan(5);
    await expectOrder(sandbox, commit);
  });
});
