import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { USDT_CONTRACT } from '../../core/chain/network.ts';
import { addressHex, tronAddressOf } from '../../core/domain/address.ts';
import { exchange } from './demo-exchange.ts';

const FEE_LIMIT_SUN = 30_000_000;
const word = (hex: string): string => hex.padStart(64, '0');

/** A wallet with a key of its own, which transfers USDT through the TRON node of an account. */
export class DemoWallet {
  readonly address: string;
  readonly #key: Uint8Array;

  /** @param name determines the key */
  constructor(name: string) {
    this.#key = createHash('sha256').update(`wallet of the demo: ${name}`).digest();
    const publicKey = secp256k1.getPublicKey(this.#key, false);
    this.address = tronAddressOf(keccak_256(publicKey.subarray(1)).subarray(-20));
  }

  /**
   * Sends USDT.
   * @param nodeUrl the account's node
   */
  async send(nodeUrl: string, apiKey: string, to: string, amountUsdt: number): Promise<void> {
    const post = (call: string, body: object) => postTo(nodeUrl, apiKey, call, body);
    const { transaction } = (await post('triggersmartcontract', {
      owner_address: this.address,
      contract_address: USDT_CONTRACT,
      function_selector: 'transfer(address,uint256)',
      parameter: word(addressHex(to).slice(2)) + word((amountUsdt * 1e6).toString(16)),
      fee_limit: FEE_LIMIT_SUN,
      visible: true,
    })) as { transaction: { txID: string } };
    const [recovery = 0, ...rest] = secp256k1.sign(Buffer.from(transaction.txID, 'hex'), this.#key, {
      prehash: false,
      format: 'recovered',
    });
    const signature = Buffer.from([...rest, recovery + 27]).toString('hex');
    await post('broadcasttransaction', { ...transaction, signature: [signature] });
  }
}

const postTo = (nodeUrl: string, apiKey: string, call: string, body: object): Promise<unknown> =>
  exchange(nodeUrl, {
    method: 'POST',
    path: `/wallet/${call}`,
    body,
    headers: { 'TRON-PRO-API-KEY': apiKey },
  });
