/** The configuration of orval. The clients call the address that the environment names when they run. */
export default {
  energy: {
    input: 'node_modules/energy-rental-sandbox/openapi/energy-rental-v1.yaml',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      baseUrl: { runtime: 'process.env.ENERGY_SANDBOX_URL' },
    },
  },
};
