// A webhook receiver that delegates real Energy on a private TRON node, such as the container tronbox/tre, for each order that
// the sandbox delegates, and takes it back when the rental ends. So contracts run in a real virtual machine. See
// docs/chain.md. It is not tested against a node.
//
//   npm install tronweb
//   TRE_URL=http://127.0.0.1:9090 TRE_PRIVATE_KEY=… WEBHOOK_SECRET=… node tre-bridge.mjs
//
// The key belongs to an account that has staked TRX for Energy. Send the webhooks of the sandbox to http://127.0.0.1:4020/.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { TronWeb } from 'tronweb';

const {
  TRE_URL: fullHost = 'http://127.0.0.1:9090',
  TRE_PRIVATE_KEY,
  WEBHOOK_SECRET,
  PORT = '4020',
} = process.env;
if (!TRE_PRIVATE_KEY || !WEBHOOK_SECRET) throw new Error('set TRE_PRIVATE_KEY and WEBHOOK_SECRET');
const tronWeb = new TronWeb({ fullHost, privateKey: TRE_PRIVATE_KEY });

/** The events that were processed, or are being processed. */
const works = new Map();

function isSigned(body, header = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`);
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The stake in sun that gives an amount of Energy now. */
async function stakeOf(energy) {
  const { TotalEnergyLimit, TotalEnergyWeight } = await tronWeb.trx.getAccountResources();
  return Math.ceil((energy * TotalEnergyWeight * 1_000_000) / TotalEnergyLimit);
}

async function send(transaction) {
  const signed = await tronWeb.trx.sign(transaction);
  const { result, code, txid } = await tronWeb.trx.sendRawTransaction(signed);
  // The node already has it: an earlier attempt was successful.
  if (!result && code !== 'DUP_TRANSACTION_ERROR') throw new Error(`the node refused ${txid}: ${code}`);
  return txid;
}

/** What was delegated for each order, in sun, so that the same is taken back. */
const stakes = new Map();

async function handle({ event, data: { order_id: order, address, energy_amount: energy } }) {
  const owner = tronWeb.defaultAddress.hex;
  const { transactionBuilder } = tronWeb;
  if (event === 'order.delegated') {
    const stake = await stakeOf(energy);
    const txid = await send(await transactionBuilder.delegateResource(stake, address, 'ENERGY', owner));
    stakes.set(order, stake);
    console.log(`order ${order}: delegated ${energy} Energy to ${address}: ${txid}`);
  } else if (event === 'order.undelegating' && stakes.has(order)) {
    const stake = stakes.get(order);
    const txid = await send(await transactionBuilder.undelegateResource(stake, address, 'ENERGY', owner));
    stakes.delete(order);
    console.log(`order ${order}: took it back: ${txid}`);
  }
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(body, request.headers['x-webhook-signature'])) {
    response.writeHead(401).end();
    return;
  }
  const event = JSON.parse(body.toString('utf8'));
  const work = works.get(event.event_id) ?? handle(event);
  works.set(event.event_id, work);
  try {
    await work;
    response.writeHead(204).end();
  } catch (error) {
    // The service sends the event again.
    works.delete(event.event_id);
    console.error(error.message);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), '127.0.0.1');
