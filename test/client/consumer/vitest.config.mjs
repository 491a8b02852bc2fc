const globalSetup = process.env.EXPECT_SHARED ? ['energy-rental-sandbox/vitest-setup'] : [];

// Only what hangs takes so long, also on a machine that is ten times slower.
const limits = { testTimeout: 100_000, hookTimeout: 100_000 };

const test = { include: ['*.vitest.*ts'], globalSetup, ...limits };

export default { test };
