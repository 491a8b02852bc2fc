import type { NodeCall } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { defineRule, TRANSACTION } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_TRANSACTIONS = 1_000;

export const broadcastIsNotSuccess = defineRule({
  id: 'broadcast-is-not-success',
  severity: 'warning',
  title: 'A transaction failed in its block, and the client never looked at its outcome.',
  bug: 'The client takes `result: true` of the broadcast for success. It only says that the node has accepted the transaction: whether the call succeeds is decided in the next block.',
  cost: 'A payout is booked as paid although nothing was transferred, and its fee is lost. Or it is sent again without the reason being known.',
  fix: 'Ask for the transaction by `gettransactioninfobyid` until it is there, and take it for a success only if `receipt.result` is SUCCESS; for a transfer of TRX, if `result` is absent. If it is not there when the transaction has expired, it was lost.',
  needs: TRANSACTION,
  start: () => new BoundedMap<string, NodeCall>(MAX_TRANSACTIONS),
  nodeCalled(open, call) {
    for (const txid of call.about) if (open.get(txid)?.receipt()) open.delete(txid);
    if (call.sent) open.set(call.sent.txid, call);
  },
  *pending(open) {
    for (const { receipt } of open.values()) {
      const { problem, transaction } = receipt() ?? {};
      if (!problem) continue;
      const { txid, from, atMs } = transaction!;
      const message = () =>
        `Transaction ${txid} of ${from} was accepted, and failed in its block at ${clockTime(atMs)}: ${problem}. The client has not asked for it since.`;
      yield { key: txid, sinceMs: atMs, message, atMs };
    }
  },
});
