// Generated from openapi/control-v1.yaml by "npm run generate-types". Do not edit.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process responds */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the server accepts requests */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get basic information about the server */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the demo */
        get: operations["getDemo"];
        /**
         * Start or stop the demo
         * @description The demo generates realistic customer traffic, including failures, in an account of its own. That account is
         *     created when the demo is first started.
         */
        put: operations["setDemo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/assumptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the register of assumptions
         * @description What the sandbox does where the specification leaves something open. The values apply to new accounts or,
         *     with `account`, to that account.
         */
        get: operations["listAssumptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the findings of all accounts
         * @description Includes the latest 5,000 findings of deleted accounts, and findings of requests without the key of an
         *     account.
         */
        get: operations["listAllFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/findings/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List whether each rule was judged in any account
         * @description Includes what deleted accounts had covered, and requests without the key of an account.
         */
        get: operations["listAllFindingRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the clients of the server have covered
         * @description Counted since the server was started. Includes deleted accounts, what accounts had covered before they were reset or
         *     restored, and requests without the key of an account.
         */
        get: operations["getServerCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/unknown-callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests without a valid key
         * @description Requests that belong to no account, because they had no key, an unknown key or a revoked one. A request for a
         *     path outside `/api` counts only if it has an `Authorization` header: browsers ask for such paths by themselves.
         *     The list is bounded like the journal of an account.
         */
        get: operations["listUnknownCallers"];
        put?: never;
        post?: never;
        /** Clear the list of requests without a valid key */
        delete: operations["clearUnknownCallers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description In the text format of Prometheus: requests by operation and status code, deliveries by kind and outcome, accounts,
         *     scheduled work, deliveries in flight, the size of the data folder, and the metrics of the process such as event
         *     loop lag and memory. Counters begin with the start of the server; event loop lag is measured from the first call
         *     on.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description All fields are optional. Defaults come from the options that the server was started with. The API key is
         *     returned only in this response. A server behind a load balancer redirects this call to the path of the account,
         *     with the given name or a generated one, so that the balancer finds the account's home.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Get an account */
        get: operations["getAccount"];
        put?: never;
        /**
         * Create an account at its own path
         * @description Works like `createAccount`, with the name in the path, where a load balancer can read it. A `name` in the body must
         *     be the same. `me` is reserved.
         */
        post: operations["createNamedAccount"];
        /** Delete an account */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change the settings of an account
         * @description Fields that are given replace the current values, until the account is reset. Balance, webhook, clock and
         *     scenarios have their own calls.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/_sandbox/accounts/{account}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset an account
         * @description Settings, scenarios, balance and clock return to their state at creation. Orders, events, ledger, rule counts
         *     and the journal are cleared. The account keeps its name, webhook, API keys, scenario files and snapshots; changes
         *     that scenarios made to the keys are undone. Order ids start at the setting `first_order_id` again. Event ids are
         *     never reused. Webhooks that wait are no longer sent, and connections on which a webhook is being sent or waits for
         *     its response are closed; this also applies when an account is restored or deleted.
         */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** List the API keys of an account */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the key.
                 * @example key-2
                 */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/dashboard-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the key of the dashboard
         * @description The key with which the order form of the dashboard places orders. It is not one of the account's keys: it is in
         *     no list, count or snapshot, and stays the same until the server stops. If the call is made with an API key (`me`),
         *     it has the scopes, addresses, rate limit and expiry of that key, and is revoked with it. The service accepts it
         *     only together with the header `X-Sandbox-Dashboard`, which means nothing on requests with any other key. What the
         *     form requests is marked with `by_dashboard` in the journal, and left out of findings, coverage and assertions.
         */
        post: operations["getDashboardKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * Price a selection
         * @description The price for which the account would get an order now. Unlike a quote of the service API, it is not recorded,
         *     counts toward no rate limit, and no scenario acts on it.
         */
        get: operations["previewQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deposit TRX */
        post: operations["deposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the balance
         * @description The difference to the previous balance is recorded in the ledger as an adjustment.
         */
        put: operations["setBalance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List every change of the balance
         * @description The amounts of all entries add up to the balance. Debits are negative.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List what the integration did wrong
         * @description Findings are derived from all requests, responses and deliveries since the account was created or reset. They
         *     outlast the request journal, and are in neither snapshots nor the data folder.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/findings/rules": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List whether each rule was judged
         * @description A rule without findings has passed only if it was assessed: without a lost response, nobody can pay twice for an
         *     order.
         */
        get: operations["listFindingRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * Get what the clients of an account have covered
         * @description Counted since the account was created, reset or restored. The counts outlast the request journal, and are in
         *     neither snapshots nor the data folder.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Get the clock */
        get: operations["getClock"];
        /**
         * Change how the clock runs
         * @description The clock shows the same instant before and after. Time never runs backward; use `clock/advance` to move it
         *     forward.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/clock/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List what is due next
         * @description What is scheduled for the account, earliest first: steps of orders, refunds and deliveries. More follows once
         *     these happen. A step whose order was moved since does nothing when it is due, and is left out.
         */
        get: operations["listUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
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
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/clock/advances": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List past advances
         * @description The latest 1,000 advances since the account was created, reset or restored, in memory only. `from` and `to` select
         *     the advances that overlap with the time between them.
         */
        get: operations["listAdvances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** List the orders of an account */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/orders/{order}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        /** Get an order with its full history */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/orders/{order}/transition": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an order to another status
         * @description Only the transitions in `can_go_to` are allowed. If the order's lifecycle includes the new status, the lifecycle
         *     continues from there. Otherwise nothing more happens to the order by itself.
         */
        post: operations["moveOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/orders/{order}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refund a failed order */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Get the webhook destination */
        get: operations["getWebhook"];
        /**
         * Change the webhook destination
         * @description The destination and the secret survive a reset. A URL that is sent as another call showed it, with its secrets
         *     redacted, is left as it is. A server that other machines can reach refuses URLs of itself, of private networks
         *     and of reserved addresses, unless its operator allows them.
         */
        put: operations["setWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/receiver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * Get the settings of the built-in receiver
         * @description Every account has a webhook receiver inside the sandbox. It gets the account's webhooks while the destination is
         *     `sandbox:receiver`; nothing is sent over a network then. Its responses say nothing about an integration, so they
         *     are never findings.
         */
        get: operations["getReceiver"];
        /**
         * Set how the built-in receiver responds
         * @description Decides how the receiver responds from now on. Fields that are left out get their defaults; responses that are
         *     pending do not change. The settings survive a reset, but not a restart of the server.
         */
        put: operations["setReceiver"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/receiver/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List what arrived at the built-in receiver
         * @description One item per delivery, with its exact bytes, the check of its signature, and the response. The list is bounded.
         *     `data.bound` is the maximum number of arrivals that it keeps, and `data.dropped` is the number of older ones that
         *     it has discarded. A reset clears it.
         */
        get: operations["listArrivals"];
        put?: never;
        post?: never;
        /**
         * Clear the arrivals of the built-in receiver
         * @description An event that arrives again afterwards is not a duplicate.
         */
        delete: operations["clearArrivals"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trigger an event
         * @description Creates an order and moves it, at the current instant, through its statuses up to the event. The price of the
         *     order is debited.
         */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/webhooks/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assert which events occurred
         * @description An event matches if it meets every condition in `match`. Strings may contain the wildcards `*` and `?`. A name or
         *     state of events that does not exist is refused, because nothing could ever match it.
         */
        post: operations["verifyWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** List the webhook events of an account */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        /** Get an event with every delivery attempt */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/events/{event_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an event
         * @description Sends the event immediately, outside its retry schedule. With `corrupt`, the message is deliberately wrong.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List deliveries
         * @description One item per delivery, with the exact bytes that were sent and the response.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List the API requests of an account
         * @description The journal is bounded. `data.bound` is the maximum number of requests that it keeps, and `data.dropped` is the
         *     number of older requests that it has discarded.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /** Clear the journal */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/requests/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assert which requests were made
         * @description A request matches if it meets every condition in `match`. Strings may contain the wildcards `*` and `?`. The
         *     verdict also lists the requests that nearly matched. An operation, method, error code or key that does not exist
         *     is refused, because nothing could ever match it. Error codes of scripted responses exist too.
         */
        post: operations["verifyRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/requests/{request}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as in its X-Sandbox-Request-Id response header.
                 * @example req-5
                 */
                request: components["parameters"]["request"];
            };
            cookie?: never;
        };
        /** Get a request with its response and the reasons for it */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * List active and available scenarios
         * @description Lists the account's own scenarios too, whether they are active or not.
         */
        get: operations["getActiveScenarios"];
        /**
         * Set the active scenarios
         * @description Activates exactly the named scenarios. A scenario that was not active before starts with fresh rule counts, and
         *     its `given` is applied.
         */
        put: operations["setScenarios"];
        /**
         * Activate one more scenario
         * @description Give a scenario of the account or of the library by `name`, or your own as the text of a scenario file (`yaml`)
         *     or as a JSON object with the same keys (`scenario`). It takes precedence over the scenarios that are already
         *     active. An active scenario of the same name is replaced. Your own is kept as a file of the account: it stays
         *     listed and readable when it is deactivated.
         */
        post: operations["addScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/scenarios/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deactivate a scenario */
        delete: operations["removeScenario"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/scenarios/{name}/file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        /**
         * Get the file of a scenario
         * @description The text that is running if the scenario is active, otherwise the text that activating it by name would run: the
         *     account's own file, or the library's.
         */
        get: operations["getScenarioFile"];
        /**
         * Save a scenario file in the account
         * @description Stores the file as the account's own, without activating it. A file with the name of a scenario of the library
         *     replaces that scenario in this account. If the scenario is active, it runs from now on and keeps its precedence. Files are
         *     part of snapshots and survive a reset.
         */
        put: operations["putScenarioFile"];
        post?: never;
        /**
         * Delete a scenario file of the account
         * @description If the scenario is active, the scenario of the library with the same name replaces it; without one, it is
         *     deactivated.
         */
        delete: operations["deleteScenarioFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** List the snapshots of an account */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take a snapshot
         * @description Saves the current state of the account. A snapshot of the same name is replaced.
         */
        post: operations["takeSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        /**
         * Export a snapshot
         * @description The export contains the webhook secret but no API key.
         */
        get: operations["exportSnapshot"];
        /**
         * Import a snapshot
         * @description The state is checked for its shape, its sizes and its references, and against its checksum. An account that is
         *     restored from a state that contradicts itself can fail; other accounts are not affected.
         */
        put: operations["importSnapshot"];
        post?: never;
        /** Delete a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         * @description Orders, events, ledger, due work, rule counts, settings, scenarios, webhook and clock return to their state
         *     in the snapshot, so the same calls get the same responses. Events of the snapshot keep their ids; later events
         *     get new ones. Deliveries that were in progress are sent again. The account keeps its name and API keys, and its
         *     journal starts empty.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/accounts/{account}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
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
        get: operations["streamAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream what happens to all accounts
         * @description Works like the stream of an account, with ids of its own. Requests without a valid API key appear only here.
         */
        get: operations["streamAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the available scenarios */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a scenario
         * @description Reports every problem in the scenario, rules that never apply among them, and warns about rules that apply only
         *     under conditions that the scenario does not create. Nothing is stored.
         */
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        /** Get a scenario of the library */
        get: operations["getScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An instant in ISO 8601 with `Z` or an offset. It must exist and be in the years 1970 to 9999.
         * @example 2026-01-01T12:00:00.000Z
         */
        Instant: string;
        /** @description An instant in ISO 8601, in the years 1970 to 9999, or null. */
        InstantOrNull: string | null;
        /**
         * @description A number and a unit: `ms`, `s`, `m`, `h` or `d`.
         * @example 61m
         */
        Duration: string;
        /**
         * @description `real`, `manual` (stopped; moves only when advanced) or a multiple of real time, such as `60x`.
         * @example manual
         */
        ClockMode: string;
        /**
         * @description The name of an event.
         * @enum {string}
         */
        EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /**
         * @description The name of an event that announces a state of an order.
         * @enum {string}
         */
        StateEventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /**
         * @description The status of an order.
         * @enum {string}
         */
        OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description The scopes of a key. */
        Scopes: ("quote" | "orders:create" | "orders:read" | "balance")[];
        /** @description IP addresses and CIDR ranges from which the key may be used; empty means everywhere. */
        IpAllow: string[];
        /** @description The cursor of the next page, or null on the last page. */
        Next: string | null;
        /** @description The initial settings of an account. */
        AccountRequest: {
            /** @description Letters, digits, period, underscore and hyphen. Default: a generated name. `me` is reserved. */
            name?: string;
            /** @description The opening balance. */
            balance_trx?: number;
            /** @description The account discount in percent. */
            discount_percent?: number;
            /** @description The webhook destination. Null: events are recorded and not sent. */
            webhook_url?: string | null;
            /** @description The secret that webhooks are signed with. */
            webhook_secret?: string;
            clock?: components["schemas"]["ClockMode"];
            /** @description The time zone of times in orders. */
            time_zone?: string;
            /** @description Names of the active scenarios in order of precedence, highest first. */
            scenarios?: string[];
            /** @description Requests per minute for keys without a limit of their own. */
            rate_limit_per_minute?: number;
            scopes?: components["schemas"]["Scopes"];
            ip_allow?: components["schemas"]["IpAllow"];
            expires_at?: components["schemas"]["InstantOrNull"];
            /**
             * @description Refuse what is otherwise only reported: unknown fields, other content types, and external_ids that name no
             *     scenario. Sets `unknown_fields`, `content_type` and `unknown_sandbox_name` to `reject`.
             */
            strict?: boolean;
            /** @description Further settings, by their names in the register of assumptions. They override `strict`. */
            assumptions?: Record<string, unknown>;
            /**
             * @description The seed of txids, estimates and random choices. If a seed is given here or to the server, event ids are
             *     derived from it too, until the server is started again on a data folder; otherwise they are unique across all
             *     accounts and servers.
             */
            seed?: string;
            /**
             * @description A duration from 1 s to 365 days, such as `10m`. The account is removed, as by a deletion, once nobody has used it
             *     for this time, in real time whatever its clock. The arrival of a request with one of its keys is a use, and
             *     a control call about it for as long as it is in progress, such as an open stream. Webhooks and scheduled work
             *     are no uses. After a start of the server, the time begins again. Default: the `--account-ttl`
             *     of the server, or never.
             */
            idle_ttl?: string;
        };
        /** @description The clock of an account. */
        Clock: {
            /** @description `real`, `manual` or `<n>x`. */
            mode: string;
            /** @description Seconds of account time per second of real time; 0 if the clock is stopped. */
            speed: number;
            now: components["schemas"]["Instant"];
            /** @description The next instant for which something is scheduled, or null if nothing is. */
            next_due_at: string | null;
        };
        /** @description Something that is scheduled. */
        Upcoming: {
            at: components["schemas"]["Instant"];
            /**
             * @description `step`: an order enters a status. `refund`: the price of an order is refunded. `delivery`: a webhook is sent.
             *     `retry`: a webhook is sent again.
             * @enum {string}
             */
            kind: "step" | "refund" | "delivery" | "retry";
            /**
             * Format: int64
             * @description The order concerned.
             */
            order_id: number;
            /** @description The customer's order id. */
            external_id: string | null;
            /** @description The status that the order enters; null for other kinds. */
            status: string | null;
            /** @description The event that is delivered; null for other kinds. */
            event_id: string | null;
            /** @description The name of that event, such as `order.delegated`. */
            event: string | null;
            /** @description The number of the attempt, from 1; 0 for a resend; null for other kinds. */
            attempt: number | null;
        };
        /** @description The key of the dashboard. */
        DashboardKey: {
            /** @description The key. */
            api_key: string;
        };
        /** @description A price, or why there is none. */
        PricePreview: {
            /** @description The price; null if the selection cannot be ordered. */
            quote: {
                /** @description The amount of Energy. */
                energy_amount: number;
                /** @description The rental duration in minutes. */
                duration_minutes: number;
                /** @description The price before the discount. */
                base_price_trx: number;
                /** @description The discount in percent. */
                discount_percent: number;
                /** @description The discount. */
                discount_trx: number;
                /** @description The price. */
                price_trx: number;
            } | null;
            /** @description The error code of the service; null if there is a price. */
            error: string | null;
            /** @description What is wrong with the selection; null if nothing is. */
            message: string | null;
        };
        /** @description A request without a valid key. Secrets are redacted. */
        UnknownCall: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            id: string;
            /** @description When it was answered, on the clock of the host. */
            at: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The path and query as received. */
            url: string;
            /** @description The HTTP status of the response. */
            status: number | null;
            /** @description The error code of the response. */
            error: string | null;
            /** @description Why it was refused. */
            explanation: string;
            /** @description The IP address of the client. */
            ip: string;
            /** @description The User-Agent header, at most 200 characters; null if there was none. */
            user_agent: string | null;
            /** @description The last four characters of the key in the Authorization header; null if there was none. */
            key: string | null;
        };
        /** @description The webhook destination of an account. */
        Webhook: {
            /** @description The destination; `sandbox:receiver` is the built-in receiver. Null: events are recorded and not sent. */
            url: string | null;
            /** @description The secret that webhooks are signed with. */
            secret: string;
        };
        /** @description An account. */
        Account: {
            /** @description The name of the account. */
            name: string;
            /** @description The balance. */
            balance_trx: number;
            /** @description The account discount in percent. */
            discount_percent: number;
            /** @description Requests per minute for keys without a limit of their own. */
            rate_limit_per_minute: number;
            /** @description The time zone of times in new orders. */
            time_zone: string;
            clock: components["schemas"]["Clock"];
            webhook: components["schemas"]["Webhook"];
            /** @description Names of the active scenarios in order of precedence, highest first. */
            scenarios: string[];
            /** @description Names of the active scenarios whose rules have all applied as often as they may, so that they no longer do anything. */
            used_up_scenarios: string[];
            /** @description Recipient addresses that are not activated. */
            inactive_addresses: string[];
            /** @description Settings that differ from the defaults in the register of assumptions. */
            assumptions: Record<string, unknown>;
            /** @description The seed of txids, estimates and random choices. */
            seed: string;
            /** @description The time without use after which it is removed, such as `10m`; null: never. */
            idle_ttl: string | null;
            /** @description Number of API keys. */
            keys: number;
            /** @description Number of orders. */
            orders: number;
            /** @description Number of webhook events. */
            events: number;
            /** @description Number of requests recorded, including those no longer in the journal. */
            requests: number;
            trouble: components["schemas"]["AccountTrouble"];
        };
        /**
         * @description Why the account cannot be used, or null. If its state cannot even be read, all other fields except `name` are
         *     empty or 0.
         */
        AccountTrouble: {
            /**
             * @description `ACCOUNT_FAILED`: an internal error; reset the account, restore a snapshot or delete it. `STORAGE_FAILED`: its
             *     files cannot be written at present; the account continues once they can.
             * @enum {string}
             */
            code: "ACCOUNT_FAILED" | "STORAGE_FAILED";
            /** @description What went wrong. */
            reason: string;
        } | null;
        /** @description A new account. */
        CreatedAccount: {
            /** @description The name of the account. */
            name: string;
            /**
             * @description The API key, returned only here: `ersk_<account>_<24 letters and digits>`. The regular expression
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures the account name.
             */
            api_key: string;
            /** @description The secret that webhooks are signed with. */
            webhook_secret: string;
            /** @description The base URL of the service API. */
            base_url: string;
            account: components["schemas"]["Account"];
        };
        /** @description A change of the balance. */
        LedgerEntry: {
            at: components["schemas"]["Instant"];
            /**
             * @description The reason for the change.
             * @enum {string}
             */
            kind: "opening" | "debit" | "refund" | "deposit" | "adjustment";
            /** @description The amount; negative for a debit. */
            amount_trx: number;
            /** @description The balance after the change. */
            balance_trx: number;
            /**
             * Format: int64
             * @description The order that the change belongs to.
             */
            order_id: number | null;
        };
        /** @description Something that the integration did wrong. The lists of ids hold the first 20 each. */
        Finding: {
            /** @description The rule and a number, unique within the account. */
            id: string;
            /** @description The rule that reports it. */
            rule: string;
            /**
             * @description How bad it is.
             * @enum {string}
             */
            severity: "error" | "warning" | "info";
            /** @description The account; null for requests without the key of an account. */
            account: string | null;
            /** @description What was done, when and in which order. */
            message: string;
            /** @description How to fix the integration. */
            fix: string;
            /** @description The orders concerned. */
            orders: number[];
            /** @description The requests concerned. */
            requests: string[];
            /** @description The events concerned. */
            events: string[];
            /** @description How often it was seen. */
            count: number;
            /** @description What it cost, over all occurrences; null if nothing can be counted. */
            cost_trx: number | null;
            at: components["schemas"]["Instant"];
        };
        /** @description Whether a rule was judged. */
        FindingRule: {
            /** @description The id of the rule. */
            id: string;
            /** @description What it reports. */
            title: string;
            /**
             * @description The severity of its findings; null for a rule that is off.
             * @enum {string|null}
             */
            severity: "error" | "warning" | "info" | null;
            /**
             * @description `not-applicable`: nothing has happened in which the mistake could be made.
             * @enum {string}
             */
            status: "judged" | "not-applicable" | "off";
            /** @description Why it was not judged; null if it was, or if it was switched off without a reason. */
            reason: string | null;
        };
        /** @description One behavior of the service that tests can cover. */
        CoverageItem: {
            /** @description Such as `response createOrder 402`, `state review` or `transition delegating>failed`. */
            id: string;
            /**
             * @description The kind of behavior.
             * @enum {string}
             */
            group: "responses" | "replays" | "faults" | "states" | "transitions" | "events" | "deliveries";
            /** @description How often it was covered. */
            met: number;
            /** @description The line that provokes it, such as `X-Sandbox-Scenario: insufficient-balance`. */
            how: string;
        };
        /** @description What tests have covered. */
        Coverage: {
            /** @description Everything that can be covered. What costs a client most if its tests never cover it comes first. */
            items: components["schemas"]["CoverageItem"][];
            /** @description How many items were covered at least once. */
            met: number;
            /** @description How many items there are. */
            total: number;
            /** @description The share of covered items, with one decimal, rounded down. */
            percent: number;
        };
        /**
         * @description Something that happened. `kind` is `order` (an order entered a status), `refund`, `attempt` (a delivery
         *     succeeded or failed), `retry` (the next attempt was scheduled), `settled` (an event reached a final state),
         *     `ledger` or `account`.
         */
        Happening: {
            at: components["schemas"]["Instant"];
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "order" | "refund" | "attempt" | "retry" | "settled" | "ledger" | "account";
            /**
             * Format: int64
             * @description The order concerned.
             */
            order_id?: number | null;
            /** @description The external_id of that order. */
            external_id?: string | null;
            /** @description The event concerned. */
            event_id?: string;
            event?: components["schemas"]["EventName"];
            status?: components["schemas"]["OrderStatusName"];
            /** @description The cause: `api`, `dashboard` (a click on it), `by hand`, or the location of a scenario rule. */
            cause?: string;
            /** @description The number of the attempt, from 1; 0 for a resend. */
            attempt?: number;
            /** @description The number of the copy, 1 for the attempt itself; for a resend, the number of the resend. */
            copy?: number;
            /** @description The outcome of the delivery. */
            outcome?: string;
            /** @description The HTTP status of the receiver's response; null if there was none. */
            status_code?: number | null;
            due_at?: components["schemas"]["Instant"];
            /** @description The final state of the event. */
            state?: string;
            /** @description The change of the balance. */
            amount_trx?: number;
            /** @description The balance after the change. */
            balance_trx?: number;
            /** @description The kind of the ledger entry. */
            entry?: string;
            /** @description Which part of the account changed. */
            change?: string;
        };
        /** @description The result of an advance. */
        Advanced: {
            now: components["schemas"]["Instant"];
            /** @description What happened, in order, except changes of the account itself. At most the first 1,000. */
            fired: components["schemas"]["Happening"][];
            /** @description The total number of account events. */
            fired_total: number;
        };
        /** @description An advance of the clock that is over. */
        PastAdvance: {
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
        };
        /** @description An order. */
        Order: {
            /**
             * Format: int64
             * @description The service order id.
             */
            id: number;
            /** @description The customer's order id. */
            external_id: string | null;
            /** @description The recipient address. */
            address: string;
            /**
             * Format: int64
             * @description The package id; null for a custom amount.
             */
            package_id: number | null;
            /** @description The amount of Energy ordered. */
            energy_amount: number;
            /** @description The rental duration in minutes. */
            duration_minutes: number;
            /** @description The amount debited. */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction; null if there is none yet. */
            txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            refunded: boolean;
            /** @description ORDER_REVIEW, ORDER_FAILED or null. */
            error_code: string | null;
            created_at: components["schemas"]["Instant"];
            delivered_at: components["schemas"]["InstantOrNull"];
            completed_at: components["schemas"]["InstantOrNull"];
            updated_at: components["schemas"]["Instant"];
            /** @description The number of its events that ran out of attempts. */
            webhooks_given_up: number;
            /** @description The name of the API key that created the order. */
            key: string;
            /** @description The scenario that the request selected for the order, if any. */
            scenario: string | null;
            /** @description What caused the current status: `api`, `by hand`, or the location of a scenario rule. */
            cause: string;
        };
        /** @description An order with its full history. */
        OrderDetail: {
            /**
             * Format: int64
             * @description The service order id.
             */
            id: number;
            /** @description The customer's order id. */
            external_id: string | null;
            /** @description The recipient address. */
            address: string;
            /**
             * Format: int64
             * @description The package id; null for a custom amount.
             */
            package_id: number | null;
            /** @description The amount of Energy ordered. */
            energy_amount: number;
            /** @description The rental duration in minutes. */
            duration_minutes: number;
            /** @description The amount debited. */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction; null if there is none yet. */
            txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            refunded: boolean;
            /** @description ORDER_REVIEW, ORDER_FAILED or null. */
            error_code: string | null;
            created_at: components["schemas"]["Instant"];
            delivered_at: components["schemas"]["InstantOrNull"];
            completed_at: components["schemas"]["InstantOrNull"];
            updated_at: components["schemas"]["Instant"];
            /** @description The number of its events that ran out of attempts. */
            webhooks_given_up: number;
            /** @description The name of the API key that created the order. */
            key: string;
            /** @description The scenario that the request selected for the order, if any. */
            scenario: string | null;
            /** @description What caused the current status: `api`, `by hand`, or the location of a scenario rule. */
            cause: string;
            /** @description The scenario rule that determined the lifecycle. */
            rule: {
                /** @description The id of the rule. */
                id: string;
                /** @description The location of the rule. */
                source: string;
            } | null;
            /** @description The statuses of the order, oldest first; the latest 1,000. */
            timeline: components["schemas"]["TimelineStep"][];
            /** @description The next scheduled status, or null if there is none. */
            next_step: {
                to: components["schemas"]["OrderStatusName"];
                at: components["schemas"]["Instant"];
            } | null;
            /** @description The statuses that the order can be moved to. */
            can_go_to: components["schemas"]["OrderStatusName"][];
            /** @description The refund, or null if there was none. */
            refund: {
                at: components["schemas"]["Instant"];
                /** @description The amount refunded. */
                amount_trx: number;
            } | null;
            /** @description The ledger entries of the order. */
            ledger: components["schemas"]["LedgerEntry"][];
            /** @description The requests that created, repeated or looked up the order, as far as the journal still has them. */
            requests: components["schemas"]["RequestSummary"][];
        };
        /** @description A status that an order entered, or an event that announces something else while the status stays the same. */
        TimelineStep: {
            status: components["schemas"]["OrderStatusName"];
            at: components["schemas"]["Instant"];
            /** @description The cause: `api`, `dashboard` (a click on it), `by hand`, or the location of a scenario rule. */
            cause: string;
            /** @description The scenario rule that caused it. */
            rule: string | null;
            /** @description The id of the delegation transaction, if this step set it. */
            txid: string | null;
            event: components["schemas"]["EventDetail"];
        };
        /** @description A webhook event. */
        Event: {
            /** @description The event id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            order_id: number;
            /** @description The customer's order id. */
            external_id: string | null;
            created_at: components["schemas"]["Instant"];
            /**
             * @description `waiting`: waits for an earlier event of the order. `held`: held back until a later event. `scheduled`: the
             *     next attempt is scheduled. `sending`: an attempt is in progress. Final states: `delivered`, `exhausted` (no
             *     attempts are left), `dropped` (by a scenario) and `unsent` (there was no destination). The command line and
             *     the dashboard show an event that is scheduled after a failed attempt as "retrying", and an exhausted one as
             *     "gave up".
             * @enum {string}
             */
            state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description Number of deliveries made. */
            attempts: number;
            /** @description Whether one of them was acknowledged. */
            acknowledged: boolean;
            /** @description The latest delivery, or null if none was made. */
            last_delivery: {
                at: components["schemas"]["Instant"];
                /**
                 * @description The outcome.
                 * @enum {string}
                 */
                outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description The HTTP status of the response; null if there was none. */
                status: number | null;
            } | null;
            /** @description The next attempt, or null if none is scheduled. */
            next_attempt: {
                /** @description The number of the attempt. */
                number: number;
                /** @description How many attempts are made at most. */
                of: number;
                at: components["schemas"]["Instant"];
            } | null;
        };
        /** @description The settings of an account's built-in receiver. */
        Receiver: {
            /** @description The destination that stands for the receiver: `sandbox:receiver`. */
            url: string;
            /** @description Whether the account's webhooks are sent to it. */
            is_destination: boolean;
            /** @description The HTTP status of its responses. */
            status: number;
            /** @description The delay of its responses in real milliseconds. */
            delay_ms: number;
            /** @description Whether it never responds. */
            hang: boolean;
            /** @description Whether it responds to a delivery without a valid signature with 401 at once. */
            verify: boolean;
            /** @description For how many more deliveries this applies; null for all. */
            times: number | null;
        };
        /** @description A delivery that the built-in receiver got. */
        Arrival: {
            /** @description The number of the arrival, from 1 since the arrivals were cleared. */
            number: number;
            at: components["schemas"]["Instant"];
            /** @description The event, as the body names it, otherwise as the header does. */
            event: string;
            /** @description The event id, likewise. */
            event_id: string;
            /**
             * Format: int64
             * @description The order, as the body names it.
             */
            order_id: number | null;
            /** @description The customer's order id. */
            external_id: string | null;
            /** @description The check of the signature. */
            signature: {
                /** @description Whether the signature is valid for the exact bytes. */
                valid: boolean;
                /** @description What is wrong with it, or null. */
                problem: string | null;
            };
            /** @description The number of the first arrival with the same event id; null for that one itself. */
            duplicate_of: number | null;
            /**
             * @description What became of the response. `timeout`: the sandbox stopped waiting for it. `aborted`: the account was reset
             *     or deleted before.
             * @enum {string}
             */
            state: "pending" | "sent" | "timeout" | "aborted";
            /** @description The HTTP status of the response; null if there is none. */
            status: number | null;
            /** @description The time until the response or its end; null while it is pending. */
            duration_ms: number | null;
            /** @description The headers of the delivery. */
            headers: Record<string, unknown>;
            /** @description The exact body of the delivery. */
            body: string;
        };
        /** @description A webhook event with every delivery. */
        EventDetail: {
            /** @description The event id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            order_id: number;
            /** @description The customer's order id. */
            external_id: string | null;
            created_at: components["schemas"]["Instant"];
            /**
             * @description `waiting`: waits for an earlier event of the order. `held`: held back until a later event. `scheduled`: the
             *     next attempt is scheduled. `sending`: an attempt is in progress. Final states: `delivered`, `exhausted` (no
             *     attempts are left), `dropped` (by a scenario) and `unsent` (there was no destination). The command line and
             *     the dashboard show an event that is scheduled after a failed attempt as "retrying", and an exhausted one as
             *     "gave up".
             * @enum {string}
             */
            state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description Number of deliveries made. */
            attempts: number;
            /** @description Whether one of them was acknowledged. */
            acknowledged: boolean;
            /** @description The latest delivery, or null if none was made. */
            last_delivery: {
                at: components["schemas"]["Instant"];
                /**
                 * @description The outcome.
                 * @enum {string}
                 */
                outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description The HTTP status of the response; null if there was none. */
                status: number | null;
            } | null;
            /** @description The next attempt, or null if none is scheduled. */
            next_attempt: {
                /** @description The number of the attempt. */
                number: number;
                /** @description How many attempts are made at most. */
                of: number;
                at: components["schemas"]["Instant"];
            } | null;
            /** @description The attempts that follow if all of them fail: `next_attempt`, and the ones after it. */
            planned_attempts: {
                /** @description The number of the attempt. */
                number: number;
                at: components["schemas"]["Instant"];
            }[];
            /** @description The body of the webhook. */
            payload: Record<string, unknown>;
            /** @description The deliveries, oldest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description A delivery of an event. */
        Delivery: {
            /** @description The event id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /**
             * Format: int64
             * @description The order.
             */
            order_id: number;
            /**
             * @description `attempt`: an attempt of the retry schedule. `copy`: an extra copy of an attempt, made by a scenario.
             *     `resend`: a manual resend, or a replay by a scenario. Only an `attempt` decides whether there is another.
             * @enum {string}
             */
            kind: "attempt" | "copy" | "resend";
            /** @description The number of the attempt, from 1; 0 for a resend. */
            attempt: number;
            /** @description The number of the copy, 1 for the attempt itself; for a resend, the number of the resend. */
            copy: number;
            at: components["schemas"]["Instant"];
            /** @description The destination. */
            url: string;
            /**
             * @description The outcome.
             * @enum {string}
             */
            outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
            /** @description The response of the receiver, or null if there was none. */
            answer: {
                /** @description The HTTP status. */
                status: number;
                /** @description The headers. */
                headers: Record<string, unknown>;
                /** @description The beginning of the body. */
                body: string;
            } | null;
            /** @description Why there was no response. */
            error: string | null;
            /** @description The duration. */
            duration_ms: number;
            /** @description Whether the response to the API request waited for the delivery. */
            before_response: boolean;
            /**
             * @description Exactly what was sent, except that the signature is computed with the account's current secret. If the
             *     secret has changed since, a different signature was sent.
             */
            sent: {
                /** @description The headers. */
                headers: Record<string, unknown>;
                /** @description The body as text. */
                body: string;
            };
            /** @description The location of the scenario rule that shaped the delivery. */
            rule: string | null;
            /** @description How the delivery was deliberately corrupted; null if it was not. */
            corruption: {
                /** @description The name of the corruption. */
                name: string;
                /** @description What is wrong and which mistake this finds. */
                explanation: string;
                /** @description Whether the signature is valid for the body. */
                verifies: boolean;
            } | null;
        };
        /** @description A summary of an API request. */
        RequestSummary: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            id: string;
            at: components["schemas"]["Instant"];
            /** @description The operation, or null if the request matched none. */
            operation: string | null;
            /** @description The HTTP method. */
            method: string;
            /** @description The path and query as received. */
            url: string;
            /** @description The HTTP status of the response; null if the client got none. */
            status: number | null;
            /** @description The error code of the response. */
            error: string | null;
            /** @description The name of the API key. */
            key: string | null;
            /** @description Whether the order form of the dashboard made the request. Such requests are left out of findings, coverage and assertions. */
            by_dashboard: boolean;
            /** @description The external_ids in the request, at most 5 of a bulk request. */
            external_ids: string[];
            /** @description The orders that the request created, repeated or looked up. */
            orders: number[];
            /** @description The reason for the response; empty for an ordinary success. */
            explanation: string;
            /** @description The scenario rule that affected the response. */
            rule: {
                /** @description The id of the rule. */
                id: string;
                /** @description The location of the rule. */
                source: string;
            } | null;
            /** @description The transport fault that was applied to the response. */
            fault: string | null;
            /** @description How the request deviates from the specification, even if it succeeded. */
            violations: string[];
            /** @description The duration. */
            duration_ms: number;
            answered_at: components["schemas"]["Instant"];
            /**
             * @description How the response ended, at `answered_at`. `open`: it has not been sent yet. `sent`: completely. `lost`: a
             *     scenario faulted it so that the client cannot use it. `client-gone`: the client closed the connection first.
             * @enum {string}
             */
            end: "open" | "sent" | "lost" | "client-gone";
        };
        /** @description An API request with its response. */
        RequestDetail: {
            /** @description The request id, as in the X-Sandbox-Request-Id response header. */
            id: string;
            at: components["schemas"]["Instant"];
            /** @description The operation, or null if the request matched none. */
            operation: string | null;
            /** @description The HTTP method. */
            method: string;
            /** @description The path and query as received. */
            url: string;
            /** @description The HTTP status of the response; null if the client got none. */
            status: number | null;
            /** @description The error code of the response. */
            error: string | null;
            /** @description The name of the API key. */
            key: string | null;
            /** @description Whether the order form of the dashboard made the request. Such requests are left out of findings, coverage and assertions. */
            by_dashboard: boolean;
            /** @description The external_ids in the request, at most 5 of a bulk request. */
            external_ids: string[];
            /** @description The orders that the request created, repeated or looked up. */
            orders: number[];
            /** @description The reason for the response; empty for an ordinary success. */
            explanation: string;
            /** @description The scenario rule that affected the response. */
            rule: {
                /** @description The id of the rule. */
                id: string;
                /** @description The location of the rule. */
                source: string;
            } | null;
            /** @description The transport fault that was applied to the response. */
            fault: string | null;
            /** @description How the request deviates from the specification, even if it succeeded. */
            violations: string[];
            /** @description The duration. */
            duration_ms: number;
            answered_at: components["schemas"]["Instant"];
            /**
             * @description How the response ended, at `answered_at`. `open`: it has not been sent yet. `sent`: completely. `lost`: a
             *     scenario faulted it so that the client cannot use it. `client-gone`: the client closed the connection first.
             * @enum {string}
             */
            end: "open" | "sent" | "lost" | "client-gone";
            /** @description The IP address of the client. */
            ip: string;
            /** @description The headers as received. Secrets are redacted. */
            headers: components["schemas"]["Header"][];
            /** @description The body as text, or null if none was read. */
            body: string | null;
            /** @description The parsed body, or null if it is not JSON. */
            json: unknown;
            /** @description The response that the client got. */
            answer: {
                /** @description The headers. */
                headers: Record<string, unknown>;
                /** @description The body as text. */
                body: string;
                /** @description The parsed body, or null if it is not JSON. */
                json: unknown;
            };
            /** @description Why rules of the active scenarios did not apply, nearest miss first. */
            near_misses: string[];
        };
        /** @description An HTTP header. */
        Header: {
            /** @description The name as received. */
            name: string;
            /** @description The value. */
            value: string;
        };
        /** @description The state of the demo. */
        Demo: {
            /** @description Whether the demo generates traffic. */
            running: boolean;
            /** @description The account of the demo; null before its first start. */
            account: string | null;
            /** @description The key that the demo uses; null before its first start, and on a server with an admin token. */
            api_key: string | null;
        };
        /** @description An entry of the register of assumptions. */
        Assumption: {
            /** @description The name of the assumption. */
            name: string;
            /** @description The part of the specification that leaves it open. */
            section: string;
            /** @description The reason for the decision. */
            reason: string;
            /** @description Whether this is a setting that can be changed. */
            changeable: boolean;
            /** @description The allowed values; null if it cannot be changed. */
            allowed: string | null;
            /** @description The default. */
            default: unknown;
            /** @description The current value. */
            value: unknown;
        };
        /** @description Basic information about the server. */
        Info: {
            /** @description The name of the npm package. */
            name: string;
            /** @description The version of the package. */
            version: string;
            /** @description The base URL of the service API. */
            base_url: string;
            /** @description The URL of the API documentation page. */
            docs_url: string;
            /** @description Whether the server was started with an admin token. */
            admin_token_required: boolean;
            /** @description The account that was created at startup, if any. */
            default_account: string | null;
            /** @description The key of that account that the server printed at startup, if it is still valid; null on a server with an admin token. */
            default_api_key: string | null;
            /** @description The names of the accounts. */
            accounts: string[];
            /** @description The accounts that cannot be used at present. */
            degraded: {
                /** @description The name of the account. */
                account: string;
                /**
                 * @description As in the `trouble` of the account.
                 * @enum {string}
                 */
                code: "ACCOUNT_FAILED" | "STORAGE_FAILED";
                /** @description What went wrong. */
                reason: string;
            }[];
            /** @description The names of the available scenarios. */
            scenarios: string[];
        };
        /** @description The settings to change. */
        AccountChange: {
            /** @description The account discount in percent. */
            discount_percent?: number;
            /** @description The time zone of times in new orders. */
            time_zone?: string;
            /** @description Requests per minute for keys without a limit of their own. */
            rate_limit_per_minute?: number;
            /** @description Recipient addresses that are not activated. */
            inactive_addresses?: string[];
            /** @description Settings, by their names in the register of assumptions. */
            assumptions?: Record<string, unknown>;
        };
        /** @description The permissions of a new key. */
        KeyRequest: {
            /** @description A name to recognize the key by. */
            name?: string;
            scopes?: components["schemas"]["Scopes"];
            ip_allow?: components["schemas"]["IpAllow"];
            /** @description The key's own limit of requests per minute, or null to use the limit of the account. */
            rate_limit_per_minute?: number | null;
            expires_at?: components["schemas"]["InstantOrNull"];
        };
        /** @description The amount to add. */
        DepositRequest: {
            /** @description The amount, greater than 0. */
            amount_trx: number;
        };
        /** @description The new balance. */
        BalanceRequest: {
            /** @description The balance. */
            balance_trx: number;
        };
        /**
         * @description For `failed`: when the amount is refunded. `now` (the event already says so), `never` (the default) or a duration.
         * @example 5s
         */
        RefundChoice: string;
        /** @description The new status of an order. */
        TransitionRequest: {
            to: components["schemas"]["OrderStatusName"];
            refund?: components["schemas"]["RefundChoice"];
        };
        /** @description How the built-in receiver responds. */
        ReceiverRequest: {
            /**
             * @description The HTTP status of its responses.
             * @default 200
             */
            status?: number;
            delay?: components["schemas"]["Duration"];
            /**
             * @description True: it never responds, so that deliveries time out.
             * @default false
             */
            hang?: boolean;
            /**
             * @description True: it responds to a delivery without a valid signature with 401 at once.
             * @default true
             */
            verify?: boolean;
            /**
             * @description For how many deliveries status, delay and hang apply; after these it responds with 200. Null: for all.
             * @default null
             */
            times?: number | null;
        };
        /** @description The new webhook destination. */
        WebhookRequest: {
            /** @description The destination; `sandbox:receiver` is the built-in receiver. Null: events are recorded and not sent. */
            url?: string | null;
            /** @description The secret that webhooks are signed with. */
            secret?: string;
        };
        /** @description How to resend an event. */
        ResendRequest: {
            /**
             * @description How to corrupt the delivery.
             * @enum {string}
             */
            corrupt?: "wrong-secret" | "missing-prefix" | "missing-signature" | "upper-case-hex" | "altered-body" | "reserialised" | "stale-signature" | "unknown-event" | "extra-field" | "wrong-event-header" | "same-id-other-bytes" | "new-event-id";
        };
        /** @description The event to trigger and the order to create for it. */
        TriggerRequest: {
            event: components["schemas"]["StateEventName"];
            refund?: components["schemas"]["RefundChoice"];
            /** @description The external_id of the order. Default: none. */
            external_id?: string;
            /** @description The recipient address. */
            address?: string;
            /**
             * Format: int64
             * @description The package id. Default: the first active package.
             */
            package_id?: number;
        };
        /** @description The order and the event that were created. */
        Triggered: {
            /**
             * Format: int64
             * @description The order.
             */
            order_id: number;
            /** @description The event id. */
            event_id: string;
            event: components["schemas"]["EventDetail"];
        };
        /** @description The expected number: one of the fields, or `at_least` and `at_most` together. Default: at least one. */
        Count: {
            /** @description Exactly this many. */
            exactly?: number;
            /** @description At least this many. */
            at_least?: number;
            /** @description At most this many. */
            at_most?: number;
            /**
             * @description None at all.
             * @enum {boolean}
             */
            never?: true;
        };
        /** @description The requests to expect. */
        RequestAssertion: {
            /** @description Conditions that must all hold. Strings may contain the wildcards `*` and `?`. */
            match: {
                /** @description The operation. */
                operation?: string;
                /** @description The HTTP method. */
                method?: string;
                /** @description The path without the query. */
                path?: string;
                /** @description The HTTP status of the response. */
                status?: number;
                /** @description The error code of the response. */
                error?: string;
                /** @description The name of the API key. */
                key?: string;
                /** @description The external_id in the query, in the body or in an item of a bulk request. */
                external_id?: string;
                /**
                 * Format: int64
                 * @description An order that the request created, repeated or looked up.
                 */
                order?: number;
                /** @description Query parameters by name. */
                query?: Record<string, unknown>;
                /** @description Fields of the body. The body may have others. */
                body?: Record<string, unknown>;
                /** @description Headers by name, case-insensitive. */
                headers?: Record<string, unknown>;
            };
            count?: components["schemas"]["Count"];
        };
        /** @description The events to expect. */
        WebhookAssertion: {
            /** @description Conditions that must all hold. Strings may contain the wildcards `*` and `?`. */
            match: {
                /** @description The name of the event. */
                event?: string;
                /** @description The event id. */
                event_id?: string;
                /**
                 * Format: int64
                 * @description The order.
                 */
                order?: number;
                /** @description The external_id of the order. */
                external_id?: string;
                /** @description The state of the event. */
                state?: string;
                /** @description The number of deliveries made. */
                attempts?: number;
                /** @description Whether a delivery was acknowledged. */
                acknowledged?: boolean;
                /** @description Fields of the webhook body. The body may have others. */
                body?: Record<string, unknown>;
            };
            count?: components["schemas"]["Count"];
        };
        /** @description A field that differs from the expectation. */
        Difference: {
            /** @description The field. */
            field: string;
            /** @description The expected value. */
            expected: unknown;
            /** @description The actual value. */
            actual: unknown;
        };
        /** @description Whether the requests meet the expectation. */
        RequestVerdict: {
            /** @description Whether the expectation is met. */
            ok: boolean;
            /** @description The number of matches. */
            matched: number;
            /** @description The expected number, in words. */
            expected: string;
            /** @description The verdict in words. */
            message: string;
            /** @description The ids of the matches, at most the latest 20. */
            matches: string[];
            /** @description The nearest misses, fewest differences first; at most 5. */
            near_misses: {
                /** @description The request id. */
                request_id: string;
                /** @description The differences. */
                differences: components["schemas"]["Difference"][];
            }[];
        };
        /** @description Whether the events meet the expectation. */
        WebhookVerdict: {
            /** @description Whether the expectation is met. */
            ok: boolean;
            /** @description The number of matches. */
            matched: number;
            /** @description The expected number, in words. */
            expected: string;
            /** @description The verdict in words. */
            message: string;
            /** @description The ids of the matches, at most the latest 20. */
            matches: string[];
            /** @description The nearest misses, fewest differences first; at most 5. */
            near_misses: {
                /** @description The event id. */
                event_id: string;
                /** @description The differences. */
                differences: components["schemas"]["Difference"][];
            }[];
        };
        /** @description An API key. */
        Key: {
            /** @description The key id. */
            id: string;
            /** @description A name to recognize the key by. */
            name: string;
            /** @description The last four characters of the key. */
            hint: string;
            scopes: components["schemas"]["Scopes"];
            ip_allow: components["schemas"]["IpAllow"];
            /** @description The key's own limit of requests per minute, or null to use the limit of the account. */
            rate_limit_per_minute: number | null;
            expires_at: components["schemas"]["InstantOrNull"];
            /** @description Whether the key was revoked. */
            revoked: boolean;
        };
        /** @description A new API key. */
        CreatedKey: {
            /**
             * @description The full key, returned only here: `ersk_<account>_<24 letters and digits>`. The regular expression
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures the account name.
             */
            api_key: string;
            key: components["schemas"]["Key"];
        };
        /** @description A balance. */
        Balance: {
            /** @description The balance of the account. */
            balance_trx: number;
        };
        /** @description What was deleted. */
        Deleted: {
            /** @description The name of what was deleted. */
            name: string;
        };
        /** @description What was cleared. */
        Cleared: {
            /** @description The number of entries that were removed. */
            cleared: number;
        };
        /** @description The names of scenarios. */
        ScenarioNames: {
            /** @description Names of scenarios of the account or of the library. */
            names: string[];
        };
        /** @description A scenario. Exactly one of the fields is given. */
        ScenarioInput: {
            /** @description The name of a scenario of the account or of the library. */
            name?: string;
            /** @description The text of a scenario file. */
            yaml?: string;
            /** @description A JSON object with the keys of a scenario file. */
            scenario?: Record<string, unknown>;
            /**
             * @description Only for `name`: how often each rule may apply before the scenario is used up, such as 1 for the next request
             *     only. The rules are then counted for the whole account. By default, as the file says.
             */
            times?: number;
            /**
             * @description Only for `yaml` and `scenario`: the `digest` of the file that this one replaces, as it was read; null if there
             *     was none. If the file has changed since, nothing is done: 409 `SCENARIO_CHANGED`. Without this field, the
             *     file is replaced whatever it is.
             */
            expected_digest?: string | null;
        };
        /** @description A summary of a scenario. */
        Scenario: {
            /** @description The name. */
            name: string;
            /** @description What the scenario does and which bug it finds. */
            summary: string;
            /** @description The recipient address that selects the scenario. */
            magic_address: string | null;
            /** @description The number of rules for requests. */
            requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            orders: number;
            /** @description The number of rules for webhooks. */
            webhooks: number;
            /** @description The scenario in the form of its file, with defaults applied, and with the places of its rules in `sources`; only on request. */
            rules?: Record<string, unknown>;
            /** @description Only of an active scenario: how often each rule may apply, if the scenario was activated for a number of times; otherwise null. */
            times?: number | null;
            /** @description Only of an active scenario: how often its rules have applied since it was activated. */
            applied?: number;
            /** @description Only of an active scenario: whether each of its rules has applied as often as it may, so that the scenario no longer does anything. */
            used_up?: boolean;
        };
        /** @description The text of a scenario file. */
        ScenarioText: {
            /** @description The text of the file. */
            yaml: string;
            /**
             * @description Only for `yaml` and `scenario`: the `digest` of the file that this one replaces, as it was read; null if there
             *     was none. If the file has changed since, nothing is done: 409 `SCENARIO_CHANGED`. Without this field, the
             *     file is replaced whatever it is.
             */
            expected_digest?: string | null;
        };
        /** @description The file of a scenario, as an account sees it. */
        ScenarioFile: {
            /** @description The name. */
            name: string;
            /** @description What the scenario does and which bug it finds. */
            summary: string;
            /** @description The recipient address that selects the scenario. */
            magic_address: string | null;
            /** @description The number of rules for requests. */
            requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            orders: number;
            /** @description The number of rules for webhooks. */
            webhooks: number;
            /** @description The text of the file, or null if the server does not have it. */
            yaml: string | null;
            /** @description The SHA-256 digest of the text in UTF-8, in hexadecimal. Null without a text. */
            digest: string | null;
            /** @description Whether the account keeps the file. */
            own: boolean;
            /** @description Whether the scenario is active. */
            active: boolean;
            /** @description Whether the file is used in the place of a scenario of the library, which deleting the file brings back. */
            replaces_built_in: boolean;
        };
        /** @description A scenario. */
        ScenarioDetail: {
            /** @description The name. */
            name: string;
            /** @description What the scenario does and which bug it finds. */
            summary: string;
            /** @description The recipient address that selects the scenario. */
            magic_address: string | null;
            /** @description The number of rules for requests. */
            requests: number;
            /** @description The number of rules for the lifecycles of orders. */
            orders: number;
            /** @description The number of rules for webhooks. */
            webhooks: number;
            /** @description The text of the scenario file, or null if it is not available. */
            yaml: string | null;
            /** @description The scenario in the form of its file, with defaults applied, and with the places of its rules in `sources`. */
            rules: Record<string, unknown>;
        };
        /** @description The scenarios of an account. */
        ActiveScenarios: {
            /** @description The active scenarios in order of precedence, highest first. */
            active: components["schemas"]["Scenario"][];
            /** @description The scenarios that the account keeps, active or not, sorted by name. They replace scenarios of the library with the same name. */
            own: components["schemas"]["Scenario"][];
            /** @description The scenarios that can be activated by name. */
            library: components["schemas"]["Scenario"][];
        };
        /** @description A problem in a scenario. */
        Problem: {
            /** @description The location: `file:line:column`, or a path such as `requests[0].reply`. */
            where: string;
            /** @description What was expected and what was found. */
            message: string;
        };
        /** @description The result of validating a scenario. */
        ScenarioCheck: {
            /** @description Whether the scenario is valid. Warnings do not matter. */
            valid: boolean;
            /** @description The problems, in the order of the text. */
            problems: components["schemas"]["Problem"][];
            /** @description Rules that probably do not work as intended; empty if there are problems. */
            warnings: components["schemas"]["Problem"][];
            /** @description A summary of the scenario, or null if it is not valid. */
            scenario: {
                /** @description The name. */
                name: string;
                /** @description What the scenario does and which bug it finds. */
                summary: string;
                /** @description The recipient address that selects the scenario. */
                magic_address: string | null;
                /** @description The number of rules for requests. */
                requests: number;
                /** @description The number of rules for the lifecycles of orders. */
                orders: number;
                /** @description The number of rules for webhooks. */
                webhooks: number;
            } | null;
        };
        /** @description The name of a snapshot. */
        SnapshotRequest: {
            /** @description The name. */
            name: string;
        };
        /** @description A summary of a snapshot. */
        Snapshot: {
            /** @description The name. */
            name: string;
            /** @description The name of the account that the snapshot was taken of. */
            account: string;
            taken_at: components["schemas"]["Instant"];
            /** @description The balance in the snapshot. */
            balance_trx: number;
            /** @description The number of orders. */
            orders: number;
            /** @description The number of events. */
            events: number;
            /** @description The size of the state as JSON. */
            bytes: number;
            /** @description Only in the response to an import: what could not be checked. */
            warning?: string;
        };
        /** @description A complete snapshot. */
        SnapshotFile: {
            /** @description The version of the snapshot format: 2. */
            format: number;
            /** @description The name of the account that the snapshot was taken of. */
            account: string;
            taken_at: components["schemas"]["Instant"];
            /** @description The CRC-32 of the state, by which an import detects changes. An import without it succeeds with a warning. */
            checksum?: string;
            /** @description The full state of the account, in an internal format. */
            state: Record<string, unknown>;
        };
        /** @description The probe succeeded. */
        ProbeAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The state. */
            data: {
                /**
                 * @description Always `ok`.
                 * @enum {string}
                 */
                status: "ok";
            };
        };
        /** @description Basic information about the server. */
        InfoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Info"];
        };
        /** @description The state of the demo. */
        DemoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Demo"];
        };
        /** @description The register of assumptions. */
        AssumptionsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The register of assumptions. */
            data: {
                /** @description All entries. */
                items: components["schemas"]["Assumption"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description An account. */
        AccountAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Account"];
        };
        /** @description A new account. */
        CreatedAccountAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["CreatedAccount"];
        };
        /** @description Accounts. */
        AccountsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The accounts. */
                items: components["schemas"]["Account"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description Past advances. */
        AdvancesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The advances. */
                items: components["schemas"]["PastAdvance"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description Entries of the ledger. */
        LedgerAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The entries. */
                items: components["schemas"]["LedgerEntry"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description Findings. */
        FindingsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The findings. */
                items: components["schemas"]["Finding"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description The rules of findings. */
        FindingRulesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The list. */
            data: {
                /** @description The rules, what costs most first. */
                items: components["schemas"]["FindingRule"][];
            };
        };
        /** @description A coverage. */
        CoverageAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Coverage"];
        };
        /** @description A clock. */
        ClockAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Clock"];
        };
        /** @description What is due next. */
        UpcomingAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description What is due next. */
            data: {
                /** @description What is due, earliest first. */
                items: components["schemas"]["Upcoming"][];
                next: components["schemas"]["Next"];
                /** @description How much is scheduled altogether. */
                total: number;
            };
        };
        /** @description The key of the dashboard. */
        DashboardKeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["DashboardKey"];
        };
        /** @description A price. */
        PricePreviewAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["PricePreview"];
        };
        /** @description Requests without a valid key. */
        UnknownCallersAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description Requests without a valid key. */
            data: {
                /** @description The requests of the page. */
                items: components["schemas"]["UnknownCall"][];
                next: components["schemas"]["Next"];
                /** @description The maximum number of requests that are kept. */
                bound: number;
                /** @description Number of older requests that were discarded. */
                dropped: number;
            };
        };
        /** @description The result of an advance. */
        AdvancedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Advanced"];
        };
        /** @description Orders. */
        OrdersAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The orders. */
                items: components["schemas"]["Order"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description An order. */
        OrderAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["OrderDetail"];
        };
        /** @description Events. */
        EventsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The events. */
                items: components["schemas"]["Event"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description An event. */
        EventAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["EventDetail"];
        };
        /** @description Deliveries. */
        DeliveriesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The deliveries. */
                items: components["schemas"]["Delivery"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description Requests. */
        RequestsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The requests. */
                items: components["schemas"]["RequestSummary"][];
                next: components["schemas"]["Next"];
                /** @description The maximum number of requests that the journal keeps. */
                bound: number;
                /** @description The number of requests that the journal has discarded. */
                dropped: number;
            };
        };
        /** @description A request. */
        RequestAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["RequestDetail"];
        };
        /** @description API keys. */
        KeysAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description All of them. */
                items: components["schemas"]["Key"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description An API key. */
        KeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Key"];
        };
        /** @description A new API key. */
        CreatedKeyAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["CreatedKey"];
        };
        /** @description A balance. */
        BalanceAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Balance"];
        };
        /** @description What was deleted. */
        DeletedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Deleted"];
        };
        /** @description What was cleared. */
        ClearedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Cleared"];
        };
        /** @description The built-in receiver. */
        ReceiverAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Receiver"];
        };
        /** @description Arrivals. */
        ArrivalsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description The arrivals. */
                items: components["schemas"]["Arrival"][];
                next: components["schemas"]["Next"];
                /** @description The maximum number of arrivals kept. */
                bound: number;
                /** @description The number of older arrivals discarded. */
                dropped: number;
            };
        };
        /** @description The webhook destination. */
        WebhookAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Webhook"];
        };
        /** @description The order and the event. */
        TriggeredAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Triggered"];
        };
        /** @description A delivery. */
        DeliveryAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Delivery"];
        };
        /** @description A verdict. */
        RequestVerdictAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["RequestVerdict"];
        };
        /** @description A verdict. */
        WebhookVerdictAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["WebhookVerdict"];
        };
        /** @description Scenarios. */
        ActiveScenariosAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["ActiveScenarios"];
        };
        /** @description The scenario library. */
        ScenariosAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description All of them. */
                items: components["schemas"]["Scenario"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description A scenario. */
        ScenarioAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["ScenarioDetail"];
        };
        /** @description The file of a scenario. */
        ScenarioFileAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["ScenarioFile"];
        };
        /** @description The result of validating a scenario. */
        ScenarioCheckAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["ScenarioCheck"];
        };
        /** @description Snapshots. */
        SnapshotsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page of the list. */
            data: {
                /** @description All of them. */
                items: components["schemas"]["Snapshot"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description A snapshot. */
        SnapshotAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Snapshot"];
        };
        /** @description A complete snapshot. */
        SnapshotExportAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["SnapshotFile"];
        };
        /** @description The request does not match this description. */
        InvalidRequestError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INVALID_REQUEST";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The call has to be sent to another path. */
        RedirectedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "CREATE_BY_NAME";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The credentials are missing or wrong. */
        UnauthorizedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ADMIN_TOKEN_REQUIRED" | "API_KEY_REQUIRED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description A request that is not allowed from where it comes. */
        ForbiddenError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "HOST_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED" | "IP_NOT_ALLOWED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such account. */
        AccountNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such order. */
        OrderNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "ORDER_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such event. */
        EventNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "EVENT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such request. */
        RequestNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "REQUEST_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such scenario. */
        ScenarioNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "SCENARIO_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such scenario. */
        UnknownScenarioError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "SCENARIO_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description A limit of the account is reached. */
        LimitReachedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "LIMIT_REACHED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description A limit of the account is reached, or the file was changed meanwhile. */
        ScenarioNotKeptError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "LIMIT_REACHED" | "SCENARIO_CHANGED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The name is already in use, or there are too many accounts. */
        AccountExistsError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_EXISTS" | "LIMIT_REACHED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The goal of an advance was not reached. */
        NotAdvancedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "NOT_REACHABLE" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The body is too large. */
        RequestTooLargeError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "REQUEST_TOO_LARGE";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The server is shutting down. */
        NotReadyError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "NOT_READY";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such key. */
        KeyNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "KEY_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description There is no such snapshot. */
        SnapshotNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "SNAPSHOT_NOT_FOUND";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The transition is not allowed, or the call was interrupted. */
        TransitionError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "TRANSITION_NOT_ALLOWED" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The order cannot be refunded. */
        RefundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "REFUND_NOT_ALLOWED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The account has no webhook destination, or the call was interrupted. */
        NoDestinationError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "NO_DESTINATION" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The order was refused, or the call was interrupted. */
        OrderRefusedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ORDER_REFUSED" | "INTERRUPTED";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
        /** @description The scenario is not valid. */
        InvalidScenarioError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INVALID_REQUEST" | "SCENARIO_INVALID";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
            /** @description The problems, in the order of the text. */
            problems?: components["schemas"]["Problem"][];
        };
        /** @description The snapshot is not valid. */
        InvalidSnapshotError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INVALID_REQUEST" | "SNAPSHOT_INVALID";
            /** @description What was wrong and how to fix it. */
            message: string;
            /** @description The part of the request that is at fault, or null if there is none. */
            path: string | null;
        };
    };
    responses: {
        /** @description A limit of the account is reached; the message names it. Nothing was done. */
        LimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LimitReachedError"];
            };
        };
        /** @description A limit of the account is reached, or the file is not the one that was expected. Nothing was done. */
        ScenarioNotKept: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ScenarioNotKeptError"];
            };
        };
        /** @description The request does not match this description; `path` says where. Nothing was done. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** @description The admin token is missing or wrong. For `me`, the API key is missing, unknown, revoked or expired. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The request comes from a page of another origin, its Host header names another machine, or the key does not allow the caller's IP address. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description There is no such account. */
        AccountNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such order. */
        OrderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such event. */
        EventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventNotFoundError"];
            };
        };
        /** @description There is no such account, or the request is not or no longer in its journal. */
        RequestNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestNotFoundError"];
            };
        };
        /** @description There is no such account or no such scenario. */
        ScenarioNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ScenarioNotFoundError"];
            };
        };
        /** @description There is no such scenario. */
        UnknownScenario: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnknownScenarioError"];
            };
        };
        /** @description There is no such account, or the account has no such key. */
        KeyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyNotFoundError"];
            };
        };
        /** @description There is no such account, or the account has no such snapshot. */
        SnapshotNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SnapshotNotFoundError"];
            };
        };
        /** @description The request does not match this description, or the scenario is not valid; `problems` lists every problem. */
        InvalidScenario: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidScenarioError"];
            };
        };
        /** @description The request does not match this description, or is not a snapshot that this version can read; `path` says where. */
        InvalidSnapshot: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidSnapshotError"];
            };
        };
        /** @description The body exceeds the maximum size for this call. */
        RequestTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestTooLargeError"];
            };
        };
    };
    parameters: {
        /**
         * @description The name of the account, or `me` for the account of the API key.
         * @example demo
         */
        account: string;
        /**
         * @description The service order id.
         * @example 48211
         */
        order: number;
        /**
         * @description The id of the event.
         * @example order-48211-order.delegated-ab12cd34ef56
         */
        eventId: string;
        /**
         * @description The id of the request, as in its X-Sandbox-Request-Id response header.
         * @example req-5
         */
        request: string;
        /**
         * @description The id of the key.
         * @example key-2
         */
        key: string;
        /**
         * @description The name of the scenario.
         * @example failed-with-refund
         */
        scenarioName: string;
        /**
         * @description The name of the snapshot.
         * @example before-checkout
         */
        snapshotName: string;
        /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
        lastEventId: number;
        /** @description The maximum number of items per page. */
        limit: number;
        /** @description `data.next` of the previous page. */
        cursor: string;
        /** @description Which items come first. */
        sort: "oldest" | "newest";
        /** @description Only items at or after this instant. */
        from: components["schemas"]["Instant"];
        /** @description Only items at or before this instant. */
        to: components["schemas"]["Instant"];
        /** @description Only items that concern this order. */
        orderFilter: number;
        /** @description Only items of this kind of event. */
        eventFilter: components["schemas"]["EventName"];
        /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
        externalIdFilter: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process responds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server accepts requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            /** @description The server is shutting down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Basic information about the server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfoAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the demo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    setDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whether the demo generates traffic from now on. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "running": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether the demo generates traffic. */
                    running: boolean;
                };
            };
        };
        responses: {
            /** @description The state of the demo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listAssumptions: {
        parameters: {
            query?: {
                /** @description The account whose values to return. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The register of assumptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssumptionsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listAllFindings: {
        parameters: {
            query?: {
                /**
                 * @description `true` also reports what has not happened by now. Otherwise that is reported once ten minutes have passed on
                 *     the account's clock.
                 */
                final?: boolean;
                /** @description Only findings that are at least this severe. */
                severity?: "error" | "warning" | "info";
                /** @description Only findings of this rule. */
                rule?: string;
                /** @description Rules whose findings are left out, separated by commas. */
                except?: string;
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listAllFindingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingRulesAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getServerCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listUnknownCallers: {
        parameters: {
            query?: {
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownCallersAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    clearUnknownCallers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list was cleared. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The initial settings of the account. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "balance_trx": 100,
                 *       "clock": "manual",
                 *       "webhook_url": "http://127.0.0.1:4020/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The account, with its API key and webhook secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccountAnswer"];
                };
            };
            /** @description The server is behind a load balancer. Send the same request to `Location`. */
            307: {
                headers: {
                    /** @description The path of the account, relative to this one. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectedError"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownScenario"];
            /** @description An account with this name already exists, or the server has the maximum number of accounts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExistsError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    createNamedAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The initial settings of the account. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "balance_trx": 100,
                 *       "clock": "manual"
                 *     }
                 */
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The account, with its API key and webhook secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccountAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownScenario"];
            /** @description An account with this name already exists, or the server has the maximum number of accounts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExistsError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account was deleted, with its keys and everything else that belonged to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "discount_percent": 10
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    resetAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeysAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The permissions of the key. Default: all scopes, from any address, without expiry. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "quote",
                 *         "balance"
                 *       ],
                 *       "rate_limit_per_minute": 10
                 *     }
                 */
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description The key. It is returned in full only in this response. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the key.
                 * @example key-2
                 */
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, which is no longer valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KeyNotFound"];
        };
    };
    getDashboardKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardKeyAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    previewQuote: {
        parameters: {
            query?: {
                /** @description The package. */
                package_id?: number;
                /** @description A custom amount of Energy, instead of a package. */
                energy_amount?: number;
                /** @description The rental duration. Default: as for orders. */
                duration_minutes?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price, or the error with which the service would refuse the selection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricePreviewAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    deposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The amount to add. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount_trx": 50
                 *     }
                 */
                "application/json": components["schemas"]["DepositRequest"];
            };
        };
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    setBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The new balance. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "balance_trx": 0
                 *     }
                 */
                "application/json": components["schemas"]["BalanceRequest"];
            };
        };
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description Only items that concern this order. */
                order?: components["parameters"]["orderFilter"];
                /** @description Only entries of this kind. */
                kind?: "opening" | "debit" | "refund" | "deposit" | "adjustment";
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ledger entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listFindings: {
        parameters: {
            query?: {
                /**
                 * @description `true` also reports what has not happened by now. Otherwise that is reported once ten minutes have passed on
                 *     the account's clock.
                 */
                final?: boolean;
                /** @description Only findings that are at least this severe. */
                severity?: "error" | "warning" | "info";
                /** @description Only findings of this rule. */
                rule?: string;
                /** @description Rules whose findings are left out, separated by commas. */
                except?: string;
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listFindingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingRulesAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description How the clock runs from now on. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "manual"
                 *     }
                 */
                "application/json": {
                    mode: components["schemas"]["ClockMode"];
                };
            };
        };
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listUpcoming: {
        parameters: {
            query?: {
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is due next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpcomingAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description How far to advance. */
        requestBody: {
            content: {
                "application/json": {
                    by?: components["schemas"]["Duration"];
                    to?: components["schemas"]["Instant"];
                    /**
                     * @description The event of an order, or `idle` to advance until nothing is due.
                     * @enum {string}
                     */
                    until?: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed" | "idle";
                    /**
                     * Format: int64
                     * @description With the event of an order in `until`: the id of that order. Default: any order.
                     */
                    order?: number;
                    /** @description With the event of an order in `until`: the external_id of that order, instead of `order`. */
                    external_id?: string;
                };
            };
        };
        responses: {
            /** @description The clock reached the goal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvancedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            /**
             * @description The goal cannot be reached, or was not reached although nothing more was due; or the account was deleted,
             *     reset or restored before the goal was reached (`INTERRUPTED`).
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotAdvancedError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listAdvances: {
        parameters: {
            query?: {
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The advances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvancesAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders in this status. */
                status?: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
                /** @description Only items that concern this order. */
                order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only orders whose external_id contains this text, or whose address or txid begins with it, regardless of case. */
                search?: string;
                /** @description Only orders for this recipient. `*` matches any run of characters, `?` any single one. */
                address?: string;
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
        };
    };
    moveOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        /** @description The new status. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "failed",
                 *       "refund": "5s"
                 *     }
                 */
                "application/json": components["schemas"]["TransitionRequest"];
            };
        };
        responses: {
            /** @description The order, once the delivery attempt of its webhook is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            /**
             * @description The order cannot go from its current status to the new one; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitionError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service order id.
                 * @example 48211
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. Refunding it again changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            /** @description The order does not have the status `failed`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundError"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination and the secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The destination and the secret. Fields that are left out do not change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "http://127.0.0.1:4020/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The destination and the secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    getReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, and whether the receiver is the destination. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    setReceiver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description All settings. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": 500,
                 *       "times": 2
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverRequest"];
            };
        };
        responses: {
            /** @description The settings, and whether the receiver is the destination. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listArrivals: {
        parameters: {
            query?: {
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The arrivals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArrivalsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    clearArrivals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The arrivals were cleared. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The event to trigger. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "order.failed",
                 *       "refund": "now"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerRequest"];
            };
        };
        responses: {
            /** @description The event, once its delivery attempt is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            /**
             * @description The order was refused; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderRefusedError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    verifyWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The expectation. */
        requestBody: {
            content: {
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
                "application/json": components["schemas"]["WebhookAssertion"];
            };
        };
        responses: {
            /** @description The verdict, whether or not the expectation is met. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookVerdictAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only items that concern this order. */
                order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only items of this kind of event. */
                event?: components["parameters"]["eventFilter"];
                /** @description Only events whose name, id or external_id contains this text, regardless of case. */
                search?: string;
                /** @description Only events in this state. */
                state?: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-48211-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        /** @description How to send it. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "corrupt": "wrong-secret"
                 *     }
                 */
                "application/json": components["schemas"]["ResendRequest"];
            };
        };
        responses: {
            /** @description The delivery, once it is complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            /**
             * @description The account has no webhook destination; or the account was deleted, reset or restored before its
             *     webhooks were delivered (`INTERRUPTED`).
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoDestinationError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only items that concern this order. */
                order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                external_id?: components["parameters"]["externalIdFilter"];
                /** @description Only items of this kind of event. */
                event?: components["parameters"]["eventFilter"];
                /** @description Only deliveries of this event. */
                event_id?: string;
                /** @description Only deliveries with this outcome. */
                outcome?: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only requests of this operation. */
                operation?: "getQuote" | "createEstimate" | "createOrder" | "getOrderStatus" | "getBalance" | "createOrdersBulk";
                /** @description Only requests whose response has this HTTP status. */
                status?: number;
                /** @description Only items that concern this order. */
                order?: components["parameters"]["orderFilter"];
                /** @description Only items that concern an order with this external_id. `*` matches any run of characters, `?` any single one. */
                external_id?: components["parameters"]["externalIdFilter"];
                /**
                 * @description Only requests that contain this text, regardless of case: in method, URL (as received and percent-decoded),
                 *     operation, error code, key, id, external_ids, or in the body of the request or response.
                 */
                search?: string;
                /** @description Only items at or after this instant. */
                from?: components["parameters"]["from"];
                /** @description Only items at or before this instant. */
                to?: components["parameters"]["to"];
                /** @description Which items come first. */
                sort?: components["parameters"]["sort"];
                /** @description The maximum number of items per page. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    clearRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal was cleared. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    verifyRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The expectation. */
        requestBody: {
            content: {
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
                "application/json": components["schemas"]["RequestAssertion"];
            };
        };
        responses: {
            /** @description The verdict, whether or not the expectation is met. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestVerdictAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as in its X-Sandbox-Request-Id response header.
                 * @example req-5
                 */
                request: components["parameters"]["request"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RequestNotFound"];
        };
    };
    getActiveScenarios: {
        parameters: {
            query?: {
                /** @description Whether each scenario has its rules in `rules`. */
                rules?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    setScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description Names in order of precedence, highest first. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "names": [
                 *         "failed-with-refund"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioNames"];
            };
        };
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScenarioNotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    addScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The scenario, in exactly one of the three fields. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "service-unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioInput"];
            };
        };
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidScenario"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScenarioNotFound"];
            409: components["responses"]["ScenarioNotKept"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    removeScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScenarioNotFound"];
        };
    };
    getScenarioFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioFileAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScenarioNotFound"];
        };
    };
    putScenarioFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        /** @description The text of a scenario file whose `name` is the one in the path. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioText"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioFileAnswer"];
                };
            };
            400: components["responses"]["InvalidScenario"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["ScenarioNotKept"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    deleteScenarioFile: {
        parameters: {
            query?: {
                /**
                 * @description The `digest` of the file to delete, as it was read. If the file has changed since, nothing is done: 409
                 *     `SCENARIO_CHANGED`. Without it, the file is deleted whatever it is.
                 */
                expected_digest?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScenarioNotFound"];
            409: components["responses"]["ScenarioNotKept"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotsAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
        };
    };
    takeSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description The name of the snapshot. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "before-checkout"
                 *     }
                 */
                "application/json": components["schemas"]["SnapshotRequest"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    exportSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot, ready to be imported. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotExportAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SnapshotNotFound"];
        };
    };
    importSnapshot: {
        parameters: {
            query?: {
                /** @description Whether to import a state that was changed after it was exported, so that its checksum is wrong. */
                force?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        /** @description A snapshot that was exported from this or another account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotFile"];
            };
        };
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotAnswer"];
                };
            };
            400: components["responses"]["InvalidSnapshot"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SnapshotNotFound"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The name of the snapshot.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SnapshotNotFound"];
        };
    };
    streamAccount: {
        parameters: {
            query?: {
                /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
                last_event_id?: components["parameters"]["lastEventId"];
            };
            header?: never;
            path: {
                /**
                 * @description The name of the account, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            409: components["responses"]["LimitReached"];
            /** @description The server is shutting down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    streamAll: {
        parameters: {
            query?: {
                /** @description Same as the Last-Event-ID header, for clients that cannot set headers. */
                last_event_id?: components["parameters"]["lastEventId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["LimitReached"];
            /** @description The server is shutting down. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReadyError"];
                };
            };
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario library. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenariosAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    checkScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The text of a scenario file, or a JSON object with the same keys. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "yaml": "name: review-at-once\nsummary: Every order goes to review.\norders:\n  - lifecycle:\n      - { after: 3s, to: review }\n"
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioInput"];
            };
        };
        responses: {
            /** @description The result, valid or not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioCheckAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["RequestTooLarge"];
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the scenario.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownScenario"];
        };
    };
}
