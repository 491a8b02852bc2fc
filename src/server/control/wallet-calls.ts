import type { Handlers } from './control-call.ts';

/** Loaded on demand: few accounts use the chain. */
const wallets = () => import('../tron/wallets.ts');

export const walletCalls = {
  getWallet: async ({ account, path, ...parts }) =>
    (await wallets()).readWallet(parts, account, path.address),
  setWallet: async ({ account, path, body, ...parts }) =>
    (await wallets()).setWallet(parts, account, path.address, body),
} satisfies Partial<Handlers>;
