const globalSetup = process.env.SETUP ? [process.env.SETUP] : [];

// One setting for a whole project.
const env = { ENERGY_SANDBOX_FINDINGS: process.env.FINDINGS ?? '' };

export default { test: { include: ['judged.ts'], globalSetup, env } };
