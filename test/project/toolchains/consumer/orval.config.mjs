const input = 'energy-rental-v1.yaml';
const baseUrl = { runtime: 'process.env.ENERGY_SANDBOX_URL' };

export default {
  fetch: { input, output: { target: 'generated/orval-fetch.ts', client: 'fetch', baseUrl } },
  zod: { input, output: { target: 'generated/orval-zod.ts', client: 'zod' } },
};
