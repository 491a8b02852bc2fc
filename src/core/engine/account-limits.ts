import type { Scenario } from '../scenario/scenario-schema.ts';
import type { OwnScenario } from './account-state.ts';

/** The maximum number of API keys of an account, revoked ones included. */
export const MAX_KEYS = 100;
/** The maximum number of active scenarios of an account. */
export const MAX_ACTIVE_SCENARIOS = 50;
/** The maximum number of rules of all active scenarios of an account together. */
export const MAX_ACTIVE_RULES = 600;

/** The maximum number of scenarios that an account keeps as its own. */
export const MAX_OWN_SCENARIOS = 200;

/** Why an account cannot keep these scenarios, or null. */
export function ownScenariosProblem(own: readonly OwnScenario[]): string | null {
  if (own.length <= MAX_OWN_SCENARIOS) return null;
  return `an account can keep at most ${MAX_OWN_SCENARIOS} scenarios of its own; delete one first, with DELETE on its file or on the dashboard`;
}

/** Why an account cannot have these active scenarios, or null. */
export function scenariosProblem(scenarios: readonly Scenario[]): string | null {
  if (scenarios.length > MAX_ACTIVE_SCENARIOS) {
    return `an account can have at most ${MAX_ACTIVE_SCENARIOS} active scenarios; this would be ${scenarios.length}`;
  }
  const rules = scenarios.reduce(
    (sum, { requests, orders, webhooks }) => sum + requests.length + orders.length + webhooks.length,
    0,
  );
  if (rules <= MAX_ACTIVE_RULES) return null;
  return `the active scenarios of an account can have at most ${MAX_ACTIVE_RULES} rules together; these have ${rules}`;
}
