const globalSetup = process.env.EXPECT_SHARED ? ['energy-rental-sandbox/vitest-setup'] : [];

const test = { include: ['fixtures.vitest.ts'], globalSetup };

export default { test };
