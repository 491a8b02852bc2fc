import type { components } from './inline-scenario.generated.ts';

type Item<List> = List extends readonly (infer Element)[] ? Element : never;
type Value<Fields, Name extends keyof Fields> = NonNullable<Fields[Name]>;

type ScenarioSchema = components['schemas']['InlineScenario'];

/** An inline scenario, with the keys of a scenario file. The server reports the place of each error. */
export interface InlineScenario extends ScenarioSchema {}
/** A rule for API requests. */
export type RequestRuleInput = Item<Value<InlineScenario, 'requests'>>;
/** A rule for the lifecycle of orders, chosen when an order is accepted. */
export type OrderRuleInput = Item<Value<InlineScenario, 'orders'>>;
/** A rule for webhook deliveries. */
export type WebhookRuleInput = Item<Value<InlineScenario, 'webhooks'>>;
/** The account state that `given` and `set` can change. */
export type ScenarioChange = Value<InlineScenario, 'given'>;
/** Conditions of any rule. All of them must hold. In strings, `*` and `?` are wildcards. */
export type ScenarioMatch = Value<OrderRuleInput, 'match'>;
/** A number, or inclusive bounds, at least one of them. */
export type NumberRange = Value<ScenarioMatch, 'package_id'>;
/** An ordinal from 1, a range of ordinals, or every nth: `every: 2` is every second one. */
export type CountRange = Value<ScenarioMatch, 'nth'>;
