const { createSandbox } = require('energy-rental-sandbox');
const { connectSandbox } = require('energy-rental-sandbox/client');
const { order } = require('./order.cjs');

async function main() {
  const sandbox = await createSandbox({ clock: 'manual' });
  const far = await connectSandbox(sandbox.url);
  const account = await far.createAccount({ balance_trx: 100 });
  const status = await order(account);
  await account.advance({ until: 'order.completed' });
  console.log(status, (await account.order(48_211)).status);
  await far.close();
  await sandbox.close();
}

main();
