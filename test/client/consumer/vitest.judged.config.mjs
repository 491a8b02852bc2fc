const globalSetup = process.env.SETUP ? [process.env.SETUP] : [];

// One setting for a whole project.
const env = { ENERGY_SANDBOX_FINDINGS: process.env.FINDINGS ?? '' };

// Only what hangs takes so long, also on a machine that is ten times slower.
const limits = { testTimeout: 100_000, hookTimeout: 100_000 };

export default { test: { include: ['judged.ts'], globalSetup, env, ...limits } };
