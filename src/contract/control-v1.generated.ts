// Generated from openapi/control-v1.yaml by "npm run generate-types". Do not edit.

export interface paths {
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Check that the process responds */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Check that the server accepts requests */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/info": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get basic information about the server */
        readonly get: operations["getInfo"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/demo": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get the state of the demo */
        readonly get: operations["getDemo"];
        /**
         * Start or stop the demo
         * @description The demo generates realistic customer traffic, including failures, in an account of its own. That account is
         *     created when the demo is first started.
         */
        readonly put: operations["setDemo"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/assumptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the register of assumptions
         * @description What the sandbox does where the specification leaves something open. The values apply to new accounts or,
         *     with `account`, to that account.
         */
        readonly get: operations["listAssumptions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/findings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the findings of all accounts
         * @description Includes the latest 5,000 findings of deleted accounts, and findings of requests without the key of an
         *     account.
         */
        readonly get: operations["listAllFindings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/findings/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List whether each rule was judged in any account
         * @description Includes what deleted accounts had covered, and requests without the key of an account.
         */
        readonly get: operations["listAllFindingRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/coverage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what the clients of the server have covered
         * @description Counted since the server was started. Includes deleted accounts, what accounts had covered before they were reset or
         *     restored, and requests without the key of an account.
         */
        readonly get: operations["getServerCoverage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/unknown-callers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the requests without a valid key
         * @description Requests that belong to no account, because they had no key, an unknown key or a revoked one. A request for a
         *     path outside `/api` counts only if it has an `Authorization` header: browsers ask for such paths by themselves.
         *     The list is bounded like the journal of an account.
         */
        readonly get: operations["listUnknownCallers"];
        readonly put?: never;
        readonly post?: never;
        /** Clear the list of requests without a valid key */
        readonly delete: operations["clearUnknownCallers"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description In the text format of Prometheus: requests by operation and status code, deliveries by kind and outcome, accounts,
         *     scheduled work, deliveries in flight, the size of the data folder, and the metrics of the process such as event
         *     loop lag and memory. Counters begin with the start of the server; event loop lag is measured from the first call
         *     on.
         */
        readonly get: operations["getMetrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List accounts */
        readonly get: operations["listAccounts"];
        readonly put?: never;
        /**
         * Create an account
         * @description All fields are optional. Defaults come from the options that the server was started with. The API key is
         *     returned only in this response. A server behind a load balancer redirects this call to the path of the account,
         *     with the given name or a generated one, so that the balancer finds the account's home.
         */
        readonly post: operations["createAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** Get an account */
        readonly get: operations["getAccount"];
        readonly put?: never;
        /**
         * Create an account at its own path
         * @description Works like `createAccount`, with the name in the path, where a load balancer can read it. A `name` in the body must
         *     be the same. `me` is reserved.
         */
        readonly post: operations["createNamedAccount"];
        /** Delete an account */
        readonly delete: operations["deleteAccount"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the settings of an account
         * @description Fields that are given replace the current values, until the account is reset. Balance, webhook, clock and
         *     scenarios have their own calls.
         */
        readonly patch: operations["changeAccount"];
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reset an account
         * @description Settings, scenarios, balance and clock return to their state at creation. Orders, events, ledger, rule counts
         *     and the journal are cleared. The account keeps its name, webhook, API keys, scenario files and snapshots; changes
         *     that scenarios made to the keys are undone. Order ids start at the setting `first_order_id` again. Event ids are
         *     never reused. Webhooks that wait are no longer sent, and connections on which a webhook is being sent or waits for
         *     its response are closed; this also applies when an account is restored or deleted.
         */
        readonly post: operations["resetAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** List the API keys of an account */
        readonly get: operations["listKeys"];
        readonly put?: never;
        /** Create an API key */
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/keys/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the key.
                 * @example key-2
                 */
                readonly key: components["parameters"]["key"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revoke an API key */
        readonly delete: operations["revokeKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/dashboard-key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get the key of the dashboard
         * @description The key with which the order form of the dashboard places orders. It is not one of the account's keys: it is in
         *     no list, count or snapshot, and stays the same until the server stops. If the call is made with an API key (`me`),
         *     it has the scopes, addresses, rate limit and expiry of that key, and is revoked with it. The service accepts it
         *     only together with the header `X-Sandbox-Dashboard`, which means nothing on requests with any other key. What the
         *     form requests is marked with `by_dashboard` in the journal, and left out of findings, coverage and assertions.
         */
        readonly post: operations["getDashboardKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/quote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * Price a selection
         * @description The price for which the account would get an order now. Unlike a quote of the service API, it is not recorded,
         *     counts toward no rate limit, and no scenario acts on it.
         */
        readonly get: operations["previewQuote"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/deposit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Deposit TRX */
        readonly post: operations["deposit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/balance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the balance
         * @description The difference to the previous balance is recorded in the ledger as an adjustment.
         */
        readonly put: operations["setBalance"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/ledger": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List every change of the balance
         * @description The amounts of all entries add up to the balance. Debits are negative.
         */
        readonly get: operations["listLedger"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/findings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List what the integration did wrong
         * @description Findings are derived from all requests, responses and deliveries since the account was created or reset. They
         *     outlast the request journal, and are in neither snapshots nor the data folder.
         */
        readonly get: operations["listFindings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/findings/rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List whether each rule was judged
         * @description A rule without findings has passed only if it was assessed: without a lost response, nobody can pay twice for an
         *     order.
         */
        readonly get: operations["listFindingRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/coverage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * Get what the clients of an account have covered
         * @description Counted since the account was created, reset or restored. The counts outlast the request journal, and are in
         *     neither snapshots nor the data folder.
         */
        readonly get: operations["getCoverage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** Get the clock */
        readonly get: operations["getClock"];
        /**
         * Change how the clock runs
         * @description The clock shows the same instant before and after. Time never runs backward; use `clock/advance` to move it
         *     forward.
         */
        readonly put: operations["setClock"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/clock/upcoming": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List what is due next
         * @description What is scheduled for the account, earliest first: steps of orders, refunds and deliveries. More follows once
         *     these happen. A step whose order was moved since does nothing when it is due, and is left out.
         */
        readonly get: operations["listUpcoming"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/clock/advance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Advance the clock
         * @description Stops at each instant at which something is due, carries it out and waits for the responses to its webhooks. Give
         *     exactly one goal: `by` a duration, `to` an instant, or `until` something happens. If the goal is known to be
         *     unreachable, the call is rejected and the clock does not move. Advances of one account run one after another.
         *
         *     An advance waits for webhooks that were being delivered when it began and for those of the work that it carries
         *     out, not for those of other requests. It ends if the caller disconnects, at the instant that it has reached, and
         *     if the account is deleted, reset or restored (409 `INTERRUPTED`). All other calls are handled while it runs.
         */
        readonly post: operations["advanceClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/clock/advances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List past advances
         * @description The latest 1,000 advances since the account was created, reset or restored, in memory only. `from` and `to` select
         *     the advances that overlap with the time between them.
         */
        readonly get: operations["listAdvances"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** List the orders of an account */
        readonly get: operations["listOrders"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/orders/{order}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        /** Get an order with its full history */
        readonly get: operations["getOrder"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/orders/{order}/transition": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Move an order to another status
         * @description Only the transitions in `can_go_to` are allowed. If the order's lifecycle includes the new status, the lifecycle
         *     continues from there. Otherwise nothing more happens to the order by itself.
         */
        readonly post: operations["moveOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/orders/{order}/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Refund a failed order */
        readonly post: operations["refundOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/webhook": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** Get the webhook destination */
        readonly get: operations["getWebhook"];
        /**
         * Change the webhook destination
         * @description The destination and the secret survive a reset. A URL that is sent as another call showed it, with its secrets
         *     redacted, is left as it is. A server that other machines can reach refuses URLs of itself, of private networks
         *     and of reserved addresses, unless its operator allows them.
         */
        readonly put: operations["setWebhook"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/receiver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * Get the settings of the built-in receiver
         * @description Every account has a webhook receiver inside the sandbox. It gets the account's webhooks while the destination is
         *     `sandbox:receiver`; nothing is sent over a network then. Its responses say nothing about an integration, so they
         *     are never findings.
         */
        readonly get: operations["getReceiver"];
        /**
         * Set how the built-in receiver responds
         * @description Decides how the receiver responds from now on. Fields that are left out get their defaults; responses that are
         *     pending do not change. The settings survive a reset, but not a restart of the server.
         */
        readonly put: operations["setReceiver"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/receiver/arrivals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List what arrived at the built-in receiver
         * @description One item per delivery, with its exact bytes, the check of its signature, and the response. The list is bounded.
         *     `data.bound` is the maximum number of arrivals that it keeps, and `data.dropped` is the number of older ones that
         *     it has discarded. A reset clears it.
         */
        readonly get: operations["listArrivals"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Clear the arrivals of the built-in receiver
         * @description An event that arrives again afterwards is not a duplicate.
         */
        readonly delete: operations["clearArrivals"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/trigger": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Trigger an event
         * @description Creates an order and moves it, at the current instant, through its statuses up to the event. The price of the
         *     order is debited.
         */
        readonly post: operations["triggerEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/webhooks/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Assert which events occurred
         * @description An event matches if it meets every condition in `match`. Strings may contain the wildcards `*` and `?`. A name or
         *     state of events that does not exist is refused, because nothing could ever match it.
         */
        readonly post: operations["verifyWebhooks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** List the webhook events of an account */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/events/{event_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                readonly event_id: components["parameters"]["eventId"];
            };
            readonly cookie?: never;
        };
        /** Get an event with every delivery attempt */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/events/{event_id}/resend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                readonly event_id: components["parameters"]["eventId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resend an event
         * @description Sends the event immediately, outside its retry schedule. With `corrupt`, the message is deliberately wrong.
         */
        readonly post: operations["resendEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List deliveries
         * @description One item per delivery, with the exact bytes that were sent and the response.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List the API requests of an account
         * @description The journal is bounded. `data.bound` is the maximum number of requests that it keeps, and `data.dropped` is the
         *     number of older requests that it has discarded.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        /** Clear the journal */
        readonly delete: operations["clearRequests"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/requests/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Assert which requests were made
         * @description A request matches if it meets every condition in `match`. Strings may contain the wildcards `*` and `?`. The
         *     verdict also lists the requests that nearly matched. An operation, method, error code or key that does not exist
         *     is refused, because nothing could ever match it. Error codes of scripted responses exist too.
         */
        readonly post: operations["verifyRequests"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/requests/{request}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as in its X-Sandbox-Request-Id response header.
                 * @example req-5
                 */
                readonly request: components["parameters"]["request"];
            };
            readonly cookie?: never;
        };
        /** Get a request with its response and the reasons for it */
        readonly get: operations["getRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/scenarios": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * List active and available scenarios
         * @description Lists the account's own scenarios too, whether they are active or not.
         */
        readonly get: operations["getActiveScenarios"];
        /**
         * Set the active scenarios
         * @description Activates exactly the named scenarios. A scenario that was not active before starts with fresh rule counts, and
         *     its `given` is applied.
         */
        readonly put: operations["setScenarios"];
        /**
         * Activate one more scenario
         * @description Give a scenario of the account or of the library by `name`, or your own as the text of a scenario file (`yaml`)
         *     or as a JSON object with the same keys (`scenario`). It takes precedence over the scenarios that are already
         *     active. An active scenario of the same name is replaced. Your own is kept as a file of the account: it stays
         *     listed and readable when it is deactivated.
         */
        readonly post: operations["addScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/scenarios/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Deactivate a scenario */
        readonly delete: operations["removeScenario"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/scenarios/{name}/file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        /**
         * Get the file of a scenario
         * @description The text that is running if the scenario is active, otherwise the text that activating it by name would run: the
         *     account's own file, or the library's.
         */
        readonly get: operations["getScenarioFile"];
        /**
         * Save a scenario file in the account
         * @description Stores the file as the account's own, without activating it. A file with the name of a scenario of the library
         *     replaces that scenario in this account. If the scenario is active, it runs from now on and keeps its precedence. Files are
         *     part of snapshots and survive a reset.
         */
        readonly put: operations["putScenarioFile"];
        readonly post?: never;
        /**
         * Delete a scenario file of the account
         * @description If the scenario is active, the scenario of the library with the same name replaces it; without one, it is
         *     deactivated.
         */
        readonly delete: operations["deleteScenarioFile"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** List the snapshots of an account */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        /**
         * Take a snapshot
         * @description Saves the current state of the account, until the server ends: a snapshot is not in the data folder. A snapshot
         *     of the same name is replaced.
         */
        readonly post: operations["takeSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/chain/wallets/{address}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description A TRON address, in base58 or hexadecimal.
                 * @example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
                 */
                readonly address: components["parameters"]["walletAddress"];
            };
            readonly cookie?: never;
        };
        /**
         * Read a wallet
         * @description What an address has on the chain now: TRX, USDT, Energy and bandwidth, the orders that delegate Energy to it, and
         *     the transactions that it sent, with what their receipts say.
         */
        readonly get: operations["getWallet"];
        /**
         * Set the balances of a wallet
         * @description Sets the TRX and the USDT of an active address from now on. A balance that is left out stays.
         */
        readonly put: operations["setWallet"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/snapshots/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        /**
         * Export a snapshot
         * @description The export contains the webhook secret but no API key.
         */
        readonly get: operations["exportSnapshot"];
        /**
         * Import a snapshot
         * @description The state is checked for its shape, its sizes and its references, and against its checksum. An account that is
         *     restored from a state that contradicts itself can fail; other accounts are not affected.
         */
        readonly put: operations["importSnapshot"];
        readonly post?: never;
        /** Delete a snapshot */
        readonly delete: operations["deleteSnapshot"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/snapshots/{name}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a snapshot
         * @description Orders, events, ledger, due work, rule counts, settings, scenarios, webhook and clock return to their state
         *     in the snapshot, so the same calls get the same responses. Events of the snapshot keep their ids; later events
         *     get new ones. Deliveries that were in progress are sent again. The account keeps its name and API keys, and its
         *     journal starts empty.
         */
        readonly post: operations["restoreSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/accounts/{account}/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /**
         * Stream what happens to an account
         * @description Server-sent events with ascending ids. `event` is the kind of an account event, `request`, `finding` or `arrival`; `data` is JSON.
         *     An arrival at the built-in receiver is sent when it arrives, and again when its response ends, without headers and
         *     body.
         *     A finding is sent when it is first reported, and again each time its count has doubled. What has not happened is sent
         *     with the first request, response or account event after it counts as a finding. With
         *     Last-Event-ID, the stream continues after that id. If some of the events after it are no longer available, an
         *     event named `gap` reports how many were lost (null if unknown). A client that does not keep up gets an event
         *     named `dropped`, and the stream ends. A stream that was opened with an API key (`me`) sends nothing more once the
         *     key was revoked or has expired, and ends then, or at the latest 15 s later.
         */
        readonly get: operations["streamAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Stream what happens to all accounts
         * @description Works like the stream of an account, with ids of its own. Requests without a valid API key appear only here.
         */
        readonly get: operations["streamAll"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/scenarios": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the available scenarios */
        readonly get: operations["listScenarios"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/scenarios/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Validate a scenario
         * @description Reports every problem in the scenario, rules that never apply among them, and warns about rules that apply only
         *     under conditions that the scenario does not create. Nothing is stored. The API key of any account allows it too.
         */
        readonly post: operations["checkScenario"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/_sandbox/scenarios/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        /** Get a scenario of the library */
        readonly get: operations["getScenario"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An instant in ISO 8601 with `Z` or an offset. It must exist and be in the years 1970 to 9999.
         * @example 2026-01-01T12:00:00.000Z
         */
        readonly Instant: string;
        /** @description An instant in ISO 8601, in the years 1970 to 9999, or null. */
        readonly InstantOrNull: string | null;
        /**
         * @description A number and a unit: `ms`, `s`, `m`, `h` or `d`.
         * @example 61m
         */
        readonly Duration: string;
        /**
         * @description `real`, `manual` (stopped; moves only when advanced) or a multiple of real time, such as `60x`.
         * @example manual
         */
        readonly ClockMode: string;
        /**
         * @description The name of an event.
         * @enum {string}
         */
        readonly EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /**
         * @description The name of an event that announces a state of an order.
         * @enum {string}
         */
        readonly StateEventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /**
         * @description The status of an order.
         * @enum {string}
         */
        readonly OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description The scopes of a key. */
        readonly Scopes: readonly ("quote" | "orders:create" | "orders:read" | "balance")[];
        /** @description IP addresses and CIDR ranges from which the key may be used; empty means everywhere. */
        readonly IpAllow: readonly string[];
        /** @description The cursor of the next page, or null on the last page. */
        readonly Next: string | null;
        /** @description The initial settings of an account. */
        readonly AccountRequest: {
            /** @description Letters, digits, period, underscore and hyphen. Default: a generated name. `me` is reserved. */
            readonly name?: string;
            /** @description The opening balance. */
            readonly balance_trx?: number;
            /** @description The account discount in percent. */
            readonly discount_percent?: number;
            /** @description The webhook destination. Null: events are recorded and not sent. */
            readonly webhook_url?: string | null;
            /** @description The secret that webhooks are signed with. */
            readonly webhook_secret?: string;
            readonly clock?: components["schemas"]["ClockMode"];
            /** @description The time zone of times in orders. */
            readonly time_zone?: string;
            /** @description Names of the active scenarios in order of precedence, highest first. */
            readonly scenarios?: readonly string[];
            /** @description Requests per minute for keys without a limit of their own. */
            readonly rate_limit_per_minute?: number;
            readonly scopes?: components["schemas"]["Scopes"];
            readonly ip_allow?: components["schemas"]["IpAllow"];
            readonly expires_at?: components["schemas"]["InstantOrNull"];
            /**
             * @description Refuse what is otherwise only reported: unknown fields, other content types, and external_ids that name no
             *     scenario. Sets `unknown_fields`, `content_type` and `unknown_sandbox_name` to `reject`.
             */
            readonly strict?: boolean;
            /** @description Further settings, by their names in the register of assumptions. They override `strict`. */
            readonly assumptions?: Record<string, unknown>;
            /**
             * @description The seed of txids, estimates and random choices. If a seed is given here or to the server, event ids are
             *     derived from it too, until the server is started again on a data folder; otherwise they are unique across all
             *     accounts and servers.
             */
            readonly seed?: string;
            /**
             * @description A duration from 1 s to 365 days, such as `10m`. The account is removed, as by a deletion, once nobody has used it
             *     for this time, in real time whatever its clock. The arrival of a request with one of its keys is a use, and
             *     a control call about it for as long as it is in progress, such as an open stream. Webhooks and scheduled work
             *     are no uses. After a start of the server, the time begins again. Default: the `--account-ttl`
             *     of the server, or never.
             */
            readonly idle_ttl?: string;
        };
        /** @description The clock of an account. */
        readonly Clock: {
            /** @description `real`, `manual` or `<n>x`. */
            readonly mode: string;
            /** @description Seconds of account time per second of real time; 0 if the clock is stopped. */
            readonly speed: number;
            readonly now: components["schemas"]["Instant"];
            /** @description The next instant for which something is scheduled, or null if nothing is. */
            readonly next_due_at: string | null;
        };
        /** @description Something that is scheduled. */
        readonly Upcoming: {
            readonly at: components["schemas"]["Instant"];
            /**
             * @description `step`: an order enters a status. `refund`: the price of an order is refunded. `delivery`: a webhook is sent.
             *     `retry`: a webhook is sent again.
             * @enum {string}
             */
            readonly kind: "step" | "refund" | "delivery" | "retry";
            /**
             * Format: int64
             * @description The order concerned.
             */
            readonly order_id: number;
            /** @description The customer's order id. */
            readonly external_id: string | null;
            /** @description The status that the order enters; null for other kinds. */
            readonly status: string | null;
            /** @description The event that is delivered; null for other kinds. */
            readonly event_id: string | null;
            /** @description The name of that event, such as `order.delegated`. */
            readonly event: string | null;
            /** @description The number of the attempt, from 1; 0 for a resend; null for other kinds. */
            readonly attempt: number | null;
        };
        /** @description The key of the dashboard. */
        readonly DashboardKey: {
            /** @description The key. */
            readonly api_key: string;
        };
        /** @description A price, or why there is none. */
        readonly PricePreview: {
            /** @description The price; null if the selection cannot be ordered. */
            readonly quote: {
                /** @description The amount of Energy. */
                readonly energy_amount: number;
                /** @description The rental duration in minutes. */
                readonly duration_minutes: number;
                /** @description The price before the discount. */
                readonly base_price_trx: number;
                /** @description The discount in percent. */
                readonly discount_percent: number;
                /** @description The discount. */
                readonly discount_trx: number;
                /** @description The price. */
                readonly price_trx: number;
            } | null;
            /** @description The error code of the service; null if there is a price. */
            readonly error: string | null;
            /** @description What is wrong with the selection; null if nothing is. */
            readonly message: string | null;
        };
        /** @description A request without a valid key. Secrets are redacted. */
        readonly UnknownCall: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            readonly id: string;
            /** @description When it was answered, on the clock of the host. */
            readonly at: string;
            /** @description The HTTP method. */
            readonly method: string;
            /** @description The path and query as received. */
            readonly url: string;
            /** @description The HTTP status of the response. */
            readonly status: number | null;
            /** @description The error code of the response. */
            readonly error: string | null;
            /** @description Why it was refused. */
            readonly explanation: string;
            /** @description The IP address of the client. */
            readonly ip: string;
            /** @description The User-Agent header, at most 200 characters; null if there was none. */
            readonly user_agent: string | null;
            /** @description The last four characters of the key in the Authorization header; null if there was none. */
            readonly key: string | null;
        };
        /** @description The webhook destination of an account. */
        readonly Webhook: {
            /** @description The destination; `sandbox:receiver` is the built-in receiver. Null: events are recorded and not sent. */
            readonly url: string | null;
            /** @description The secret that webhooks are signed with. */
            readonly secret: string;
        };
        /** @description An account. */
        readonly Account: {
            /** @description The name of the account. */
            readonly name: string;
            /** @description The balance. */
            readonly balance_trx: number;
            /** @description The account discount in percent. */
            readonly discount_percent: number;
            /** @description Requests per minute for keys without a limit of their own. */
            readonly rate_limit_per_minute: number;
            /** @description The time zone of times in new orders. */
            readonly time_zone: string;
            readonly clock: components["schemas"]["Clock"];
            readonly webhook: components["schemas"]["Webhook"];
            /** @description Names of the active scenarios in order of precedence, highest first. */
            readonly scenarios: readonly string[];
            /** @description Names of the active scenarios whose rules have all applied as often as they may, so that they no longer do anything. */
            readonly used_up_scenarios: readonly string[];
            /** @description Recipient addresses that are not activated. */
            readonly inactive_addresses: readonly string[];
            /** @description The condition of the account's TRON node. */
            readonly chain: {
                /**
                 * @description How the node answers.
                 * @enum {string}
                 */
                readonly node: "up" | "down" | "hangs" | "limited" | "lagging";
                /** @description The price of a unit of Energy on the chain in sun. */
                readonly price_of_energy: number;
                /** @description How many of the next broadcasts are lost. */
                readonly lost_broadcasts: number;
            };
            /** @description Settings that differ from the defaults in the register of assumptions. */
            readonly assumptions: Record<string, unknown>;
            /** @description The seed of txids, estimates and random choices. */
            readonly seed: string;
            /** @description The time without use after which it is removed, such as `10m`; null: never. */
            readonly idle_ttl: string | null;
            /** @description Number of API keys. */
            readonly keys: number;
            /** @description Number of orders. */
            readonly orders: number;
            /** @description Number of webhook events. */
            readonly events: number;
            /** @description Number of requests recorded, including those no longer in the journal. */
            readonly requests: number;
            /**
             * Format: date-time
             * @description The instant on the account's clock since which requests are recorded and assessed; null: since the account was created or reset.
             */
            readonly recorded_since: string | null;
            readonly trouble: components["schemas"]["AccountTrouble"];
        };
        /**
         * @description Why the account cannot be used, or null. If its state cannot even be read, all other fields except `name` are
         *     empty or 0.
         */
        readonly AccountTrouble: {
            /**
             * @description `ACCOUNT_FAILED`: an internal error; reset the account, restore a snapshot or delete it. `STORAGE_FAILED`: its
             *     files cannot be written at present; the account continues once they can.
             * @enum {string}
             */
            readonly code: "ACCOUNT_FAILED" | "STORAGE_FAILED";
            /** @description What went wrong. */
            readonly reason: string;
        } | null;
        /** @description A new account. */
        readonly CreatedAccount: {
            /** @description The name of the account. */
            readonly name: string;
            /**
             * @description The API key, returned only here: `ersk_<account>_<24 letters and digits>`. The regular expression
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures the account name.
             */
            readonly api_key: string;
            /** @description The secret that webhooks are signed with. */
            readonly webhook_secret: string;
            /** @description The base URL of the service API. */
            readonly base_url: string;
            readonly account: components["schemas"]["Account"];
        };
        /** @description A change of the balance. */
        readonly LedgerEntry: {
            /** @description Its place in the ledger, from 1. */
            readonly number: number;
            readonly at: components["schemas"]["Instant"];
            /**
             * @description The reason for the change.
             * @enum {string}
             */
            readonly kind: "opening" | "debit" | "refund" | "deposit" | "adjustment";
            /** @description The amount; negative for a debit. */
            readonly amount_trx: number;
            /** @description The balance after the change. */
            readonly balance_trx: number;
            /**
             * Format: int64
             * @description The order that the change belongs to.
             */
            readonly order_id: number | null;
        };
        /** @description Something that the integration did wrong. The lists of ids hold the first 20 each. */
        readonly Finding: {
            /** @description The rule and a number, unique within the account. */
            readonly id: string;
            /** @description The rule that reports it. */
            readonly rule: string;
            /**
             * @description How bad it is.
             * @enum {string}
             */
            readonly severity: "error" | "warning" | "info";
            /** @description The account; null for requests without the key of an account. */
            readonly account: string | null;
            /** @description What was done, when and in which order. */
            readonly message: string;
            /** @description How to fix the integration. */
            readonly fix: string;
            /** @description The orders concerned. */
            readonly orders: readonly number[];
            /** @description The requests concerned. */
            readonly requests: readonly string[];
            /** @description The events concerned. */
            readonly events: readonly string[];
            /** @description How often it was seen. */
            readonly count: number;
            /** @description What it cost, over all occurrences; null if nothing can be counted. */
            readonly cost_trx: number | null;
            readonly at: components["schemas"]["Instant"];
        };
        /** @description Whether a rule was judged. */
        readonly FindingRule: {
            /** @description The id of the rule. */
            readonly id: string;
            /** @description What it reports. */
            readonly title: string;
            /**
             * @description The severity of its findings; null for a rule that is off.
             * @enum {string|null}
             */
            readonly severity: "error" | "warning" | "info" | null;
            /**
             * @description `not-applicable`: nothing has happened in which the mistake could be made.
             * @enum {string}
             */
            readonly status: "judged" | "not-applicable" | "off";
            /** @description Why it was not judged; null if it was, or if it was switched off without a reason. */
            readonly reason: string | null;
        };
        /** @description One behavior of the service that tests can cover. */
        readonly CoverageItem: {
            /** @description Such as `response createOrder 402`, `state review` or `transition delegating>failed`. */
            readonly id: string;
            /**
             * @description The kind of behavior.
             * @enum {string}
             */
            readonly group: "responses" | "replays" | "faults" | "states" | "transitions" | "events" | "deliveries";
            /** @description How often it was covered. */
            readonly met: number;
            /** @description The line that provokes it, such as `X-Sandbox-Scenario: insufficient-balance`. */
            readonly how: string;
        };
        /** @description What tests have covered. */
        readonly Coverage: {
            /** @description Everything that can be covered. What costs a client most if its tests never cover it comes first. */
            readonly items: readonly components["schemas"]["CoverageItem"][];
            /** @description How many items were covered at least once. */
            readonly met: number;
            /** @description How many items there are. */
            readonly total: number;
            /** @description The share of covered items, with one decimal, rounded down. */
            readonly percent: number;
        };
        /**
         * @description Something that happened. `kind` is `order` (an order entered a status), `refund`, `attempt` (a delivery
         *     succeeded or failed), `retry` (the next attempt was scheduled), `settled` (an event reached a final state),
         *     `ledger` or `account`.
         */
        readonly Happening: {
            readonly at: components["schemas"]["Instant"];
            /**
             * @description What happened.
             * @enum {string}
             */
            readonly kind: "order" | "refund" | "attempt" | "retry" | "settled" | "ledger" | "account";
            /**
             * Format: int64
             * @description The order concerned.
             */
            readonly order_id?: number | null;
            /** @description The external_id of that order. */
            readonly external_id?: string | null;
            /** @description The event concerned. */
            readonly event_id?: string;
            readonly event?: components["schemas"]["EventName"];
            readonly status?: components["schemas"]["OrderStatusName"];
            /** @description The cause: `api`, `dashboard` (a click on it), `by hand`, or the location of a scenario rule. */
            readonly cause?: string;
            /** @description The number of the attempt, from 1; 0 for a resend. */
            readonly attempt?: number;
            /** @description The number of the copy, 1 for the attempt itself; for a resend, the number of the resend. */
            readonly copy?: number;
            /** @description The outcome of the delivery. */
            readonly outcome?: string;
            /** @description The HTTP status of the receiver's response; null if there was none. */
            readonly status_code?: number | null;
            readonly due_at?: components["schemas"]["Instant"];
            /** @description The final state of the event. */
            readonly state?: string;
            /** @description The change of the balance. */
            readonly amount_trx?: number;
            /** @description The balance after the change. */
            readonly balance_trx?: number;
            /** @description The kind of the ledger entry. */
            readonly entry?: string;
            /** @description Which part of the account changed. */
            readonly change?: string;
            /** @description What changed on the chain. */
            readonly details?: string;
        };
        /** @description The result of an advance. */
        readonly Advanced: {
            readonly now: components["schemas"]["Instant"];
            /** @description What happened, in order, except changes of the account itself. At most the first 1,000. */
            readonly fired: readonly components["schemas"]["Happening"][];
            /** @description The total number of account events. */
            readonly fired_total: number;
        };
        /** @description An advance of the clock that is over. */
        readonly PastAdvance: {
            readonly from: components["schemas"]["Instant"];
            readonly to: components["schemas"]["Instant"];
        };
        /** @description An order. */
        readonly Order: {
            /**
             * Format: int64
             * @description The service order id.
             */
            readonly id: number;
            /** @description The customer's order id. */
            readonly external_id: string | null;
            /** @description The recipient address. */
            readonly address: string;
            /**
             * Format: int64
             * @description The package id; null for a custom amount.
             */
            readonly package_id: number | null;
            /** @description The amount of Energy ordered. */
            readonly energy_amount: number;
            /** @description The rental duration in minutes. */
            readonly duration_minutes: number;
            /** @description The amount debited. */
            readonly price_trx: number;
            readonly status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction; null if there is none yet. */
            readonly txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            readonly refunded: boolean;
            /** @description ORDER_REVIEW, ORDER_FAILED or null. */
            readonly error_code: string | null;
            readonly created_at: components["schemas"]["Instant"];
            readonly delivered_at: components["schemas"]["InstantOrNull"];
            readonly completed_at: components["schemas"]["InstantOrNull"];
            readonly updated_at: components["schemas"]["Instant"];
            /** @description The number of its events that ran out of attempts. */
            readonly webhooks_given_up: number;
            /** @description The name of the API key that created the order. */
            readonly key: string;
            /** @description The scenario that the request selected for the order, if any. */
            readonly scenario: string | null;
            /** @description What caused the current status: `api`, `by hand`, or the location of a scenario rule. */
            readonly cause: string;
        };
        /** @description An order with its full history. */
        readonly OrderDetail: components["schemas"]["Order"] & {
            /** @description The scenario rule that determined the lifecycle. */
            readonly rule: {
                /** @description The id of the rule. */
                readonly id: string;
                /** @description The location of the rule. */
                readonly source: string;
            } | null;
            /** @description The statuses of the order, oldest first; the latest 1,000. */
            readonly timeline: readonly components["schemas"]["TimelineStep"][];
            /** @description The next scheduled status, or null if there is none. */
            readonly next_step: {
                readonly to: components["schemas"]["OrderStatusName"];
                readonly at: components["schemas"]["Instant"];
            } | null;
            /** @description The statuses that the order can be moved to. */
            readonly can_go_to: readonly components["schemas"]["OrderStatusName"][];
            /** @description The refund, or null if there was none. */
            readonly refund: {
                readonly at: components["schemas"]["Instant"];
                /** @description The amount refunded. */
                readonly amount_trx: number;
            } | null;
            /** @description The ledger entries of the order. */
            readonly ledger: readonly components["schemas"]["LedgerEntry"][];
            /** @description The requests that created, repeated or looked up the order, as far as the journal still has them. */
            readonly requests: readonly components["schemas"]["RequestSummary"][];
            /**
             * @description What responses told the client of the order, whenever it was new, the latest last. Kept as long as findings,
             *     also when the journal no longer has the requests. Null if it is not known: for an order from before a restart
             *     or a restore, and for one that no request of a client made.
             */
            readonly told: readonly {
                readonly at: components["schemas"]["Instant"];
                /** @description The id of the request. */
                readonly request: string;
                readonly status: components["schemas"]["OrderStatusName"];
                /** @description Null if the response does not say it. */
                readonly refunded: boolean | null;
            }[] | null;
        };
        /** @description A status that an order entered, or an event that announces something else while the status stays the same. */
        readonly TimelineStep: {
            readonly status: components["schemas"]["OrderStatusName"];
            readonly at: components["schemas"]["Instant"];
            /** @description The cause: `api`, `dashboard` (a click on it), `by hand`, or the location of a scenario rule. */
            readonly cause: string;
            /** @description The scenario rule that caused it. */
            readonly rule: string | null;
            /** @description The id of the delegation transaction, if this step set it. */
            readonly txid: string | null;
            readonly event: components["schemas"]["EventDetail"];
        };
        /** @description A webhook event. */
        readonly Event: {
            /** @description The event id. */
            readonly event_id: string;
            readonly event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            readonly order_id: number;
            /** @description The customer's order id. */
            readonly external_id: string | null;
            readonly created_at: components["schemas"]["Instant"];
            /**
             * @description `waiting`: waits for an earlier event of the order. `held`: held back until a later event. `scheduled`: the
             *     next attempt is scheduled. `sending`: an attempt is in progress. Final states: `delivered`, `exhausted` (no
             *     attempts are left), `dropped` (by a scenario) and `unsent` (there was no destination). The command line and
             *     the dashboard show an event that is scheduled after a failed attempt as "retrying", and an exhausted one as
             *     "gave up".
             * @enum {string}
             */
            readonly state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description Number of deliveries made. */
            readonly attempts: number;
            /** @description Whether one of them was acknowledged. */
            readonly acknowledged: boolean;
            /**
             * @description What became of deliveries whose signature was deliberately invalid: `accepted` if one of them was
             *     acknowledged, otherwise `refused`; null if there was none. The command line and the dashboard show an event
             *     of which a forged delivery was accepted as "forged, accepted".
             * @enum {string|null}
             */
            readonly forged: "accepted" | "refused" | null;
            /** @description The latest delivery, or null if none was made. */
            readonly last_delivery: {
                readonly at: components["schemas"]["Instant"];
                /**
                 * @description The outcome.
                 * @enum {string}
                 */
                readonly outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description The HTTP status of the response; null if there was none. */
                readonly status: number | null;
            } | null;
            /** @description The next attempt, or null if none is scheduled. */
            readonly next_attempt: {
                /** @description The number of the attempt. */
                readonly number: number;
                /** @description How many attempts are made at most. */
                readonly of: number;
                readonly at: components["schemas"]["Instant"];
            } | null;
        };
        /** @description The settings of an account's built-in receiver. */
        readonly Receiver: {
            /** @description The destination that stands for the receiver: `sandbox:receiver`. */
            readonly url: string;
            /** @description Whether the account's webhooks are sent to it. */
            readonly is_destination: boolean;
            /** @description The HTTP status of its responses. */
            readonly status: number;
            /** @description The delay of its responses in real milliseconds. */
            readonly delay_ms: number;
            /** @description Whether it never responds. */
            readonly hang: boolean;
            /** @description Whether it responds to a delivery without a valid signature with 401 at once. */
            readonly verify: boolean;
            /** @description For how many more deliveries this applies; null for all. */
            readonly times: number | null;
        };
        /** @description A delivery that the built-in receiver got. */
        readonly Arrival: {
            /** @description The number of the arrival, from 1 since the arrivals were cleared. */
            readonly number: number;
            readonly at: components["schemas"]["Instant"];
            /** @description The event, as the body names it, otherwise as the header does. */
            readonly event: string;
            /** @description The event id, likewise. */
            readonly event_id: string;
            /**
             * Format: int64
             * @description The order, as the body names it.
             */
            readonly order_id: number | null;
            /** @description The customer's order id. */
            readonly external_id: string | null;
            /** @description The check of the signature. */
            readonly signature: {
                /** @description Whether the signature is valid for the exact bytes. */
                readonly valid: boolean;
                /** @description What is wrong with it, or null. */
                readonly problem: string | null;
            };
            /** @description The number of the first arrival with the same event id; null for that one itself. */
            readonly duplicate_of: number | null;
            /**
             * @description What became of the response. `timeout`: the sandbox stopped waiting for it. `aborted`: the account was reset
             *     or deleted before.
             * @enum {string}
             */
            readonly state: "pending" | "sent" | "timeout" | "aborted";
            /** @description The HTTP status of the response; null if there is none. */
            readonly status: number | null;
            /** @description The time until the response or its end; null while it is pending. */
            readonly duration_ms: number | null;
            /** @description The headers of the delivery. */
            readonly headers: Record<string, unknown>;
            /** @description The exact body of the delivery. */
            readonly body: string;
        };
        /** @description A webhook event with every delivery. */
        readonly EventDetail: {
            /** @description The event id. */
            readonly event_id: string;
            readonly event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            readonly order_id: number;
            /** @description The customer's order id. */
            readonly external_id: string | null;
            readonly created_at: components["schemas"]["Instant"];
            /**
             * @description `waiting`: waits for an earlier event of the order. `held`: held back until a later event. `scheduled`: the
             *     next attempt is scheduled. `sending`: an attempt is in progress. Final states: `delivered`, `exhausted` (no
             *     attempts are left), `dropped` (by a scenario) and `unsent` (there was no destination). The command line and
             *     the dashboard show an event that is scheduled after a failed attempt as "retrying", and an exhausted one as
             *     "gave up".
             * @enum {string}
             */
            readonly state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description Number of deliveries made. */
            readonly attempts: number;
            /** @description Whether one of them was acknowledged. */
            readonly acknowledged: boolean;
            /**
             * @description What became of deliveries whose signature was deliberately invalid: `accepted` if one of them was
             *     acknowledged, otherwise `refused`; null if there was none. The command line and the dashboard show an event
             *     of which a forged delivery was accepted as "forged, accepted".
             * @enum {string|null}
             */
            readonly forged: "accepted" | "refused" | null;
            /** @description The latest delivery, or null if none was made. */
            readonly last_delivery: {
                readonly at: components["schemas"]["Instant"];
                /**
                 * @description The outcome.
                 * @enum {string}
                 */
                readonly outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description The HTTP status of the response; null if there was none. */
                readonly status: number | null;
            } | null;
            /** @description The next attempt, or null if none is scheduled. */
            readonly next_attempt: {
                /** @description The number of the attempt. */
                readonly number: number;
                /** @description How many attempts are made at most. */
                readonly of: number;
                readonly at: components["schemas"]["Instant"];
            } | null;
            /** @description The attempts that follow if all of them fail: `next_attempt`, and the ones after it. */
            readonly planned_attempts: readonly {
                /** @description The number of the attempt. */
                readonly number: number;
                readonly at: components["schemas"]["Instant"];
            }[];
            /** @description The body of the webhook. */
            readonly payload: Record<string, unknown>;
            /** @description The deliveries, oldest first. */
            readonly deliveries: readonly components["schemas"]["Delivery"][];
        };
        /** @description A delivery of an event. */
        readonly Delivery: {
            /** @description The event id. */
            readonly event_id: string;
            readonly event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            readonly order_id: number;
            /**
             * @description `attempt`: an attempt of the retry schedule. `copy`: an extra copy of an attempt, made by a scenario.
             *     `resend`: a manual resend, or a replay by a scenario. Only an `attempt` decides whether there is another.
             * @enum {string}
             */
            readonly kind: "attempt" | "copy" | "resend";
            /** @description The number of the attempt, from 1; 0 for a resend. */
            readonly attempt: number;
            /** @description The number of the copy, 1 for the attempt itself; for a resend, the number of the resend. */
            readonly copy: number;
            readonly at: components["schemas"]["Instant"];
            /** @description The destination. */
            readonly url: string;
            /**
             * @description The outcome.
             * @enum {string}
             */
            readonly outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
            /** @description The response of the receiver, or null if there was none. */
            readonly answer: {
                /** @description The HTTP status. */
                readonly status: number;
                /** @description The headers. */
                readonly headers: Record<string, unknown>;
                /** @description The beginning of the body. */
                readonly body: string;
            } | null;
            /** @description Why there was no response. */
            readonly error: string | null;
            /** @description The duration. */
            readonly duration_ms: number;
            /** @description Whether the response to the API request waited for the delivery. */
            readonly before_response: boolean;
            /**
             * @description Exactly what was sent, except that the signature is computed with the account's current secret. If the
             *     secret has changed since, a different signature was sent.
             */
            readonly sent: {
                /** @description The headers. */
                readonly headers: Record<string, unknown>;
                /** @description The body as text. */
                readonly body: string;
            };
            /** @description The location of the scenario rule that shaped the delivery. */
            readonly rule: string | null;
            /** @description How the delivery was deliberately corrupted; null if it was not. */
            readonly corruption: {
                /** @description The name of the corruption. */
                readonly name: string;
                /** @description What is wrong and which mistake this finds. */
                readonly explanation: string;
                /** @description Whether the signature is valid for the body. */
                readonly verifies: boolean;
            } | null;
        };
        /** @description A summary of an API request. */
        readonly RequestSummary: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            readonly id: string;
            readonly at: components["schemas"]["Instant"];
            /** @description The operation, or null if the request matched none. */
            readonly operation: string | null;
            /** @description The HTTP method. */
            readonly method: string;
            /** @description The path and query as received. */
            readonly url: string;
            /** @description The HTTP status of the response; null if the client got none. */
            readonly status: number | null;
            /** @description The error code of the response. */
            readonly error: string | null;
            /** @description The name of the API key. */
            readonly key: string | null;
            /** @description Whether the order form of the dashboard made the request. Such requests are left out of findings, coverage and assertions. */
            readonly by_dashboard: boolean;
            /** @description The external_ids in the request, at most 5 of a bulk request. */
            readonly external_ids: readonly string[];
            /** @description The orders that the request created, repeated or looked up. */
            readonly orders: readonly number[];
            /** @description The reason for the response; empty for an ordinary success. */
            readonly explanation: string;
            /** @description The scenario rule that affected the response. */
            readonly rule: {
                /** @description The id of the rule. */
                readonly id: string;
                /** @description The location of the rule. */
                readonly source: string;
            } | null;
            /** @description The transport fault that was applied to the response. */
            readonly fault: string | null;
            /** @description How the request deviates from the specification, even if it succeeded. */
            readonly violations: readonly string[];
            /** @description The duration. */
            readonly duration_ms: number;
            readonly answered_at: components["schemas"]["Instant"];
            /**
             * @description How the response ended, at `answered_at`. `open`: it has not been sent yet. `sent`: completely. `lost`: a
             *     scenario faulted it so that the client cannot use it. `client-gone`: the client closed the connection first.
             * @enum {string}
             */
            readonly end: "open" | "sent" | "lost" | "client-gone";
        };
        /** @description An API request with its response. */
        readonly RequestDetail: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            readonly id: string;
            readonly at: components["schemas"]["Instant"];
            /** @description The operation, or null if the request matched none. */
            readonly operation: string | null;
            /** @description The HTTP method. */
            readonly method: string;
            /** @description The path and query as received. */
            readonly url: string;
            /** @description The HTTP status of the response; null if the client got none. */
            readonly status: number | null;
            /** @description The error code of the response. */
            readonly error: string | null;
            /** @description The name of the API key. */
            readonly key: string | null;
            /** @description Whether the order form of the dashboard made the request. Such requests are left out of findings, coverage and assertions. */
            readonly by_dashboard: boolean;
            /** @description The external_ids in the request, at most 5 of a bulk request. */
            readonly external_ids: readonly string[];
            /** @description The orders that the request created, repeated or looked up. */
            readonly orders: readonly number[];
            /** @description The reason for the response; empty for an ordinary success. */
            readonly explanation: string;
            /** @description The scenario rule that affected the response. */
            readonly rule: {
                /** @description The id of the rule. */
                readonly id: string;
                /** @description The location of the rule. */
                readonly source: string;
            } | null;
            /** @description The transport fault that was applied to the response. */
            readonly fault: string | null;
            /** @description How the request deviates from the specification, even if it succeeded. */
            readonly violations: readonly string[];
            /** @description The duration. */
            readonly duration_ms: number;
            readonly answered_at: components["schemas"]["Instant"];
            /**
             * @description How the response ended, at `answered_at`. `open`: it has not been sent yet. `sent`: completely. `lost`: a
             *     scenario faulted it so that the client cannot use it. `client-gone`: the client closed the connection first.
             * @enum {string}
             */
            readonly end: "open" | "sent" | "lost" | "client-gone";
            /** @description The IP address of the client. */
            readonly ip: string;
            /** @description The headers as received. Secrets are redacted. */
            readonly headers: readonly components["schemas"]["Header"][];
            /** @description The body as text, or null if none was read. */
            readonly body: string | null;
            /** @description The parsed body, or null if it is not JSON. */
            readonly json: unknown;
            /** @description The response that the client got. */
            readonly answer: {
                /** @description The headers. */
                readonly headers: Record<string, unknown>;
                /** @description The body as text. */
                readonly body: string;
                /** @description The parsed body, or null if it is not JSON. */
                readonly json: unknown;
            };
            /** @description Why rules of the active scenarios did not apply, nearest miss first. */
            readonly near_misses: readonly string[];
        };
        /** @description An HTTP header. */
        readonly Header: {
            /** @description The name as received. */
            readonly name: string;
            /** @description The value. */
            readonly value: string;
        };
        /** @description The state of the demo. */
        readonly Demo: {
            /** @description Whether the demo generates traffic. */
            readonly running: boolean;
            /** @description The first account of the demo; null before its first start. */
            readonly account: string | null;
            /** @description The accounts of the demo, two shops with the same customers; empty before its first start. */
            readonly accounts: readonly string[];
            /** @description The story that the demo tells when it starts. */
            readonly chapters: readonly {
                /** @description What happens in it. */
                readonly title: string;
                /** @description The same in one sentence, with what each shop does. */
                readonly text: string;
                /** @description The orders that the shops made in it. */
                readonly orders: readonly {
                    /** @description The shop. */
                    readonly account: string;
                    /**
                     * Format: int64
                     * @description The order.
                     */
                    readonly order_id: number;
                }[];
                /** @description The wallets from which the shops transferred USDT in it; empty after a restart. */
                readonly wallets: readonly {
                    /** @description The shop. */
                    readonly account: string;
                    /** @description The address. */
                    readonly address: string;
                }[];
            }[];
            /** @description The key that the first account uses; null before its first start, and on a server with an admin token. */
            readonly api_key: string | null;
        };
        /** @description An entry of the register of assumptions. */
        readonly Assumption: {
            /** @description The name of the assumption. */
            readonly name: string;
            /** @description The part of the specification that leaves it open. */
            readonly section: string;
            /** @description The reason for the decision. */
            readonly reason: string;
            /** @description Whether this is a setting that can be changed. */
            readonly changeable: boolean;
            /** @description The allowed values; null if it cannot be changed. */
            readonly allowed: string | null;
            /** @description The default. */
            readonly default: unknown;
            /** @description The current value. */
            readonly value: unknown;
        };
        /** @description Basic information about the server. */
        readonly Info: {
            /** @description The name of the npm package. */
            readonly name: string;
            /** @description The version of the package. */
            readonly version: string;
            /** @description The base URL of the service API. */
            readonly base_url: string;
            /** @description The URL of the API documentation page. */
            readonly docs_url: string;
            /** @description Whether the server was started with an admin token. */
            readonly admin_token_required: boolean;
            /** @description The account that was created at startup, if any. */
            readonly default_account: string | null;
            /** @description The key of that account that the server printed at startup, if it is still valid; null on a server with an admin token. */
            readonly default_api_key: string | null;
            /** @description The names of the accounts. */
            readonly accounts: readonly string[];
            /** @description The accounts that cannot be used at present. */
            readonly degraded: readonly {
                /** @description The name of the account. */
                readonly account: string;
                /**
                 * @description As in the `trouble` of the account.
                 * @enum {string}
                 */
                readonly code: "ACCOUNT_FAILED" | "STORAGE_FAILED";
                /** @description What went wrong. */
                readonly reason: string;
            }[];
            /** @description The names of the available scenarios. */
            readonly scenarios: readonly string[];
        };
        /** @description The settings to change. */
        readonly AccountChange: {
            /** @description The account discount in percent. */
            readonly discount_percent?: number;
            /** @description The time zone of times in new orders. */
            readonly time_zone?: string;
            /** @description Requests per minute for keys without a limit of their own. */
            readonly rate_limit_per_minute?: number;
            /** @description Recipient addresses that are not activated. */
            readonly inactive_addresses?: readonly string[];
            readonly chain?: components["schemas"]["ChainCondition"];
            /** @description Settings, by their names in the register of assumptions. */
            readonly assumptions?: Record<string, unknown>;
        };
        /** @description The permissions of a new key. */
        readonly KeyRequest: {
            /** @description A name to recognize the key by. */
            readonly name?: string;
            readonly scopes?: components["schemas"]["Scopes"];
            readonly ip_allow?: components["schemas"]["IpAllow"];
            /** @description The key's own limit of requests per minute, or null to use the limit of the account. */
            readonly rate_limit_per_minute?: number | null;
            readonly expires_at?: components["schemas"]["InstantOrNull"];
        };
        /** @description The amount to add. */
        readonly DepositRequest: {
            /** @description The amount, greater than 0. */
            readonly amount_trx: number;
        };
        /** @description The new balance. */
        readonly BalanceRequest: {
            /** @description The balance. */
            readonly balance_trx: number;
        };
        /** @description New balances. At least one is given. */
        readonly WalletRequest: {
            /** @description The new balance in TRX. */
            readonly balance_trx?: number;
            /** @description The new balance in USDT. */
            readonly balance_usdt?: number;
        };
        /** @description The condition of the account's TRON node. */
        readonly ChainCondition: {
            /**
             * @description How the node answers: up; down: connections are reset; hangs: no response; limited: 429; lagging: as of 45 seconds ago.
             * @enum {string}
             */
            readonly node?: "up" | "down" | "hangs" | "limited" | "lagging";
            /** @description The price of a unit of Energy on the chain in sun, for transactions from now on. */
            readonly price_of_energy?: number;
            /** @description How many of the next broadcasts the node accepts although no block will contain them. */
            readonly lost_broadcasts?: number;
        };
        /**
         * @description For `failed`: when the amount is refunded. `now` (the event already says so), `never` (the default) or a duration.
         * @example 5s
         */
        readonly RefundChoice: string;
        /** @description The new status of an order. */
        readonly TransitionRequest: {
            readonly to: components["schemas"]["OrderStatusName"];
            readonly refund?: components["schemas"]["RefundChoice"];
        };
        /** @description How the built-in receiver responds. */
        readonly ReceiverRequest: {
            /**
             * @description The HTTP status of its responses.
             * @default 200
             */
            readonly status?: number;
            readonly delay?: components["schemas"]["Duration"];
            /**
             * @description True: it never responds, so that deliveries time out.
             * @default false
             */
            readonly hang?: boolean;
            /**
             * @description True: it responds to a delivery without a valid signature with 401 at once.
             * @default true
             */
            readonly verify?: boolean;
            /**
             * @description For how many deliveries status, delay and hang apply; after these it responds with 200. Null: for all.
             * @default null
             */
            readonly times?: number | null;
        };
        /** @description The new webhook destination. */
        readonly WebhookRequest: {
            /** @description The destination; `sandbox:receiver` is the built-in receiver. Null: events are recorded and not sent. */
            readonly url?: string | null;
            /** @description The secret that webhooks are signed with. */
            readonly secret?: string;
        };
        /** @description How to resend an event. */
        readonly ResendRequest: {
            /**
             * @description How to corrupt the delivery.
             * @enum {string}
             */
            readonly corrupt?: "wrong-secret" | "missing-prefix" | "missing-signature" | "upper-case-hex" | "altered-body" | "reserialised" | "stale-signature" | "unknown-event" | "extra-field" | "wrong-event-header" | "same-id-other-bytes" | "new-event-id";
        };
        /** @description The event to trigger and the order to create for it. */
        readonly TriggerRequest: {
            readonly event: components["schemas"]["StateEventName"];
            readonly refund?: components["schemas"]["RefundChoice"];
            /** @description The external_id of the order. Default: none. */
            readonly external_id?: string;
            /** @description The recipient address. */
            readonly address?: string;
            /**
             * Format: int64
             * @description The package id. Default: the first active package.
             */
            readonly package_id?: number;
        };
        /** @description The order and the event that were created. */
        readonly Triggered: {
            /**
             * Format: int64
             * @description The order.
             */
            readonly order_id: number;
            /** @description The event id. */
            readonly event_id: string;
            readonly event: components["schemas"]["EventDetail"];
        };
        /** @description The expected number: one of the fields, or `at_least` and `at_most` together. Default: at least one. */
        readonly Count: {
            /** @description Exactly this many. */
            readonly exactly?: number;
            /** @description At least this many. */
            readonly at_least?: number;
            /** @description At most this many. */
            readonly at_most?: number;
            /**
             * @description None at all.
             * @enum {boolean}
             */
            readonly never?: true;
        };
        /** @description The requests to expect. */
        readonly RequestAssertion: {
            /** @description Conditions that must all hold. Strings may contain the wildcards `*` and `?`. */
            readonly match: {
                /** @description The operation. */
                readonly operation?: string;
                /** @description The HTTP method. */
                readonly method?: string;
                /** @description The path without the query. */
                readonly path?: string;
                /** @description The HTTP status of the response. */
                readonly status?: number;
                /** @description The error code of the response. */
                readonly error?: string;
                /** @description The name of the API key. */
                readonly key?: string;
                /** @description The external_id in the query, in the body or in an item of a bulk request. */
                readonly external_id?: string;
                /**
                 * Format: int64
                 * @description An order that the request created, repeated or looked up.
                 */
                readonly order?: number;
                /** @description Query parameters by name. */
                readonly query?: Record<string, unknown>;
                /** @description Fields of the body. The body may have others. */
                readonly body?: Record<string, unknown>;
                /** @description Headers by name, case-insensitive. */
                readonly headers?: Record<string, unknown>;
            };
            readonly count?: components["schemas"]["Count"];
        };
        /** @description The events to expect. */
        readonly WebhookAssertion: {
            /** @description Conditions that must all hold. Strings may contain the wildcards `*` and `?`. */
            readonly match: {
                /** @description The name of the event. */
                readonly event?: string;
                /** @description The event id. */
                readonly event_id?: string;
                /**
                 * Format: int64
                 * @description The order.
                 */
                readonly order?: number;
                /** @description The external_id of the order. */
                readonly external_id?: string;
                /** @description The state of the event. */
                readonly state?: string;
                /** @description The number of deliveries made. */
                readonly attempts?: number;
                /** @description Whether a delivery was acknowledged. */
                readonly acknowledged?: boolean;
                /** @description Fields of the webhook body. The body may have others. */
                readonly body?: Record<string, unknown>;
            };
            readonly count?: components["schemas"]["Count"];
        };
        /** @description A field that differs from the expectation. */
        readonly Difference: {
            /** @description The field. */
            readonly field: string;
            /** @description The expected value. */
            readonly expected: unknown;
            /** @description The actual value. */
            readonly actual: unknown;
        };
        /** @description Whether the requests meet the expectation. */
        readonly RequestVerdict: {
            /** @description Whether the expectation is met. */
            readonly ok: boolean;
            /** @description The number of matches. */
            readonly matched: number;
            /** @description The expected number, in words. */
            readonly expected: string;
            /** @description The verdict in words. */
            readonly message: string;
            /** @description The ids of the matches, at most the latest 20. */
            readonly matches: readonly string[];
            /** @description The nearest misses, fewest differences first; at most 5. */
            readonly near_misses: readonly {
                /** @description The request id. */
                readonly request_id: string;
                /** @description The differences. */
                readonly differences: readonly components["schemas"]["Difference"][];
            }[];
        };
        /** @description Whether the events meet the expectation. */
        readonly WebhookVerdict: {
            /** @description Whether the expectation is met. */
            readonly ok: boolean;
            /** @description The number of matches. */
            readonly matched: number;
            /** @description The expected number, in words. */
            readonly expected: string;
            /** @description The verdict in words. */
            readonly message: string;
            /** @description The ids of the matches, at most the latest 20. */
            readonly matches: readonly string[];
            /** @description The nearest misses, fewest differences first; at most 5. */
            readonly near_misses: readonly {
                /** @description The event id. */
                readonly event_id: string;
                /** @description The differences. */
                readonly differences: readonly components["schemas"]["Difference"][];
            }[];
        };
        /** @description An API key. */
        readonly Key: {
            /** @description The key id. */
            readonly id: string;
            /** @description A name to recognize the key by. */
            readonly name: string;
            /** @description The last four characters of the key. */
            readonly hint: string;
            readonly scopes: components["schemas"]["Scopes"];
            readonly ip_allow: components["schemas"]["IpAllow"];
            /** @description The key's own limit of requests per minute, or null to use the limit of the account. */
            readonly rate_limit_per_minute: number | null;
            readonly expires_at: components["schemas"]["InstantOrNull"];
            /** @description Whether the key was revoked. */
            readonly revoked: boolean;
        };
        /** @description A new API key. */
        readonly CreatedKey: {
            /**
             * @description The full key, returned only here: `ersk_<account>_<24 letters and digits>`. The regular expression
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures the account name.
             */
            readonly api_key: string;
            readonly key: components["schemas"]["Key"];
        };
        /** @description A balance. */
        readonly Balance: {
            /** @description The balance of the account. */
            readonly balance_trx: number;
        };
        /** @description What an address has on the chain. */
        readonly Wallet: {
            /** @description The address in base58. */
            readonly address: string;
            /** @description False: the address is not activated, and has nothing. */
            readonly active: boolean;
            /** @description The balance in TRX. */
            readonly balance_trx: number;
            /** @description The balance in USDT. */
            readonly balance_usdt: number;
            readonly energy: components["schemas"]["ChainResource"];
            readonly bandwidth: components["schemas"]["ChainResource"];
            /** @description The orders that delegate Energy to it now, oldest first. */
            readonly delegations: readonly {
                /**
                 * Format: int64
                 * @description The order.
                 */
                readonly order_id: number;
                /** @description The external_id of the order. */
                readonly external_id: string | null;
                /** @description The Energy that it delegates. */
                readonly energy: number;
                readonly delegated_at: components["schemas"]["Instant"];
                /**
                 * Format: date-time
                 * @description When a scenario reclaims the Energy early; null: once the order is undelegating.
                 */
                readonly reclaimed_at: string | null;
                /** @description The delegation transaction. */
                readonly txid: string;
            }[];
            /** @description The latest transactions that it sent and that are in a block, newest first. */
            readonly transactions: readonly {
                /** @description The transaction. */
                readonly txid: string;
                readonly at: components["schemas"]["Instant"];
                /**
                 * @description What it transfers; other: it calls the contract of USDT in another way.
                 * @enum {string}
                 */
                readonly kind: "trx" | "usdt" | "other";
                /** @description The recipient. */
                readonly to: string;
                /** @description The TRX or USDT, whether transferred or not. */
                readonly amount: number;
                /**
                 * @description Anything but SUCCESS: nothing was transferred, but its fee was paid.
                 * @enum {string}
                 */
                readonly result: "SUCCESS" | "REVERT" | "OUT_OF_ENERGY";
                /** @description The rented Energy that it used. */
                readonly energy_used: number;
                /** @description The TRX that were burned for the Energy that was missing. */
                readonly burned_trx: number;
                /** @description All that it cost: burned_trx, and what was paid for bandwidth, a memo or an activation. */
                readonly fee_trx: number;
            }[];
        };
        /** @description Energy, or free bandwidth in bytes. */
        readonly ChainResource: {
            /** @description What the address has in all. */
            readonly limit: number;
            /** @description What it has used and not yet recovered. */
            readonly used: number;
            /** @description What it can use now. */
            readonly left: number;
        };
        /** @description What was deleted. */
        readonly Deleted: {
            /** @description The name of what was deleted. */
            readonly name: string;
        };
        /** @description What was cleared. */
        readonly Cleared: {
            /** @description The number of entries that were removed. */
            readonly cleared: number;
        };
        /** @description The names of scenarios. */
        readonly ScenarioNames: {
            /** @description Names of scenarios of the account or of the library. */
            readonly names: readonly string[];
        };
        /** @description A scenario. Exactly one of the fields is given. */
        readonly ScenarioInput: {
            /** @description The name of a scenario of the account or of the library. */
            readonly name?: string;
            /** @description The text of a scenario file. */
            readonly yaml?: string;
            /** @description A JSON object with the keys of a scenario file. */
            readonly scenario?: Record<string, unknown>;
            /**
             * @description Only for `name`: how often each rule may apply before the scenario is used up, such as 1 for the next request
             *     only. The rules are then counted for the whole account. By default, as the file says.
             */
            readonly times?: number;
            /**
             * @description Only for `yaml` and `scenario`: the `digest` of the file that this one replaces, as it was read; null if there
             *     was none. If the file has changed since, nothing is done: 409 `SCENARIO_CHANGED`. Without this field, the
             *     file is replaced whatever it is.
             */
            readonly expected_digest?: string | null;
        };
        /** @description A summary of a scenario. */
        readonly Scenario: {
            /** @description The name. */
            readonly name: string;
            /** @description What the scenario does and which bug it finds. */
            readonly summary: string;
            /** @description The recipient address that selects the scenario. */
            readonly magic_address: string | null;
            /** @description The number of rules for requests. */
            readonly requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            readonly orders: number;
            /** @description The number of rules for webhooks. */
            readonly webhooks: number;
            /** @description The scenario in the form of its file, with defaults applied, and with the places of its rules in `sources`; only on request. */
            readonly rules?: Record<string, unknown>;
            /** @description Only of an active scenario: how often each rule may apply, if the scenario was activated for a number of times; otherwise null. */
            readonly times?: number | null;
            /** @description Only of an active scenario: how often its rules have applied since it was activated. */
            readonly applied?: number;
            /** @description Only of an active scenario: whether each of its rules has applied as often as it may, so that the scenario no longer does anything. */
            readonly used_up?: boolean;
        };
        /** @description The text of a scenario file. */
        readonly ScenarioText: {
            /** @description The text of the file. */
            readonly yaml: string;
            /**
             * @description Only for `yaml` and `scenario`: the `digest` of the file that this one replaces, as it was read; null if there
             *     was none. If the file has changed since, nothing is done: 409 `SCENARIO_CHANGED`. Without this field, the
             *     file is replaced whatever it is.
             */
            readonly expected_digest?: string | null;
        };
        /** @description The file of a scenario, as an account sees it. */
        readonly ScenarioFile: {
            /** @description The name. */
            readonly name: string;
            /** @description What the scenario does and which bug it finds. */
            readonly summary: string;
            /** @description The recipient address that selects the scenario. */
            readonly magic_address: string | null;
            /** @description The number of rules for requests. */
            readonly requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            readonly orders: number;
            /** @description The number of rules for webhooks. */
            readonly webhooks: number;
            /** @description The text of the file, or null if the server does not have it. */
            readonly yaml: string | null;
            /** @description The SHA-256 digest of the text in UTF-8, in hexadecimal. Null without a text. */
            readonly digest: string | null;
            /** @description Whether the account keeps the file. */
            readonly own: boolean;
            /** @description Whether the scenario is active. */
            readonly active: boolean;
            /** @description Whether the file is used in the place of a scenario of the library, which deleting the file brings back. */
            readonly replaces_built_in: boolean;
        };
        /** @description A scenario. */
        readonly ScenarioDetail: {
            /** @description The name. */
            readonly name: string;
            /** @description What the scenario does and which bug it finds. */
            readonly summary: string;
            /** @description The recipient address that selects the scenario. */
            readonly magic_address: string | null;
            /** @description The number of rules for requests. */
            readonly requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            readonly orders: number;
            /** @description The number of rules for webhooks. */
            readonly webhooks: number;
            /** @description The text of the scenario file, or null if it is not available. */
            readonly yaml: string | null;
            /** @description The scenario in the form of its file, with defaults applied, and with the places of its rules in `sources`. */
            readonly rules: Record<string, unknown>;
        };
        /** @description The scenarios of an account. */
        readonly ActiveScenarios: {
            /** @description The active scenarios in order of precedence, highest first. */
            readonly active: readonly components["schemas"]["Scenario"][];
            /** @description The scenarios that the account keeps, active or not, sorted by name. They replace scenarios of the library with the same name. */
            readonly own: readonly components["schemas"]["Scenario"][];
            /** @description The scenarios that can be activated by name. */
            readonly library: readonly components["schemas"]["Scenario"][];
        };
        /** @description A problem in a scenario. */
        readonly Problem: {
            /** @description The location: `file:line:column`, or a path such as `requests[0].reply`. */
            readonly where: string;
            /** @description What was expected and what was found. */
            readonly message: string;
        };
        /** @description The result of validating a scenario. */
        readonly ScenarioCheck: {
            /** @description Whether the scenario is valid. Warnings do not matter. */
            readonly valid: boolean;
            /** @description The problems, in the order of the text. */
            readonly problems: readonly components["schemas"]["Problem"][];
            /** @description Rules that probably do not work as intended; empty if there are problems. */
            readonly warnings: readonly components["schemas"]["Problem"][];
            /** @description A summary of the scenario, or null if it is not valid. */
            readonly scenario: {
                /** @description The name. */
                readonly name: string;
                /** @description What the scenario does and which bug it finds. */
                readonly summary: string;
                /** @description The recipient address that selects the scenario. */
                readonly magic_address: string | null;
                /** @description The number of rules for requests. */
                readonly requests: number;
                /** @description The number of rules for the lifecycles of orders. */
                readonly orders: number;
                /** @description The number of rules for webhooks. */
                readonly webhooks: number;
            } | null;
        };
        /** @description The name of a snapshot. */
        readonly SnapshotRequest: {
            /** @description The name. */
            readonly name: string;
        };
        /** @description A summary of a snapshot. */
        readonly Snapshot: {
            /** @description The name. */
            readonly name: string;
            /** @description The name of the account that the snapshot was taken of. */
            readonly account: string;
            readonly taken_at: components["schemas"]["Instant"];
            /** @description The balance in the snapshot. */
            readonly balance_trx: number;
            /** @description The number of orders. */
            readonly orders: number;
            /** @description The number of events. */
            readonly events: number;
            /** @description The size of the state as JSON. */
            readonly bytes: number;
            /** @description Only in the response to an import: what could not be checked. */
            readonly warning?: string;
        };
        /** @description A complete snapshot. */
        readonly SnapshotFile: {
            /** @description The version of the snapshot format: 2. */
            readonly format: number;
            /** @description The name of the account that the snapshot was taken of. */
            readonly account: string;
            readonly taken_at: components["schemas"]["Instant"];
            /** @description The CRC-32 of the state, by which an import detects changes. An import without it succeeds with a warning. */
            readonly checksum?: string;
            /** @description The full state of the account, in an internal format. */
            readonly state: Record<string, unknown>;
        };
        /** @description The probe succeeded. */
        readonly ProbeAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description The state. */
            readonly data: {
                /**
                 * @description Always `ok`.
                 * @enum {string}
                 */
                readonly status: "ok";
            };
        };
        /** @description Basic information about the server. */
        readonly InfoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Info"];
        };
        /** @description The state of the demo. */
        readonly DemoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Demo"];
        };
        /** @description The register of assumptions. */
        readonly AssumptionsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description The register of assumptions. */
            readonly data: {
                /** @description All entries. */
                readonly items: readonly components["schemas"]["Assumption"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description An account. */
        readonly AccountAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Account"];
        };
        /** @description A new account. */
        readonly CreatedAccountAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["CreatedAccount"];
        };
        /** @description Accounts. */
        readonly AccountsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The accounts. */
                readonly items: readonly components["schemas"]["Account"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description Past advances. */
        readonly AdvancesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The advances. */
                readonly items: readonly components["schemas"]["PastAdvance"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description Entries of the ledger. */
        readonly LedgerAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The entries. */
                readonly items: readonly components["schemas"]["LedgerEntry"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description Findings. */
        readonly FindingsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The findings. */
                readonly items: readonly components["schemas"]["Finding"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description The rules of findings. */
        readonly FindingRulesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description The list. */
            readonly data: {
                /** @description The rules, what costs most first. */
                readonly items: readonly components["schemas"]["FindingRule"][];
            };
        };
        /** @description A coverage. */
        readonly CoverageAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Coverage"];
        };
        /** @description A clock. */
        readonly ClockAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Clock"];
        };
        /** @description What is due next. */
        readonly UpcomingAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description What is due next. */
            readonly data: {
                /** @description What is due, earliest first. */
                readonly items: readonly components["schemas"]["Upcoming"][];
                readonly next: components["schemas"]["Next"];
                /** @description How much is scheduled altogether. */
                readonly total: number;
            };
        };
        /** @description The key of the dashboard. */
        readonly DashboardKeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["DashboardKey"];
        };
        /** @description A price. */
        readonly PricePreviewAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["PricePreview"];
        };
        /** @description Requests without a valid key. */
        readonly UnknownCallersAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description Requests without a valid key. */
            readonly data: {
                /** @description The requests of the page. */
                readonly items: readonly components["schemas"]["UnknownCall"][];
                readonly next: components["schemas"]["Next"];
                /** @description The maximum number of requests that are kept. */
                readonly bound: number;
                /** @description Number of older requests that were discarded. */
                readonly dropped: number;
            };
        };
        /** @description The result of an advance. */
        readonly AdvancedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Advanced"];
        };
        /** @description Orders. */
        readonly OrdersAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The orders. */
                readonly items: readonly components["schemas"]["Order"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description An order. */
        readonly OrderAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["OrderDetail"];
        };
        /** @description Events. */
        readonly EventsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The events. */
                readonly items: readonly components["schemas"]["Event"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description An event. */
        readonly EventAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["EventDetail"];
        };
        /** @description Deliveries. */
        readonly DeliveriesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The deliveries. */
                readonly items: readonly components["schemas"]["Delivery"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description Requests. */
        readonly RequestsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The requests. */
                readonly items: readonly components["schemas"]["RequestSummary"][];
                readonly next: components["schemas"]["Next"];
                /** @description The maximum number of requests that the journal keeps. */
                readonly bound: number;
                /** @description The number of requests that the journal has discarded. */
                readonly dropped: number;
            };
        };
        /** @description A request. */
        readonly RequestAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["RequestDetail"];
        };
        /** @description API keys. */
        readonly KeysAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description All of them. */
                readonly items: readonly components["schemas"]["Key"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description An API key. */
        readonly KeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Key"];
        };
        /** @description A new API key. */
        readonly CreatedKeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["CreatedKey"];
        };
        /** @description A wallet. */
        readonly WalletAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Wallet"];
        };
        /** @description A balance. */
        readonly BalanceAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Balance"];
        };
        /** @description What was deleted. */
        readonly DeletedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Deleted"];
        };
        /** @description What was cleared. */
        readonly ClearedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Cleared"];
        };
        /** @description The built-in receiver. */
        readonly ReceiverAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Receiver"];
        };
        /** @description Arrivals. */
        readonly ArrivalsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description The arrivals. */
                readonly items: readonly components["schemas"]["Arrival"][];
                readonly next: components["schemas"]["Next"];
                /** @description The maximum number of arrivals kept. */
                readonly bound: number;
                /** @description The number of older arrivals discarded. */
                readonly dropped: number;
            };
        };
        /** @description The webhook destination. */
        readonly WebhookAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Webhook"];
        };
        /** @description The order and the event. */
        readonly TriggeredAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Triggered"];
        };
        /** @description A delivery. */
        readonly DeliveryAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Delivery"];
        };
        /** @description A verdict. */
        readonly RequestVerdictAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["RequestVerdict"];
        };
        /** @description A verdict. */
        readonly WebhookVerdictAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["WebhookVerdict"];
        };
        /** @description Scenarios. */
        readonly ActiveScenariosAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["ActiveScenarios"];
        };
        /** @description The scenario library. */
        readonly ScenariosAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description All of them. */
                readonly items: readonly components["schemas"]["Scenario"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description A scenario. */
        readonly ScenarioAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["ScenarioDetail"];
        };
        /** @description The file of a scenario. */
        readonly ScenarioFileAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["ScenarioFile"];
        };
        /** @description The result of validating a scenario. */
        readonly ScenarioCheckAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["ScenarioCheck"];
        };
        /** @description Snapshots. */
        readonly SnapshotsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            /** @description A page of the list. */
            readonly data: {
                /** @description All of them. */
                readonly items: readonly components["schemas"]["Snapshot"][];
                readonly next: components["schemas"]["Next"];
            };
        };
        /** @description A snapshot. */
        readonly SnapshotAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["Snapshot"];
        };
        /** @description A complete snapshot. */
        readonly SnapshotExportAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            readonly success: true;
            readonly data: components["schemas"]["SnapshotFile"];
        };
        /** @description The request does not match this description. */
        readonly InvalidRequestError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INVALID_REQUEST";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The call has to be sent to another path. */
        readonly RedirectedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "CREATE_BY_NAME";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The credentials are missing or wrong. */
        readonly UnauthorizedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ADMIN_TOKEN_REQUIRED" | "API_KEY_REQUIRED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description A request that is not allowed from where it comes. */
        readonly ForbiddenError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "HOST_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED" | "IP_NOT_ALLOWED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such account. */
        readonly AccountNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such order. */
        readonly OrderNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "ORDER_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such event. */
        readonly EventNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "EVENT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such request. */
        readonly RequestNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "REQUEST_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such scenario. */
        readonly ScenarioNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "SCENARIO_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such scenario. */
        readonly UnknownScenarioError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "SCENARIO_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description A limit of the account is reached. */
        readonly LimitReachedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "LIMIT_REACHED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description A limit of the account is reached, or the file was changed meanwhile. */
        readonly ScenarioNotKeptError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "LIMIT_REACHED" | "SCENARIO_CHANGED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The name is already in use, or there are too many accounts. */
        readonly AccountExistsError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_EXISTS" | "LIMIT_REACHED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The goal of an advance was not reached. */
        readonly NotAdvancedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "NOT_REACHABLE" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The body is too large. */
        readonly RequestTooLargeError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "REQUEST_TOO_LARGE";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The server is shutting down. */
        readonly NotReadyError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "NOT_READY";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such key. */
        readonly KeyNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "KEY_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description There is no such snapshot. */
        readonly SnapshotNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ACCOUNT_NOT_FOUND" | "SNAPSHOT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The transition is not allowed, or the call was interrupted. */
        readonly TransitionError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "TRANSITION_NOT_ALLOWED" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The order cannot be refunded. */
        readonly RefundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "REFUND_NOT_ALLOWED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The account has no webhook destination, or the call was interrupted. */
        readonly NoDestinationError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "NO_DESTINATION" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The order was refused, or the call was interrupted. */
        readonly OrderRefusedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ORDER_REFUSED" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
        /** @description The scenario is not valid. */
        readonly InvalidScenarioError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INVALID_REQUEST" | "SCENARIO_INVALID";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
            /** @description The problems, in the order of the text. */
            readonly problems?: readonly components["schemas"]["Problem"][];
        };
        /** @description The snapshot is not valid. */
        readonly InvalidSnapshotError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            readonly success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INVALID_REQUEST" | "SNAPSHOT_INVALID";
            /** @description What was wrong and how to fix it. */
            readonly message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            readonly path: string | null;
        };
    };
    responses: {
        /** @description A limit of the account is reached; the message names it. Nothing was done. */
        readonly LimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["LimitReachedError"];
            };
        };
        /** @description A limit of the account is reached, or the file is not the one that was expected. Nothing was done. */
        readonly ScenarioNotKept: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ScenarioNotKeptError"];
            };
        };
        /** @description The request does not match this description; `path` says where. Nothing was done. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** @description The admin token is missing or wrong. For `me`, the API key is missing, unknown, revoked or expired. */
        readonly Unauthorized: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The request comes from a page of another origin, its Host header names another machine, or the key does not allow the caller's IP address. */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description There is no such account. */
        readonly AccountNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["AccountNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such order. */
        readonly OrderNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OrderNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such event. */
        readonly EventNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventNotFoundError"];
            };
        };
        /** @description There is no such account, or the request is not or no longer in its journal. */
        readonly RequestNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RequestNotFoundError"];
            };
        };
        /** @description There is no such account or no such scenario. */
        readonly ScenarioNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ScenarioNotFoundError"];
            };
        };
        /** @description There is no such scenario. */
        readonly UnknownScenario: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnknownScenarioError"];
            };
        };
        /** @description There is no such account, or the account has no such key. */
        readonly KeyNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["KeyNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such snapshot. */
        readonly SnapshotNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["SnapshotNotFoundError"];
            };
        };
        /** @description The request does not match this description, or the scenario is not valid; `problems` lists every problem. */
        readonly InvalidScenario: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["InvalidScenarioError"];
            };
        };
        /** @description The request does not match this description, or is not a snapshot that this version can read; `path` says where. */
        readonly InvalidSnapshot: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["InvalidSnapshotError"];
            };
        };
        /** @description The body exceeds the maximum size for this call. */
        readonly RequestTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RequestTooLargeError"];
            };
        };
    };
    parameters: {
        /**
         * @description The name of the account, or `me` for the account of the API key.
         * @example demo
         */
        readonly account: string;
        /**
         * @description The service order id.
         * @example 48211
         */
        readonly order: number;
        /**
         * @description The id of the event.
         * @example order-48211-order.delegated-ab12cd34ef56
         */
        readonly eventId: string;
        /**
         * @description The id of the request, as in its X-Sandbox-Request-Id response header.
         * @example req-5
         */
        readonly request: string;
        /**
         * @description The id of the key.
         * @example key-2
         */
        readonly key: string;
        /**
         * @description The name of the scenario.
         * @example failed-with-refund
         */
        readonly scenarioName: string;
        /**
         * @description A TRON address, in base58 or hexadecimal.
         * @example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
         */
        readonly walletAddress: string;
        /**
         * @description The name of the snapshot.
         * @example before-checkout
         */
        readonly snapshotName: string;
        /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
        readonly lastEventId: number;
        /** @description The maximum number of items per page. */
        readonly limit: number;
        /** @description `data.next` of the previous page. */
        readonly cursor: string;
        /** @description Which items come first. */
        readonly sort: "oldest" | "newest";
        /** @description Only items at or after this instant. */
        readonly from: components["schemas"]["Instant"];
        /** @description Only items at or before this instant. */
        readonly to: components["schemas"]["Instant"];
        /** @description Only items that concern this order. */
        readonly orderFilter: number;
        /** @description Only items of this kind of event. */
        readonly eventFilter: components["schemas"]["EventName"];
        /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
        readonly externalIdFilter: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process responds. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The server accepts requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The server is shutting down. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    readonly getInfo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Basic information about the server. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InfoAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly getDemo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The state of the demo. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DemoAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly setDemo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Whether the demo generates traffic from now on. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "running": true
                 *     }
                 */
                readonly "application/json": {
                    /** @description Whether the demo generates traffic. */
                    readonly running: boolean;
                };
            };
        };
        readonly responses: {
            /** @description The state of the demo. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DemoAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listAssumptions: {
        readonly parameters: {
            readonly query?: {
                /** @description The account whose values to return; `me` for that of the API key. */
                readonly account?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The register of assumptions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssumptionsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listAllFindings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description `true` also reports what has not happened by now. Otherwise that is reported once ten minutes have passed on
                 *     the account's clock.
                 */
                readonly final?: boolean;
                /** @description Only findings that are at least this severe. */
                readonly severity?: "error" | "warning" | "info";
                /** @description Only findings of this rule. */
                readonly rule?: string;
                /** @description Rules whose findings are left out, separated by commas. */
                readonly except?: string;
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The findings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindingsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly listAllFindingRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindingRulesAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly getServerCoverage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The coverage. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CoverageAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly listUnknownCallers: {
        readonly parameters: {
            readonly query?: {
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnknownCallersAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly clearUnknownCallers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list was cleared. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The metrics. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly listAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The accounts, oldest first. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly createAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The initial settings of the account. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "balance_trx": 100,
                 *       "clock": "manual",
                 *       "webhook_url": "http://127.0.0.1:4020/webhooks"
                 *     }
                 */
                readonly "application/json": components["schemas"]["AccountRequest"];
            };
        };
        readonly responses: {
            /** @description The account, with its API key and webhook secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedAccountAnswer"];
                };
            };
            /** @description The server is behind a load balancer. Send the same request to `Location`. */
            readonly 307: {
                headers: {
                    /** @description The path of the account, relative to this one. */
                    readonly Location: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedirectedError"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["UnknownScenario"];
            /** @description An account with this name already exists, or the server has the maximum number of accounts. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountExistsError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly createNamedAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The initial settings of the account. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "balance_trx": 100,
                 *       "clock": "manual"
                 *     }
                 */
                readonly "application/json": components["schemas"]["AccountRequest"];
            };
        };
        readonly responses: {
            /** @description The account, with its API key and webhook secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedAccountAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["UnknownScenario"];
            /** @description An account with this name already exists, or the server has the maximum number of accounts. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountExistsError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly deleteAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account was deleted, with its keys and everything else that belonged to it. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly changeAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The settings to change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "discount_percent": 10
                 *     }
                 */
                readonly "application/json": components["schemas"]["AccountChange"];
            };
        };
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly resetAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeysAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The permissions of the key. Default: all scopes, from any address, without expiry. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "quote",
                 *         "balance"
                 *       ],
                 *       "rate_limit_per_minute": 10
                 *     }
                 */
                readonly "application/json": components["schemas"]["KeyRequest"];
            };
        };
        readonly responses: {
            /** @description The key. It is returned in full only in this response. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedKeyAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the key.
                 * @example key-2
                 */
                readonly key: components["parameters"]["key"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key, which is no longer valid. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["KeyNotFound"];
        };
    };
    readonly getDashboardKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DashboardKeyAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly previewQuote: {
        readonly parameters: {
            readonly query?: {
                /** @description The package. */
                readonly package_id?: number;
                /** @description A custom amount of Energy, instead of a package. */
                readonly energy_amount?: number;
                /** @description The rental duration. Default: as for orders. */
                readonly duration_minutes?: number;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The price, or the error with which the service would refuse the selection. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PricePreviewAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly deposit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The amount to add. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "amount_trx": 50
                 *     }
                 */
                readonly "application/json": components["schemas"]["DepositRequest"];
            };
        };
        readonly responses: {
            /** @description The balance. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BalanceAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly setBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The new balance. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "balance_trx": 0
                 *     }
                 */
                readonly "application/json": components["schemas"]["BalanceRequest"];
            };
        };
        readonly responses: {
            /** @description The balance. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BalanceAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listLedger: {
        readonly parameters: {
            readonly query?: {
                /** @description Only items that concern this order. */
                readonly order?: components["parameters"]["orderFilter"];
                /** @description Only entries of this kind. */
                readonly kind?: "opening" | "debit" | "refund" | "deposit" | "adjustment";
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ledger entries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listFindings: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description `true` also reports what has not happened by now. Otherwise that is reported once ten minutes have passed on
                 *     the account's clock.
                 */
                readonly final?: boolean;
                /** @description Only findings that are at least this severe. */
                readonly severity?: "error" | "warning" | "info";
                /** @description Only findings of this rule. */
                readonly rule?: string;
                /** @description Rules whose findings are left out, separated by commas. */
                readonly except?: string;
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The findings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindingsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listFindingRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FindingRulesAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly getCoverage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The coverage. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CoverageAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly getClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClockAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly setClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description How the clock runs from now on. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "mode": "manual"
                 *     }
                 */
                readonly "application/json": {
                    readonly mode: components["schemas"]["ClockMode"];
                };
            };
        };
        readonly responses: {
            /** @description The clock. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClockAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listUpcoming: {
        readonly parameters: {
            readonly query?: {
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What is due next. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UpcomingAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly advanceClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description How far to advance. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly by?: components["schemas"]["Duration"];
                    readonly to?: components["schemas"]["Instant"];
                    /**
                     * @description The event of an order, `tx.confirmed` for the instant at which the transaction `txid` of the chain is confirmed, or `idle` to advance until nothing is due.
                     * @enum {string}
                     */
                    readonly until?: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed" | "tx.confirmed" | "idle";
                    /** @description With `tx.confirmed` in `until`: the transaction. */
                    readonly txid?: string;
                    /**
                     * Format: int64
                     * @description With the event of an order in `until`: the id of that order. Default: any order.
                     */
                    readonly order?: number;
                    /** @description With the event of an order in `until`: the external_id of that order, instead of `order`. */
                    readonly external_id?: string;
                };
            };
        };
        readonly responses: {
            /** @description The clock reached the goal. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdvancedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["OrderNotFound"];
            /**
             * @description The goal cannot be reached, or was not reached although nothing more was due; or the account was deleted,
             *     reset or restored before the goal was reached (`INTERRUPTED`).
             */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotAdvancedError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listAdvances: {
        readonly parameters: {
            readonly query?: {
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The advances. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdvancesAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Only orders in this status. */
                readonly status?: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
                /** @description Only items that concern this order. */
                readonly order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                readonly external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only orders whose external_id contains this text, or whose address or txid begins with it, regardless of case. */
                readonly search?: string;
                /** @description Only orders for this recipient. `*` matches any run of characters, `?` any single one. */
                readonly address?: string;
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The orders. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrdersAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly getOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["OrderNotFound"];
        };
    };
    readonly moveOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        /** @description The new status. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "to": "failed",
                 *       "refund": "5s"
                 *     }
                 */
                readonly "application/json": components["schemas"]["TransitionRequest"];
            };
        };
        readonly responses: {
            /** @description The order, once the delivery attempt of its webhook is complete. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["OrderNotFound"];
            /**
             * @description The order cannot go from its current status to the new one; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransitionError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly refundOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                readonly order: components["parameters"]["order"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order. Refunding it again changes nothing. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["OrderNotFound"];
            /** @description The order does not have the status `failed`. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundError"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The destination and the secret. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly setWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The destination and the secret. Fields that are left out do not change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:4020/webhooks"
                 *     }
                 */
                readonly "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        readonly responses: {
            /** @description The destination and the secret. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly getReceiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings, and whether the receiver is the destination. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiverAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly setReceiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description All settings. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": 500,
                 *       "times": 2
                 *     }
                 */
                readonly "application/json": components["schemas"]["ReceiverRequest"];
            };
        };
        readonly responses: {
            /** @description The settings, and whether the receiver is the destination. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiverAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listArrivals: {
        readonly parameters: {
            readonly query?: {
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The arrivals. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ArrivalsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly clearArrivals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The arrivals were cleared. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly triggerEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The event to trigger. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "event": "order.failed",
                 *       "refund": "now"
                 *     }
                 */
                readonly "application/json": components["schemas"]["TriggerRequest"];
            };
        };
        readonly responses: {
            /** @description The event, once its delivery attempt is complete. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TriggeredAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            /**
             * @description The order was refused; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderRefusedError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly verifyWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The expectation. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "match": {
                 *         "event": "order.delegated",
                 *         "acknowledged": true
                 *       },
                 *       "count": {
                 *         "exactly": 1
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["WebhookAssertion"];
            };
        };
        readonly responses: {
            /** @description The verdict, whether or not the expectation is met. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookVerdictAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only items that concern this order. */
                readonly order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                readonly external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only items of this kind of event. */
                readonly event?: components["parameters"]["eventFilter"];
                /** @description Only events whose name, id or external_id contains this text, regardless of case. */
                readonly search?: string;
                /** @description Only events in this state. */
                readonly state?: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                readonly event_id: components["parameters"]["eventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["EventNotFound"];
        };
    };
    readonly resendEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                readonly event_id: components["parameters"]["eventId"];
            };
            readonly cookie?: never;
        };
        /** @description How to send it. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "corrupt": "wrong-secret"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ResendRequest"];
            };
        };
        readonly responses: {
            /** @description The delivery, once it is complete. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["EventNotFound"];
            /**
             * @description The account has no webhook destination; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoDestinationError"];
                };
            };
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only items that concern this order. */
                readonly order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                readonly external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only items of this kind of event. */
                readonly event?: components["parameters"]["eventFilter"];
                /** @description Only deliveries of this event. */
                readonly event_id?: string;
                /** @description Only deliveries with this outcome. */
                readonly outcome?: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deliveries. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveriesAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only requests of this operation. */
                readonly operation?: "getQuote" | "createEstimate" | "createOrder" | "getOrderStatus" | "getBalance" | "createOrdersBulk";
                /** @description Only requests whose response has this HTTP status. */
                readonly status?: number;
                /** @description Only items that concern this order. */
                readonly order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                readonly external_id?: components["parameters"]["externalIdFilter"];
                /**
                 * @description Only requests that contain this text, regardless of case: in method, URL (as received and percent-decoded),
                 *     operation, error code, key, id, external_ids, or in the body of the request or response.
                 */
                readonly search?: string;
                /** @description Only items at or after this instant. */
                readonly from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                readonly to?: components["parameters"]["to"];
                /** @description Which items come first. */
                readonly sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                readonly limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                readonly cursor?: components["parameters"]["cursor"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly clearRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The journal was cleared. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly verifyRequests: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The expectation. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "match": {
                 *         "operation": "createOrder",
                 *         "external_id": "invoice-*"
                 *       },
                 *       "count": {
                 *         "exactly": 1
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["RequestAssertion"];
            };
        };
        readonly responses: {
            /** @description The verdict, whether or not the expectation is met. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestVerdictAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly getRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as in its X-Sandbox-Request-Id response header.
                 * @example req-5
                 */
                readonly request: components["parameters"]["request"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The request. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RequestNotFound"];
        };
    };
    readonly getActiveScenarios: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether each scenario has its rules in `rules`. */
                readonly rules?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenarios. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly setScenarios: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description Names in order of precedence, highest first. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "names": [
                 *         "failed-with-refund"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["ScenarioNames"];
            };
        };
        readonly responses: {
            /** @description The scenarios. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ScenarioNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly addScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The scenario, in exactly one of the three fields. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "service-unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ScenarioInput"];
            };
        };
        readonly responses: {
            /** @description The scenarios. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidScenario"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ScenarioNotFound"];
            readonly 409: components["responses"]["ScenarioNotKept"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly removeScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenarios. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ScenarioNotFound"];
        };
    };
    readonly getScenarioFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioFileAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ScenarioNotFound"];
        };
    };
    readonly putScenarioFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        /** @description The text of a scenario file whose `name` is the one in the path. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScenarioText"];
            };
        };
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioFileAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidScenario"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["ScenarioNotKept"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly deleteScenarioFile: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The `digest` of the file to delete, as it was read. If the file has changed since, nothing is done: 409
                 *     `SCENARIO_CHANGED`. Without it, the file is deleted whatever it is.
                 */
                readonly expected_digest?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenarios. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ScenarioNotFound"];
            readonly 409: components["responses"]["ScenarioNotKept"];
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshots. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SnapshotsAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly takeSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        /** @description The name of the snapshot. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "before-checkout"
                 *     }
                 */
                readonly "application/json": components["schemas"]["SnapshotRequest"];
            };
        };
        readonly responses: {
            /** @description The snapshot. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SnapshotAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly getWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description A TRON address, in base58 or hexadecimal.
                 * @example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
                 */
                readonly address: components["parameters"]["walletAddress"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The wallet. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
        };
    };
    readonly setWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description A TRON address, in base58 or hexadecimal.
                 * @example TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
                 */
                readonly address: components["parameters"]["walletAddress"];
            };
            readonly cookie?: never;
        };
        /** @description The new balances. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "balance_trx": 5,
                 *       "balance_usdt": 250
                 *     }
                 */
                readonly "application/json": components["schemas"]["WalletRequest"];
            };
        };
        readonly responses: {
            /** @description The wallet. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly exportSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshot, ready to be imported. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SnapshotExportAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SnapshotNotFound"];
        };
    };
    readonly importSnapshot: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether to import a state that was changed after it was exported, so that its checksum is wrong. */
                readonly force?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        /** @description A snapshot that was exported from this or another account. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SnapshotFile"];
            };
        };
        readonly responses: {
            /** @description The snapshot. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SnapshotAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidSnapshot"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly deleteSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshot was deleted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SnapshotNotFound"];
        };
    };
    readonly restoreSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                readonly name: components["parameters"]["snapshotName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SnapshotNotFound"];
        };
    };
    readonly streamAccount: {
        readonly parameters: {
            readonly query?: {
                /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
                readonly last_event_id?: components["parameters"]["lastEventId"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                readonly account: components["parameters"]["account"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Server-sent events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["AccountNotFound"];
            readonly 409: components["responses"]["LimitReached"];
            /** @description The server is shutting down. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    readonly streamAll: {
        readonly parameters: {
            readonly query?: {
                /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
                readonly last_event_id?: components["parameters"]["lastEventId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Server-sent events. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["LimitReached"];
            /** @description The server is shutting down. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    readonly listScenarios: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenario library. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenariosAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
        };
    };
    readonly checkScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The text of a scenario file, or a JSON object with the same keys. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "yaml": "name: review-at-once\nsummary: Every order goes to review.\norders:\n  - lifecycle:\n      - { after: 3s, to: review }\n"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ScenarioInput"];
            };
        };
        readonly responses: {
            /** @description The result, valid or not. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioCheckAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["RequestTooLarge"];
        };
    };
    readonly getScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                readonly name: components["parameters"]["scenarioName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenario. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["UnknownScenario"];
        };
    };
}

export type Schemas = components["schemas"];
