import { expect, test } from 'vitest';
import { RECIPIENTS } from '../../support/addresses.ts';
import { chainStage } from './chain-stage.ts';

test('x', async () => {
  await using stage = await chainStage();
  const { tronWeb, sender } = stage;
  console.log(await tronWeb.isConnected(), sender);
  console.log(await stage.resources());
  stage.setWallet(sender, { trx: 100, usdt: 1000 });
  const other = tronWeb.address.fromHex('41'+'12'.repeat(20));
  stage.setWallet(other, { usdt: 10 });
  console.log(await tronWeb.trx.getBalance(sender), await tronWeb.trx.getAccount(sender));
  await stage.rent(sender);
  console.log(await stage.resources());
  const info = await stage.transferred(other);
  console.log(JSON.stringify(info));
  console.log(await stage.resources());
  const c = await tronWeb.contract().at('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  console.log(await c.balanceOf(other).call(), await c.symbol().call(), await c.decimals().call());
});
