import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

function accountWith(rule: string): TestAccount {
  const account = sandbox.openAccount();
  const scenarios = [inline(`\nrequests:\n  - ${rule}\n`)];
  sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios });
  return account;
}

/** The head and the body of a response as they are on the wire. */
async function wire({ apiKey }: TestAccount, line: string, body = ''): Promise<[head: string, body: string]> {
  const socket = connect(sandbox.port, '127.0.0.1');
  const fields = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json`;
  socket.write(`${line} HTTP/1.1\r\n${fields}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const [head = '', rest = ''] = (await buffer(socket)).toString().split('\r\n\r\n', 2);
  return [head, rest];
}

describe('a scripted response', () => {
  test.each([204, 205, 304])('with status %d has no body and no Content-Length', async status => {
    const account = accountWith(`reply: { status: ${status}, body: { a: 1 } }`);
    const [head, body] = await wire(account, 'GET /api/v1/balance/');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).not.toMatch(/content-(length|type)/i);
    expect(['', '0']).toContain(body);
  });
});

describe('truncated-json', () => {
  test.each([
    ['GET /api/v1/quote/?package_id=1', '', '{"success":true,"data":{"type":"package"'],
    ['GET /api/v1/balance/', '', '{"success":true,"dat'],
    ['GET /api/v1/status/?id=7', '', '{"success":false,'],
    [
      'POST /api/v1/estimate/',
      `{"recipient_address":"${RECIPIENT}"}`,
      '{"success":true,"data":{"estimated_energy"',
    ],
  ])('shows the first half of the response to %s itself', async (line, body, half) => {
    const account = accountWith('fault: truncated-json');
    const [head, received] = await wire(account, line, body);
    expect(received).toHaveLength(Math.ceil(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2));
    expect(received.slice(0, half.length)).toBe(half);
    expect(account.state.orders).toEqual([]);
  });
});

describe('the ends of ranges', () => {
  test('a balance is at most what a number in JSON holds to the sun, whatever is refunded', async () => {
    await using rich = await startTestSandbox({ balance_trx: 2 ** 33 });
    const { data } = await rich.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
    rich.core.runner.execute(rich.account, 'deposit', { amountSun: 2 ** 33 * 1e6 - rich.state.balanceSun });
    rich.core.runner.execute(rich.account, 'move', { order: data.order_id, to: 'failed', refundAfterMs: 0 });
    expect((await rich.api.balance()).data.balance_trx).toBe(2 ** 33);
  });

  test('the times of an order stay in the year 9999, in every time zone', async () => {
    await using late = await startTestSandbox({
      time_zone: 'Pacific/Kiritimati',
      assumptions: { manual_clock_start: '9999-12-31T23:00:00Z' },
    });
    const { data } = await late.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
    const { created_at, updated_at } = (await late.api.status({ id: data.order_id })).data;
    expect([created_at, updated_at]).toEqual(['9999-12-31 23:59:59', '9999-12-31 23:59:59']);
  });
});
