const globalSetup = process.env.EXPECT_SHARED ? ['energy-rental-sandbox/vitest-setup'] : [];

const test = { include: ['*.vitest.*ts'], globalSetup };

export default { test };
