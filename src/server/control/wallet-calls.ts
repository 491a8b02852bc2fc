import type { Handlers } from './control-call.ts';

/** Loaded on demand: few accounts use the chain. */
const wallets = () => import('../tron/wallets.ts');

export const walletCalls = {
  getWallet: async ({ core, account, path }) => (await wallets()).readWallet(core, account, path.address),
  setWallet: async ({ core, account, path, body }) =>
    (await wallets()).setWallet(core, account, path.address, body),
} satisfies Partial<Handlers>;
