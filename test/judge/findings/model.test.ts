import { describe, test } from 'vitest';
import { RunningIntegration } from '../../../examples/model-integration/running-integration.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/read-scenarios.ts';
import { addressNumber } from '../../support/addresses.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const SCENARIOS = (await loadBuiltInScenarios()).map(({ name }) => name);

/** The model integration, connected to an account. */
async function start(account: TestAccount, scenario: string): Promise<RunningIntegration> {
  const { secret } = account.state.webhook;
  const running = await RunningIntegration.start({
    baseUrl: stage.sandbox.baseUrl,
    apiKey: account.apiKey,
    webhookSecret: secret,
    advance: byMs => account.advance(byMs),
    // Their responses come late or never. A busy machine must not cause a repeat in any other.
    ...(['hang-after-commit', 'slow-answer'].includes(scenario) && { timeoutMs: 500 }),
  });
  stage.sandbox.core.runner.execute(account.account, 'setWebhook', { url: running.webhookUrl, secret });
  return running;
}

// In some scenarios, it waits for a response that never comes.
describe.concurrent('the model integration has no errors and no warnings', () => {
  test('if it is tried with all scenarios', ({ expect }) => {
    expect(SCENARIOS.length).toBeGreaterThan(30);
  });

  test.for(SCENARIOS)('in %s', async (scenario, { expect }) => {
    const account = stage.account([scenario]);
    await using running = await start(account, scenario);
    for (const number of [1, 2]) await buyAndFollow(running, number);
    await account.settle();
    expect(account.state.events.length + Number(account.state.orders.length === 0)).toBeGreaterThan(0);
    expect(stage.rules(account)).toEqual([]);
  });

  test.for(['happy-path', 'rate-limited', 'service-unavailable', 'response-lost', 'webhooks-lost'])(
    'in %s with purchases at the same time',
    async (scenario, { expect }) => {
      const account = stage.account([scenario]);
      await using running = await start(account, scenario);
      await Promise.all([1, 2, 3].map(number => buyAndFollow(running, number)));
      await account.settle();
      expect((await running.store.unsettled()).length).toBe(0);
      expect(stage.rules(account)).toEqual([]);
    },
  );
});

async function buyAndFollow({ client }: RunningIntegration, number: number): Promise<void> {
  const externalId = `invoice-${number}`;
  const bought = client.buy({ externalId, packageId: number, address: addressNumber(number) });
  // Without access to the service, a client can only stop, and have a person restore it.
  if (await bought.catch(ignoreLostAccess)) await client.follow(externalId).catch(ignoreLostAccess);
}

function ignoreLostAccess(error: Error): null {
  if (error.name !== 'AccessError') throw error;
  return null;
}
