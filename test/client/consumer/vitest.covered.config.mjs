const env = { ENERGY_SANDBOX_COVERAGE: process.env.COVERAGE ?? '' };
const globalSetup = [process.env.SETUP ?? 'energy-rental-sandbox/vitest-setup'];

// Only what hangs takes so long, also on a machine that is ten times slower.
const limits = { testTimeout: 100_000, hookTimeout: 100_000 };

export default { test: { include: ['covered.ts', 'covered-alone.ts'], globalSetup, env, ...limits } };
