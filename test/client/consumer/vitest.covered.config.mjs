const env = { ENERGY_SANDBOX_COVERAGE: process.env.COVERAGE ?? '' };
const globalSetup = [process.env.SETUP ?? 'energy-rental-sandbox/vitest-setup'];

export default { test: { include: ['covered.ts', 'covered-alone.ts'], globalSetup, env } };
