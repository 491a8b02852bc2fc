// Generated from scenarios/scenario.schema.json by "npm run generate-types". Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Scenario of the Energy Rental Service sandbox */
        readonly InlineScenario: {
            /** @description The name that selects the scenario; the same as the file name without its extension. */
            readonly name: string;
            /** @description What the scenario does and which bugs it catches. */
            readonly summary: string;
            /** @description A TRON address that selects this scenario for every request that names it. */
            readonly magic_address?: string;
            /** @description Changes to the account, made once when the scenario is activated; not when it is selected for one request. */
            readonly given?: {
                /** @description The new balance in TRX. */
                readonly balance_trx?: number;
                /** @description The account discount in percent. */
                readonly discount_percent?: number;
                /** @description Requests per minute for keys without a limit of their own. */
                readonly rate_limit_per_minute?: number;
                /** @description Addresses that are not activated: orders to them fail with ADDRESS_NOT_ACTIVE. */
                readonly inactive_addresses?: readonly string[];
                /** @description The new secret. Webhooks are signed with it from now on, those of earlier events included. */
                readonly webhook_secret?: string;
                /** @description Settings from the register of assumptions, by name. They must not contradict each other; the other settings of the account are not compared. */
                readonly assumptions?: {
                    readonly [key: string]: unknown;
                };
                /** @description New prices of packages. */
                readonly prices?: readonly {
                    /** @description The id of the package. */
                    readonly package_id: number;
                    /** @description The rental duration in minutes. */
                    readonly duration_minutes: number;
                    /** @description The new price in TRX; null removes the price. */
                    readonly price_trx: number | null;
                }[];
                /** @description Ids of packages that are no longer on sale: PACKAGE_NOT_FOUND. */
                readonly inactive_packages?: readonly number[];
                /** @description Changes to the TRON node of the account. */
                readonly chain?: {
                    /**
                     * @description How the TRON node answers: up (default); down: connections are reset; hangs: no response; limited: 429; lagging: as of 45 seconds ago.
                     * @enum {string}
                     */
                    readonly node?: "up" | "down" | "hangs" | "limited" | "lagging";
                    /** @description The price of a unit of Energy on the chain in sun, for transactions from now on. Default: 100. */
                    readonly price_of_energy?: number;
                    /** @description How many of the next broadcasts the node accepts although no block will contain them. */
                    readonly lost_broadcasts?: number;
                };
                /** @description Changes to API keys. In set: the key of the request. In given: all keys of the account. */
                readonly key?: {
                    /** @description True: requests with the key fail with 401 TOKEN_EXPIRED from now on. */
                    readonly expired?: boolean;
                    /** @description True: requests with the key fail with 401 UNAUTHORIZED from now on. */
                    readonly revoked?: boolean;
                    /** @description The scopes that the key keeps. */
                    readonly scopes?: readonly ("quote" | "orders:create" | "orders:read" | "balance")[];
                    /** @description The only IP addresses and CIDR ranges from which the key can be used. */
                    readonly ip_allow?: readonly (string)[];
                };
            };
            /**
             * @description Rules that are evaluated when an API request arrives.
             * @default []
             */
            readonly requests?: readonly {
                /**
                 * @description Conditions that must all hold. Default: every request.
                 * @default {}
                 */
                readonly match?: {
                    /** @description An operation or a list of them. createOrder also matches the items of a bulk request. */
                    readonly operation?: ("getQuote" | "createEstimate" | "createOrder" | "getOrderStatus" | "getBalance" | "createOrdersBulk") | readonly ("getQuote" | "createEstimate" | "createOrder" | "getOrderStatus" | "getBalance" | "createOrdersBulk")[];
                    /** @description The external_id, or a glob. */
                    readonly external_id?: string;
                    /** @description The recipient address, or a glob. */
                    readonly address?: string;
                    /** @description The package id, or {min, max}. */
                    readonly package_id?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The amount of Energy, or {min, max}: the custom amount that is requested; in webhook rules, the amount ordered. */
                    readonly energy_amount?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The name of the API key, or a glob. */
                    readonly key?: string;
                    /** @description The name of the account, or a glob, for a scenario that applies to several accounts. */
                    readonly account?: string;
                    /** @description How many times all other conditions have held, this time included: a number, or {min, max, every}. */
                    readonly nth?: number | {
                        /** @description The first position that matches. */
                        readonly min?: number;
                        /** @description The last position that matches. */
                        readonly max?: number;
                        /** @description Only multiples of this number match: 2 means every second. */
                        readonly every?: number;
                    };
                    /** @description The probability that the rule applies, from 0 to 1. Draws are derived from the account's seed: the same seed gives the same results. */
                    readonly probability?: number;
                    /** @description {min, max}: the time since the order concerned was accepted. Requests without an order do not match. */
                    readonly order_age?: {
                        /** @description The minimum age that matches. */
                        readonly min?: string;
                        /** @description The maximum age that matches. */
                        readonly max?: string;
                    };
                    /** @description {from, to}: the time since the account was created or reset, on its clock: {from: 2m, to: 12m} is an outage of ten minutes. It matches from `from` on, and no longer at `to`. */
                    readonly clock?: {
                        /** @description The first instant that matches. Default: the beginning. */
                        readonly from?: string;
                        /** @description The first instant that no longer matches. Default: never. */
                        readonly to?: string;
                    };
                    /** @description The position of an order in its bulk request, starting at 1. Single orders do not match. */
                    readonly item?: number | {
                        /** @description The first position that matches. */
                        readonly min?: number;
                        /** @description The last position that matches. */
                        readonly max?: number;
                        /** @description Only multiples of this number match: 2 means every second. */
                        readonly every?: number;
                    };
                    /** @description True: only a repeat of an external_id. False: only its first use. Default: both; with commit, only the first use. */
                    readonly repeat?: boolean;
                };
                /** @description How often the rule may apply. Default: without limit. */
                readonly times?: number;
                /**
                 * @description The scope of the counts of nth and times: the whole account (default), each order, or each external_id.
                 * @default account
                 * @enum {string}
                 */
                readonly per?: "account" | "order" | "external_id";
                /** @description Changes to the account, made before the request is processed. */
                readonly set?: {
                    /** @description The new balance in TRX. */
                    readonly balance_trx?: number;
                    /** @description The account discount in percent. */
                    readonly discount_percent?: number;
                    /** @description Requests per minute for keys without a limit of their own. */
                    readonly rate_limit_per_minute?: number;
                    /** @description Addresses that are not activated: orders to them fail with ADDRESS_NOT_ACTIVE. */
                    readonly inactive_addresses?: readonly string[];
                    /** @description The new secret. Webhooks are signed with it from now on, those of earlier events included. */
                    readonly webhook_secret?: string;
                    /** @description Settings from the register of assumptions, by name. They must not contradict each other; the other settings of the account are not compared. */
                    readonly assumptions?: {
                        readonly [key: string]: unknown;
                    };
                    /** @description New prices of packages. */
                    readonly prices?: readonly {
                        /** @description The id of the package. */
                        readonly package_id: number;
                        /** @description The rental duration in minutes. */
                        readonly duration_minutes: number;
                        /** @description The new price in TRX; null removes the price. */
                        readonly price_trx: number | null;
                    }[];
                    /** @description Ids of packages that are no longer on sale: PACKAGE_NOT_FOUND. */
                    readonly inactive_packages?: readonly number[];
                    /** @description Changes to the TRON node of the account. */
                    readonly chain?: {
                        /**
                         * @description How the TRON node answers: up (default); down: connections are reset; hangs: no response; limited: 429; lagging: as of 45 seconds ago.
                         * @enum {string}
                         */
                        readonly node?: "up" | "down" | "hangs" | "limited" | "lagging";
                        /** @description The price of a unit of Energy on the chain in sun, for transactions from now on. Default: 100. */
                        readonly price_of_energy?: number;
                        /** @description How many of the next broadcasts the node accepts although no block will contain them. */
                        readonly lost_broadcasts?: number;
                    };
                    /** @description Changes to API keys. In set: the key of the request. In given: all keys of the account. */
                    readonly key?: {
                        /** @description True: requests with the key fail with 401 TOKEN_EXPIRED from now on. */
                        readonly expired?: boolean;
                        /** @description True: requests with the key fail with 401 UNAUTHORIZED from now on. */
                        readonly revoked?: boolean;
                        /** @description The scopes that the key keeps. */
                        readonly scopes?: readonly ("quote" | "orders:create" | "orders:read" | "balance")[];
                        /** @description The only IP addresses and CIDR ranges from which the key can be used. */
                        readonly ip_allow?: readonly (string)[];
                    };
                };
                /** @description The response. Without status, error and body, the normal response is sent: later, with other headers, or with the data of an earlier time. */
                readonly reply?: {
                    /** @description The HTTP status. An error without a status implies its status; a status with only one error code implies the code. */
                    readonly status?: number;
                    /**
                     * @description The error code, sent in the standard envelope.
                     * @enum {string}
                     */
                    readonly error?: "INVALID_JSON" | "ID_REQUIRED" | "UNAUTHORIZED" | "TOKEN_EXPIRED" | "INSUFFICIENT_BALANCE" | "SCOPE_FORBIDDEN" | "IP_NOT_ALLOWED" | "NOT_FOUND" | "PACKAGE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TOO_LARGE" | "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE" | "RATE_LIMITED" | "SERVICE_UNAVAILABLE";
                    /** @description A complete body instead of the standard envelope. */
                    readonly body?: unknown;
                    /** @description Headers to add, such as Retry-After. */
                    readonly headers?: {
                        readonly [key: string]: string | number;
                    };
                    /** @description The real time that the client waits for the response, or {min, max}: a time between them, derived from the account's seed. */
                    readonly after?: string | {
                        /** @description The shortest delay. */
                        readonly min: string;
                        /** @description The longest delay. */
                        readonly max: string;
                    };
                    /** @description For status requests: the order as it was so long ago, or when it was accepted, as from a replica that lags. */
                    readonly as_of?: string;
                };
                /**
                 * @description A transport fault instead of a proper response.
                 * @enum {string}
                 */
                readonly fault?: "connection-reset" | "empty-reply" | "hang" | "truncated-json" | "html-502" | "slow-drip";
                /**
                 * @description True: the request is processed first, and only its response is replaced or lost.
                 * @default false
                 */
                readonly commit?: boolean;
            }[];
            /**
             * @description Rules that are evaluated once, when an order is accepted.
             * @default []
             */
            readonly orders?: readonly {
                /**
                 * @description Conditions that must all hold. Default: every order.
                 * @default {}
                 */
                readonly match?: {
                    /** @description The external_id, or a glob. */
                    readonly external_id?: string;
                    /** @description The recipient address, or a glob. */
                    readonly address?: string;
                    /** @description The package id, or {min, max}. */
                    readonly package_id?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The amount of Energy, or {min, max}: the custom amount that is requested; in webhook rules, the amount ordered. */
                    readonly energy_amount?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The name of the API key, or a glob. */
                    readonly key?: string;
                    /** @description The name of the account, or a glob, for a scenario that applies to several accounts. */
                    readonly account?: string;
                    /** @description How many times all other conditions have held, this time included: a number, or {min, max, every}. */
                    readonly nth?: number | {
                        /** @description The first position that matches. */
                        readonly min?: number;
                        /** @description The last position that matches. */
                        readonly max?: number;
                        /** @description Only multiples of this number match: 2 means every second. */
                        readonly every?: number;
                    };
                    /** @description The probability that the rule applies, from 0 to 1. Draws are derived from the account's seed: the same seed gives the same results. */
                    readonly probability?: number;
                    /** @description {from, to}: the time since the account was created or reset, on its clock: {from: 2m, to: 12m} is an outage of ten minutes. It matches from `from` on, and no longer at `to`. */
                    readonly clock?: {
                        /** @description The first instant that matches. Default: the beginning. */
                        readonly from?: string;
                        /** @description The first instant that no longer matches. Default: never. */
                        readonly to?: string;
                    };
                };
                /** @description How often the rule may apply. Default: without limit. */
                readonly times?: number;
                /**
                 * @description The scope of the counts of nth and times: the whole account (default), each order, or each external_id.
                 * @default account
                 * @enum {string}
                 */
                readonly per?: "account" | "order" | "external_id";
                /** @description How the chain differs from what the service says about the order. */
                readonly chain?: {
                    /** @description How long after the order is delegated the Energy is on the chain. Default: at once. */
                    readonly after?: string;
                    /** @description The Energy that the chain delegates, at most the ordered amount. Default: that amount. */
                    readonly energy?: number;
                    /** @description How long the Energy stays on the chain, if that is shorter than the rental. Default: until the order is undelegating. */
                    readonly reclaimed_after?: string;
                };
                /** @description The statuses that follow processing, in order. After the last one, nothing more happens by itself. */
                readonly lifecycle: readonly {
                    /** @description The time since the previous step, or since creation; `rental` is the rental duration. */
                    readonly after: string;
                    /**
                     * @description The status that the order enters.
                     * @enum {string}
                     */
                    readonly to: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
                    /** @description For failed only: the amount is returned to the balance. Default: no refund. */
                    readonly refund?: {
                        /** @description The time from the failure to the refund. */
                        readonly after: string;
                    };
                }[];
            }[];
            /**
             * @description Rules that are evaluated before each delivery attempt of an event.
             * @default []
             */
            readonly webhooks?: readonly {
                /**
                 * @description Conditions that must all hold. Default: every attempt.
                 * @default {}
                 */
                readonly match?: {
                    /** @description The event, or a glob, such as order.delegated or order.*. */
                    readonly event?: string;
                    /** @description The number of the attempt, starting at 1: a number, or {min, max, every}. */
                    readonly attempt?: number | {
                        /** @description The first position that matches. */
                        readonly min?: number;
                        /** @description The last position that matches. */
                        readonly max?: number;
                        /** @description Only multiples of this number match: 2 means every second. */
                        readonly every?: number;
                    };
                    /** @description The external_id, or a glob. */
                    readonly external_id?: string;
                    /** @description The recipient address, or a glob. */
                    readonly address?: string;
                    /** @description The package id, or {min, max}. */
                    readonly package_id?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The amount of Energy, or {min, max}: the custom amount that is requested; in webhook rules, the amount ordered. */
                    readonly energy_amount?: number | {
                        /** @description The smallest value that matches. */
                        readonly min?: number;
                        /** @description The largest value that matches. */
                        readonly max?: number;
                    };
                    /** @description The name of the API key, or a glob. */
                    readonly key?: string;
                    /** @description The name of the account, or a glob, for a scenario that applies to several accounts. */
                    readonly account?: string;
                    /** @description How many times all other conditions have held, this time included: a number, or {min, max, every}. */
                    readonly nth?: number | {
                        /** @description The first position that matches. */
                        readonly min?: number;
                        /** @description The last position that matches. */
                        readonly max?: number;
                        /** @description Only multiples of this number match: 2 means every second. */
                        readonly every?: number;
                    };
                    /** @description The probability that the rule applies, from 0 to 1. Draws are derived from the account's seed: the same seed gives the same results. */
                    readonly probability?: number;
                    /** @description {from, to}: the time since the account was created or reset, on its clock: {from: 2m, to: 12m} is an outage of ten minutes. It matches from `from` on, and no longer at `to`. */
                    readonly clock?: {
                        /** @description The first instant that matches. Default: the beginning. */
                        readonly from?: string;
                        /** @description The first instant that no longer matches. Default: never. */
                        readonly to?: string;
                    };
                };
                /** @description How often the rule may apply. Default: without limit. */
                readonly times?: number;
                /**
                 * @description The scope of the counts of nth and times: the whole account (default), each order, or each external_id.
                 * @default account
                 * @enum {string}
                 */
                readonly per?: "account" | "order" | "external_id";
                /** @description When, how many times and whether the attempt is sent. */
                readonly deliver?: {
                    /** @description How many times the attempt is sent. */
                    readonly copies?: number;
                    /** @description The pause between copies. */
                    readonly apart?: string;
                    /** @description The delay before the attempt. */
                    readonly after?: string;
                    /** @description True: the event is never sent and not retried. */
                    readonly drop?: boolean;
                    /**
                     * @description Waits until the first attempt to deliver that event of the order is complete, or will never be made.
                     * @enum {string}
                     */
                    readonly hold_until?: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
                    /** @description True: the webhook is delivered and answered before the response to the API request is sent. */
                    readonly before_response?: boolean;
                    /**
                     * @description After this delivery, sends that earlier event of the order again, byte for byte.
                     * @enum {string}
                     */
                    readonly replay?: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
                };
                /**
                 * @description How the delivery is corrupted. none leaves it intact and keeps later rules from applying.
                 * @enum {string}
                 */
                readonly corrupt?: "wrong-secret" | "missing-prefix" | "missing-signature" | "upper-case-hex" | "altered-body" | "reserialised" | "stale-signature" | "unknown-event" | "extra-field" | "wrong-event-header" | "same-id-other-bytes" | "new-event-id" | "none";
                /**
                 * @description How the additional copies are corrupted. The attempt itself is not affected, and follows once they were delivered.
                 * @enum {string}
                 */
                readonly corrupt_copies?: "wrong-secret" | "missing-prefix" | "missing-signature" | "upper-case-hex" | "altered-body" | "reserialised" | "stale-signature" | "unknown-event" | "extra-field" | "wrong-event-header" | "same-id-other-bytes" | "new-event-id";
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
