import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleepReally } from 'node:timers/promises';
import { Account } from './sandbox.mjs';
import { Service } from './service.mjs';

/* The receiver as a process of its own, which restart.mjs starts again. */

const { RECEIVER_PORT: port = '3000', RESTART_PORT: restartPort = '3001' } = process.env;
const receiver = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
let account;
let child;

async function start() {
  const more = {
    PORT: port,
    DATA: join(folder, 'orders.json'),
    ENERGY_SANDBOX_WEBHOOK_SECRET: account.secret,
  };
  child = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs')], {
    env: { ...process.env, ...more },
  });
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await fetch(`${receiver}/orders/none`).catch(() => null)) return;
    await sleepReally(25);
  }
  throw new Error('the receiver does not start');
}

async function end() {
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const control = createServer(async (_request, response) => {
  await end();
  await start();
  response.writeHead(204).end();
});

after(async () => {
  control.closeAllConnections();
  control.close();
  await end();
  rmSync(folder, { recursive: true, force: true });
});

test('an order is delivered once, or paid back once', async () => {
  account = await Account.create('restarted');
  await start();
  await new Promise(resolve => control.listen(Number(restartPort), '127.0.0.1', resolve));
  await account.sendWebhooksTo(`${receiver}/webhooks`);
  const order = { package_id: 1, duration_minutes: 60, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
  await new Service(account.service).order({ external_id: 'restarted-1', ...order });
  await account.sleep(7_200_000);
  const stored = await (await fetch(`${receiver}/orders/restarted-1`)).json();
  const wanted = stored.status === 'failed' ? [0, stored.price_trx] : [1, 0];
  assert.deepEqual([stored.delivered, stored.paid_back_trx], wanted);
});
