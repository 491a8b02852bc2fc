// Generated from openapi/control-v1.yaml by "npm run generate-types". Do not edit.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
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
        /** Whether requests are taken */
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
        /** What a page or a command line needs to know at first */
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
        /** Whether the demonstration runs */
        get: operations["getDemo"];
        /**
         * Start or stop the demonstration
         * @description Believable customers' traffic, failures included, in an account of its own that is opened at the first start.
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
         * What the sandbox decided where the specification is silent
         * @description The register, with the values in force for new accounts or, with `account`, for one.
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
    "/_sandbox/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All accounts */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account
         * @description All fields are optional; what is left out is as the server was started. The API key is shown here and
         *     never again.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Read an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /** Drop an account */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change settings of an account
         * @description What is given replaces what stands; a reset takes it back. Balance, webhook, clock and scenarios have calls of their own.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account as new
         * @description Settings, scenarios, balance and clock are as when it was opened; orders, events, ledger, counts and journal are gone.
         *     Its name, its webhook and its keys stay, with what scenarios did to the keys undone. Snapshots stay, too.
         *     Order ids begin at 1 again; no event id is used again.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** API keys of an account */
        get: operations["listKeys"];
        put?: never;
        /** Make an API key */
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
                 * @description The account's name, or `me` for the account of the API key.
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
    "/_sandbox/accounts/{account}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add to the balance */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the balance
         * @description The difference is booked as an adjustment.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * Every change of the balance
         * @description The rows add up to the balance. Debits are negative.
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
    "/_sandbox/accounts/{account}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** What the clock shows, and how it runs */
        get: operations["getClock"];
        /**
         * Let the clock run in another way
         * @description It shows the same instant before and after. Time never runs back; `clock/advance` takes it forward.
         */
        put: operations["setClock"];
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the clock forward
         * @description Stops at each instant at which something is due, until all of it has happened and its webhooks were
         *     answered. Exactly one goal: `by` a duration, `to` an instant, or `until` something has happened. A goal that
         *     cannot come is refused, and nothing moves. Advances of one account follow one another.
         */
        post: operations["advanceClock"];
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Orders of an account */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        /** An order with its whole life */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an order by hand
         * @description Along the edges that orders have (`can_go_to`). Its life goes on from there where it passes through that state;
         *     elsewhere nothing more happens by itself.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a failed orders amount back */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Where webhooks go */
        get: operations["getWebhook"];
        /**
         * Send webhooks elsewhere
         * @description A reset keeps it.
         */
        put: operations["setWebhook"];
        post?: never;
        delete?: never;
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an event happen
         * @description Makes an order and moves it by hand, at the present instant, until it has the event. It costs what an order costs.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assert what events came about */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Webhook events of an account */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-17-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        /** An event with every attempt to deliver it */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-17-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event once more
         * @description At once, outside the event's schedule, on purpose wrong if `corrupt` says so.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * Every attempt to deliver an event
         * @description One row an attempt, with the exact bytes that were sent and what came back.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * API requests of an account
         * @description Bounded: `data.bound` is how many are kept at most, `data.dropped` how many fell out since the journal began.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /** Empty the journal */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assert what requests were made
         * @description All that `match` names must hold; texts may use `*` and `?`. A verdict of false lists the nearest misses.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as X-Sandbox-Request-Id tells it.
                 * @example req-5
                 */
                request: components["parameters"]["request"];
            };
            cookie?: never;
        };
        /** A request with its answer and what led to it */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Active scenarios, and all that can be picked */
        get: operations["getActiveScenarios"];
        /**
         * Activate exactly these scenarios
         * @description A scenario that was not active starts with fresh counts, and its `given` is applied.
         */
        put: operations["setScenarios"];
        /**
         * Activate one more scenario, asked before the others
         * @description One from the library by `name`; or one of your own as a file's text (`yaml`) or as JSON with a file's keys (`scenario`). One of the same name is replaced.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The scenario's name.
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
    "/_sandbox/accounts/{account}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** Snapshots of an account */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Keep the account as it is now
         * @description One of the same name is replaced.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        /**
         * The whole of a snapshot
         * @description It holds the webhook secret, but no API key.
         */
        get: operations["exportSnapshot"];
        /** Take in a snapshot that was exported */
        put: operations["importSnapshot"];
        post?: never;
        /** Forget a snapshot */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the account what it was then
         * @description Orders, events, ledger, due work, counts, settings, scenarios and clock are as they were: the same calls get the same
         *     bytes. Deliveries that were under way are sent again. The account keeps its name and its keys, and its journal begins
         *     anew.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /**
         * What happens to an account, as it happens
         * @description Server-sent events with ascending ids; `event` is the kind of a happening, or `request`, and `data` JSON. With
         *     Last-Event-ID it goes on behind that id; where what followed is no longer kept, an event `gap` tells how many were
         *     lost (null: not known). A reader that does not keep up gets an event `dropped` and the end.
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
         * What happens to all accounts, as it happens
         * @description As the stream of an account; its ids are its own. Requests whose key opened no account are told here.
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
        /** Scenarios that can be picked */
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
         * Say what is wrong with a scenario
         * @description Nothing is stored.
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
                 * @description The scenario's name.
                 * @example failed-with-refund
                 */
                name: components["parameters"]["scenarioName"];
            };
            cookie?: never;
        };
        /** A scenario of the library */
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
         * @description An instant in ISO 8601, with Z or an offset.
         * @example 2026-01-01T12:00:00Z
         */
        Instant: string;
        /** @description An instant in ISO 8601, or null. */
        InstantOrNull: string | null;
        /**
         * @description A number and a unit; `ms`, `s`, `m`, `h` or `d`.
         * @example 61m
         */
        Duration: string;
        /**
         * @description `real`, `manual` (stands still until advanced) or so many times as fast, such as `60x`.
         * @example manual
         */
        ClockMode: string;
        /**
         * @description The kind of an event.
         * @enum {string}
         */
        EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /**
         * @description The state of an order.
         * @enum {string}
         */
        OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description What a key may do. */
        Scopes: ("quote" | "orders:create" | "orders:read" | "balance")[];
        /** @description Addresses and CIDR ranges that a key works from; empty: from everywhere. */
        IpAllow: string[];
        /** @description The cursor of the next page; null after the last. */
        Next: string | null;
        /** @description What an account starts with. */
        AccountRequest: {
            /** @description Letters, digits, period, underscore, hyphen; made up where left out. `me` is taken. */
            name?: string;
            /** @description The opening balance. */
            balance_trx?: number;
            /** @description The account's discount. */
            discount_percent?: number;
            /** @description Where webhooks go; null: nowhere. */
            webhook_url?: string | null;
            /** @description What webhooks are signed with. */
            webhook_secret?: string;
            clock?: components["schemas"]["ClockMode"];
            /** @description The zone of times in orders. */
            time_zone?: string;
            /** @description Active scenarios by name, first asked first. */
            scenarios?: string[];
            /** @description Requests a minute for each key. */
            rate_limit_per_minute?: number;
            scopes?: components["schemas"]["Scopes"];
            ip_allow?: components["schemas"]["IpAllow"];
            expires_at?: components["schemas"]["InstantOrNull"];
            /** @description Further settings, by the names of the register. */
            assumptions?: Record<string, never>;
            /**
             * @description What txids, estimates and chances follow from. Where one is given here or to the server, event ids follow
             *     from it, too; else they are unique over all accounts and servers.
             */
            seed?: string;
        };
        /** @description A clock. */
        Clock: {
            /** @description `real`, `manual` or `<n>x`. */
            mode: string;
            /** @description Its seconds in a real one; 0: it stands. */
            speed: number;
            now: components["schemas"]["Instant"];
            /** @description When something is due next, as far as is known; null: nothing is. */
            next_due_at: string | null;
        };
        /** @description Where webhooks go. */
        Webhook: {
            /** @description The destination; null: events are recorded and not sent. */
            url: string | null;
            /** @description What webhooks are signed with. */
            secret: string;
        };
        /** @description An account. */
        Account: {
            /** @description Its name. */
            name: string;
            /** @description What it has. */
            balance_trx: number;
            /** @description Its discount. */
            discount_percent: number;
            /** @description Requests a minute for keys without a limit of their own. */
            rate_limit_per_minute: number;
            /** @description The zone of times in its new orders. */
            time_zone: string;
            clock: components["schemas"]["Clock"];
            webhook: components["schemas"]["Webhook"];
            /** @description Active scenarios, first asked first. */
            scenarios: string[];
            /** @description Recipients that are not activated. */
            inactive_addresses: string[];
            /** @description Settings that are not at the register's default. */
            assumptions: Record<string, never>;
            /** @description What txids, estimates and chances follow from. */
            seed: string;
            /** @description How many API keys it has. */
            keys: number;
            /** @description How many orders. */
            orders: number;
            /** @description How many webhook events. */
            events: number;
            /** @description How many requests were recorded, dropped ones included. */
            requests: number;
        };
        /** @description A new account. */
        CreatedAccount: {
            /** @description Its name. */
            name: string;
            /**
             * @description Its key, shown only here: `ersk_<account>_<24 letters and digits>`. The account's name is what
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures.
             */
            api_key: string;
            /** @description What its webhooks are signed with. */
            webhook_secret: string;
            /** @description The service's base address for it. */
            base_url: string;
            account: components["schemas"]["Account"];
        };
        /** @description A change of the balance. */
        LedgerEntry: {
            at: components["schemas"]["Instant"];
            /**
             * @description What it was for.
             * @enum {string}
             */
            kind: "opening" | "debit" | "refund" | "deposit" | "adjustment";
            /** @description Negative for a debit. */
            amount_trx: number;
            /** @description The balance after it. */
            balance_trx: number;
            /** @description The order that it belongs to. */
            order_id: number | null;
        };
        /**
         * @description Something that came about. `kind` is order (it entered a state), refund, attempt (a webhook was answered, or
         *     not), retry (the next attempt was scheduled), settled (an event came to rest), ledger or account.
         */
        Happening: {
            at: components["schemas"]["Instant"];
            /**
             * @description What came about.
             * @enum {string}
             */
            kind: "order" | "refund" | "attempt" | "retry" | "settled" | "ledger" | "account";
            /** @description The order that it concerns. */
            order_id?: number | null;
            /** @description The event that it concerns. */
            event_id?: string;
            event?: components["schemas"]["EventName"];
            status?: components["schemas"]["OrderStatusName"];
            /** @description `api`, `by hand`, or the place of a scenario's rule. */
            cause?: string;
            /** @description The number of the attempt, from 1; 0 for a resend. */
            attempt?: number;
            /** @description Which copy of the attempt; for a resend, which resend of the event. */
            copy?: number;
            /** @description What became of the attempt. */
            outcome?: string;
            /** @description What the receiver answered. */
            status_code?: number | null;
            due_at?: components["schemas"]["Instant"];
            /** @description How the event came to rest. */
            state?: string;
            /** @description By how much the balance changed. */
            amount_trx?: number;
            /** @description The balance after it. */
            balance_trx?: number;
            /** @description The kind of the ledger's row. */
            entry?: string;
            /** @description What about the account changed. */
            change?: string;
        };
        /** @description What an advance came to. */
        Advanced: {
            now: components["schemas"]["Instant"];
            /** @description What happened, in order; the first 10,000. */
            fired: components["schemas"]["Happening"][];
            /** @description How much happened altogether. */
            fired_total: number;
        };
        /** @description An order. */
        Order: {
            /** @description The service's id. */
            id: number;
            /** @description The customer's id. */
            external_id: string | null;
            /** @description The recipient. */
            address: string;
            /** @description The package; null for a custom amount. */
            package_id: number | null;
            /** @description Energy ordered. */
            energy_amount: number;
            /** @description Rental time. */
            duration_minutes: number;
            /** @description What was debited. */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The delegation's transaction, once there is one. */
            txid: string | null;
            /** @description Whether the amount went back. */
            refunded: boolean;
            /** @description ORDER_REVIEW, ORDER_FAILED or null. */
            error_code: string | null;
            created_at: components["schemas"]["Instant"];
            delivered_at: components["schemas"]["InstantOrNull"];
            completed_at: components["schemas"]["InstantOrNull"];
            updated_at: components["schemas"]["Instant"];
            /** @description The name of the key that made it. */
            key: string;
            /** @description The scenario that was picked for it. */
            scenario: string | null;
        };
        /** @description An order with its whole life. */
        OrderDetail: {
            /** @description The service's id. */
            id: number;
            /** @description The customer's id. */
            external_id: string | null;
            /** @description The recipient. */
            address: string;
            /** @description The package; null for a custom amount. */
            package_id: number | null;
            /** @description Energy ordered. */
            energy_amount: number;
            /** @description Rental time. */
            duration_minutes: number;
            /** @description What was debited. */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The delegation's transaction, once there is one. */
            txid: string | null;
            /** @description Whether the amount went back. */
            refunded: boolean;
            /** @description ORDER_REVIEW, ORDER_FAILED or null. */
            error_code: string | null;
            created_at: components["schemas"]["Instant"];
            delivered_at: components["schemas"]["InstantOrNull"];
            completed_at: components["schemas"]["InstantOrNull"];
            updated_at: components["schemas"]["Instant"];
            /** @description The name of the key that made it. */
            key: string;
            /** @description The scenario that was picked for it. */
            scenario: string | null;
            /** @description The scenario's rule that gave it its life. */
            rule: {
                /** @description The rule. */
                id: string;
                /** @description Where it stands. */
                source: string;
            } | null;
            /** @description Its states in turn. */
            timeline: components["schemas"]["TimelineStep"][];
            /** @description What happens next by itself; null: nothing. */
            next_step: {
                to: components["schemas"]["OrderStatusName"];
                at: components["schemas"]["Instant"];
            } | null;
            /** @description The states into which it can be moved by hand. */
            can_go_to: components["schemas"]["OrderStatusName"][];
            /** @description The refund; null: there was none. */
            refund: {
                at: components["schemas"]["Instant"];
                /** @description What went back. */
                amount_trx: number;
            } | null;
            /** @description Its rows in the ledger. */
            ledger: components["schemas"]["LedgerEntry"][];
            /** @description The requests that made it, repeated it or asked for it, as far as the journal has them. */
            requests: components["schemas"]["RequestSummary"][];
        };
        /** @description A state that an order entered. */
        TimelineStep: {
            status: components["schemas"]["OrderStatusName"];
            at: components["schemas"]["Instant"];
            /** @description `api`, `by hand`, or the place of a scenario's rule. */
            cause: string;
            /** @description The scenario's rule that brought it about. */
            rule: string | null;
            /** @description The delegation's transaction, where this state set it. */
            txid: string | null;
            event: components["schemas"]["EventDetail"];
        };
        /** @description A webhook event. */
        Event: {
            /** @description Its id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /** @description Its order. */
            order_id: number;
            /** @description The customer's id of the order. */
            external_id: string | null;
            created_at: components["schemas"]["Instant"];
            /**
             * @description waiting for an earlier event of the order; held for a later one; scheduled: the next attempt has its
             *     instant; sending; and at rest: delivered, exhausted (no attempt is left), dropped (by a scenario), unsent
             *     (there was no destination).
             * @enum {string}
             */
            state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description How many attempts were made. */
            attempts: number;
            /** @description Whether one of them was acknowledged. */
            acknowledged: boolean;
        };
        /** @description A webhook event with every attempt to deliver it. */
        EventDetail: {
            /** @description Its id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /** @description Its order. */
            order_id: number;
            /** @description The customer's id of the order. */
            external_id: string | null;
            created_at: components["schemas"]["Instant"];
            /**
             * @description waiting for an earlier event of the order; held for a later one; scheduled: the next attempt has its
             *     instant; sending; and at rest: delivered, exhausted (no attempt is left), dropped (by a scenario), unsent
             *     (there was no destination).
             * @enum {string}
             */
            state: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
            /** @description How many attempts were made. */
            attempts: number;
            /** @description Whether one of them was acknowledged. */
            acknowledged: boolean;
            /** @description The next attempt, where one is scheduled. */
            next_attempt: {
                /** @description Which attempt it will be. */
                number: number;
                at: components["schemas"]["Instant"];
            } | null;
            /** @description What it tells. */
            payload: Record<string, never>;
            /** @description The attempts, oldest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description An attempt to deliver an event. */
        Delivery: {
            /** @description Its id. */
            event_id: string;
            event: components["schemas"]["EventName"];
            /** @description Its order. */
            order_id: number;
            /**
             * @description `attempt`: an attempt of the retry schedule; `copy`: a further copy of one, which a scenario asked for;
             *     `resend`: sent once more by hand or by a replay. Only an attempt decides whether there is a next one.
             * @enum {string}
             */
            kind: "attempt" | "copy" | "resend";
            /** @description The number of the attempt, from 1; 0 for a resend. */
            attempt: number;
            /** @description Which copy of the attempt: 1 the attempt itself; for a resend, which resend of the event. */
            copy: number;
            at: components["schemas"]["Instant"];
            /** @description Where it went. */
            url: string;
            /**
             * @description What became of it.
             * @enum {string}
             */
            outcome: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
            /** @description What the receiver answered; null: nothing. */
            answer: {
                /** @description The status. */
                status: number;
                /** @description The headers. */
                headers: Record<string, never>;
                /** @description The beginning of the body. */
                body: string;
            } | null;
            /** @description Why there is no answer. */
            error: string | null;
            /** @description How long it took. */
            duration_ms: number;
            /**
             * @description Exactly what was sent. The signature is made with the account's present secret: where that was changed
             *     since, another one was sent.
             */
            sent: {
                /** @description The headers. */
                headers: Record<string, never>;
                /** @description The bytes as text. */
                body: string;
            };
            /** @description The place of the scenario's rule that shaped it. */
            rule: string | null;
            /** @description What was made wrong about it on purpose; null: nothing. */
            corruption: {
                /** @description The corruption. */
                name: string;
                /** @description What is wrong and which mistake it finds. */
                explanation: string;
                /** @description Whether the signature is right for the bytes. */
                verifies: boolean;
            } | null;
        };
        /** @description An API request in short. */
        RequestSummary: {
            /** @description Its id, as X-Sandbox-Request-Id tells it. */
            id: string;
            at: components["schemas"]["Instant"];
            /** @description The operation; null where the request led to none. */
            operation: string | null;
            /** @description Its method. */
            method: string;
            /** @description Path and query as they came. */
            url: string;
            /** @description What was answered; null: the client was left without. */
            status: number | null;
            /** @description The code that was answered. */
            error: string | null;
            /** @description The name of the key. */
            key: string | null;
            /** @description Orders that it made, repeated or asked for. */
            orders: number[];
            /** @description Why it was answered so; empty for a plain success. */
            explanation: string;
            /** @description The scenario's rule that had a say. */
            rule: {
                /** @description The rule. */
                id: string;
                /** @description Where it stands. */
                source: string;
            } | null;
            /** @description How the answer was spoilt. */
            fault: string | null;
            /** @description What about the request is not as the specification has it, though it may have been answered. */
            violations: string[];
            /** @description How long it took. */
            duration_ms: number;
        };
        /** @description An API request with its answer. */
        RequestDetail: {
            /** @description Its id, as X-Sandbox-Request-Id tells it. */
            id: string;
            at: components["schemas"]["Instant"];
            /** @description The operation; null where the request led to none. */
            operation: string | null;
            /** @description Its method. */
            method: string;
            /** @description Path and query as they came. */
            url: string;
            /** @description What was answered; null: the client was left without. */
            status: number | null;
            /** @description The code that was answered. */
            error: string | null;
            /** @description The name of the key. */
            key: string | null;
            /** @description Orders that it made, repeated or asked for. */
            orders: number[];
            /** @description Why it was answered so; empty for a plain success. */
            explanation: string;
            /** @description The scenario's rule that had a say. */
            rule: {
                /** @description The rule. */
                id: string;
                /** @description Where it stands. */
                source: string;
            } | null;
            /** @description How the answer was spoilt. */
            fault: string | null;
            /** @description What about the request is not as the specification has it, though it may have been answered. */
            violations: string[];
            /** @description How long it took. */
            duration_ms: number;
            /** @description The caller. */
            ip: string;
            /** @description The headers as they came; secrets are left out. */
            headers: components["schemas"]["Header"][];
            /** @description The body as text; null: none was read. */
            body: string | null;
            /** @description The body's value, where it is JSON. */
            json: unknown;
            /** @description What the client got. */
            answer: {
                /** @description The headers. */
                headers: Record<string, never>;
                /** @description The body as text. */
                body: string;
                /** @description The body's value, where it is JSON. */
                json: unknown;
            };
            /** @description Why rules of the active scenarios did not apply, the nearest first. */
            near_misses: string[];
        };
        /** @description A header. */
        Header: {
            /** @description As it was written. */
            name: string;
            /** @description What it said. */
            value: string;
        };
        /** @description The demonstration. */
        Demo: {
            /** @description Whether customers come. */
            running: boolean;
            /** @description The account that it plays on; null before its first start. */
            account: string | null;
        };
        /** @description A row of the register. */
        Assumption: {
            /** @description Its name. */
            name: string;
            /** @description The part of the specification that leaves it open. */
            section: string;
            /** @description Why it was decided so. */
            reason: string;
            /** @description Whether it is a setting. */
            changeable: boolean;
            /** @description What it may hold; null where it cannot be changed. */
            allowed: string | null;
            /** @description The decision. */
            default: unknown;
            /** @description What is in force. */
            value: unknown;
        };
        /** @description The server. */
        Info: {
            /** @description The package. */
            name: string;
            /** @description Its version. */
            version: string;
            /** @description The service's base address. */
            base_url: string;
            /** @description The page with both descriptions. */
            docs_url: string;
            /** @description Whether the server was started with an admin token. */
            admin_token_required: boolean;
            /** @description The account that was there from the start. */
            default_account: string | null;
            /** @description Names of the accounts. */
            accounts: string[];
            /** @description Names of the scenarios that can be picked. */
            scenarios: string[];
        };
        /** @description What changes about an account. */
        AccountChange: {
            /** @description The discount. */
            discount_percent?: number;
            /** @description The zone of times in new orders. */
            time_zone?: string;
            /** @description Requests a minute for keys without a limit of their own. */
            rate_limit_per_minute?: number;
            /** @description Recipients that are not activated. */
            inactive_addresses?: string[];
            /** @description Settings, by the names of the register. */
            assumptions?: Record<string, never>;
        };
        /** @description What a key may do. */
        KeyRequest: {
            /** @description A name to tell it by. */
            name?: string;
            scopes?: components["schemas"]["Scopes"];
            ip_allow?: components["schemas"]["IpAllow"];
            /** @description Its own limit; null: the account's. */
            rate_limit_per_minute?: number | null;
            expires_at?: components["schemas"]["InstantOrNull"];
        };
        /** @description How much is added. */
        DepositRequest: {
            /** @description More than nothing. */
            amount_trx: number;
        };
        /** @description What the balance shall be. */
        BalanceRequest: {
            /** @description The balance. */
            balance_trx: number;
        };
        /**
         * @description For `failed`: when the amount goes back: `now` (the event tells of it), `never` (where left out), or after a duration.
         * @example 5s
         */
        RefundChoice: string;
        /** @description Where an order goes. */
        TransitionRequest: {
            to: components["schemas"]["OrderStatusName"];
            refund?: components["schemas"]["RefundChoice"];
        };
        /** @description Where webhooks go. */
        WebhookRequest: {
            /** @description The destination; null: nowhere. */
            url?: string | null;
            /** @description What webhooks are signed with. */
            secret?: string;
        };
        /** @description How an event is sent once more. */
        ResendRequest: {
            /**
             * @description What is made wrong about it.
             * @enum {string}
             */
            corrupt?: "wrong-secret" | "missing-prefix" | "upper-case-hex" | "altered-body" | "reserialised" | "stale-signature" | "unknown-event" | "extra-field" | "wrong-event-header" | "same-id-other-bytes";
        };
        /** @description Which event, and of what order. */
        TriggerRequest: {
            event: components["schemas"]["EventName"];
            refund?: components["schemas"]["RefundChoice"];
            /** @description The order's external_id; none where left out. */
            external_id?: string;
            /** @description The recipient. */
            address?: string;
            /** @description The package; the first that is sold where left out. */
            package_id?: number;
        };
        /** @description What was made. */
        Triggered: {
            /** @description The order. */
            order_id: number;
            /** @description The event. */
            event_id: string;
            event: components["schemas"]["EventDetail"];
        };
        /** @description How many are expected; at least one where left out. */
        Count: {
            /** @description So many. */
            exactly?: number;
            /** @description So many or more. */
            at_least?: number;
            /** @description So many or fewer. */
            at_most?: number;
            /**
             * @description None.
             * @enum {boolean}
             */
            never?: true;
        };
        /** @description What requests are expected. */
        RequestAssertion: {
            /** @description All that is named must hold; texts may use `*` and `?`. */
            match: {
                /** @description The operation. */
                operation?: string;
                /** @description The method. */
                method?: string;
                /** @description The path without its query. */
                path?: string;
                /** @description The status of the answer. */
                status?: number;
                /** @description The code of the answer. */
                error?: string;
                /** @description The name of the key. */
                key?: string;
                /** @description The external_id, in the query, the body, or an item of a bulk. */
                external_id?: string;
                /** @description An order that it made, repeated or asked for. */
                order?: number;
                /** @description Parameters by name. */
                query?: Record<string, never>;
                /** @description Fields of the body; further ones may be there. */
                body?: Record<string, never>;
                /** @description Headers by name, in any case. */
                headers?: Record<string, never>;
            };
            count?: components["schemas"]["Count"];
        };
        /** @description What events are expected. */
        WebhookAssertion: {
            /** @description All that is named must hold; texts may use `*` and `?`. */
            match: {
                /** @description The kind. */
                event?: string;
                /** @description The id. */
                event_id?: string;
                /** @description The order. */
                order?: number;
                /** @description The order's external_id. */
                external_id?: string;
                /** @description How it stands. */
                state?: string;
                /** @description How many attempts were made. */
                attempts?: number;
                /** @description Whether one was acknowledged. */
                acknowledged?: boolean;
                /** @description Fields of what it tells; further ones may be there. */
                body?: Record<string, never>;
            };
            count?: components["schemas"]["Count"];
        };
        /** @description A field in which something differs. */
        Difference: {
            /** @description The field. */
            field: string;
            /** @description What was asked for. */
            expected: unknown;
            /** @description What stands there. */
            actual: unknown;
        };
        /** @description Whether the requests are as expected. */
        RequestVerdict: {
            /** @description Whether they are. */
            ok: boolean;
            /** @description How many match. */
            matched: number;
            /** @description How many were expected. */
            expected: string;
            /** @description The verdict in words. */
            message: string;
            /** @description Ids of those that match, the latest 20. */
            matches: string[];
            /** @description Those that match nearly, the nearest first. */
            near_misses: {
                /** @description The request. */
                request_id: string;
                /** @description In what it differs. */
                differences: components["schemas"]["Difference"][];
            }[];
        };
        /** @description Whether the events are as expected. */
        WebhookVerdict: {
            /** @description Whether they are. */
            ok: boolean;
            /** @description How many match. */
            matched: number;
            /** @description How many were expected. */
            expected: string;
            /** @description The verdict in words. */
            message: string;
            /** @description Ids of those that match, the latest 20. */
            matches: string[];
            /** @description Those that match nearly, the nearest first. */
            near_misses: {
                /** @description The event. */
                event_id: string;
                /** @description In what it differs. */
                differences: components["schemas"]["Difference"][];
            }[];
        };
        /** @description An API key. */
        Key: {
            /** @description Its id. */
            id: string;
            /** @description A name to tell it by. */
            name: string;
            /** @description Its last four characters. */
            hint: string;
            scopes: components["schemas"]["Scopes"];
            ip_allow: components["schemas"]["IpAllow"];
            /** @description Its own limit; null: the account's. */
            rate_limit_per_minute: number | null;
            expires_at: components["schemas"]["InstantOrNull"];
            /** @description Whether it was revoked. */
            revoked: boolean;
        };
        /** @description A new API key. */
        CreatedKey: {
            /**
             * @description Its text, shown only here: `ersk_<account>_<24 letters and digits>`. The account's name is what
             *     `^ersk_(.+)_[0-9A-Za-z]+$` captures.
             */
            api_key: string;
            key: components["schemas"]["Key"];
        };
        /** @description A balance. */
        Balance: {
            /** @description What the account has. */
            balance_trx: number;
        };
        /** @description What is gone. */
        Deleted: {
            /** @description Its name. */
            name: string;
        };
        /** @description What is gone. */
        Cleared: {
            /** @description How many requests. */
            cleared: number;
        };
        /** @description Scenarios by name. */
        ScenarioNames: {
            /** @description Names of the library, or of scenarios that are active. */
            names: string[];
        };
        /** @description A scenario, in one of three ways. */
        ScenarioInput: {
            /** @description One of the library. */
            name?: string;
            /** @description The text of a scenario file. */
            yaml?: string;
            /** @description JSON with a file's keys. */
            scenario?: Record<string, never>;
        };
        /** @description A scenario in short. */
        Scenario: {
            /** @description Its name. */
            name: string;
            /** @description What happens. */
            summary: string;
            /** @description The recipient that picks it. */
            magic_address: string | null;
            /** @description How many rules it has for requests. */
            requests: number;
            /** @description How many for the lives of orders. */
            orders: number;
            /** @description How many for webhooks. */
            webhooks: number;
        };
        /** @description A scenario. */
        ScenarioDetail: {
            /** @description Its name. */
            name: string;
            /** @description What happens. */
            summary: string;
            /** @description The recipient that picks it. */
            magic_address: string | null;
            /** @description How many rules it has for requests. */
            requests: number;
            /** @description How many for the lives of orders. */
            orders: number;
            /** @description How many for webhooks. */
            webhooks: number;
            /** @description The text of its file, where that is at hand. */
            yaml: string | null;
            /** @description The scenario as the server understands it, durations in milliseconds and money in sun. */
            rules: Record<string, never>;
        };
        /** @description Scenarios of an account. */
        ActiveScenarios: {
            /** @description Those that are active, first asked first. */
            active: components["schemas"]["Scenario"][];
            /** @description Those that can be activated by name. */
            library: components["schemas"]["Scenario"][];
        };
        /** @description Something wrong with a scenario. */
        Problem: {
            /** @description `file:line:column`, or a path such as `requests[0].reply`. */
            where: string;
            /** @description What was expected, and what stands there. */
            message: string;
        };
        /** @description What is wrong with a scenario. */
        ScenarioCheck: {
            /** @description True: nothing. */
            valid: boolean;
            /** @description In the order of the text. */
            problems: components["schemas"]["Problem"][];
            /** @description The scenario in short; null where it is not right. */
            scenario: {
                /** @description Its name. */
                name: string;
                /** @description What happens. */
                summary: string;
                /** @description The recipient that picks it. */
                magic_address: string | null;
                /** @description How many rules it has for requests. */
                requests: number;
                /** @description How many for the lives of orders. */
                orders: number;
                /** @description How many for webhooks. */
                webhooks: number;
            } | null;
        };
        /** @description What the snapshot is called. */
        SnapshotRequest: {
            /** @description Its name. */
            name: string;
        };
        /** @description A snapshot in short. */
        Snapshot: {
            /** @description Its name. */
            name: string;
            /** @description The account that it was taken of. */
            account: string;
            taken_at: components["schemas"]["Instant"];
            /** @description The balance in it. */
            balance_trx: number;
            /** @description How many orders are in it. */
            orders: number;
            /** @description How many events. */
            events: number;
            /** @description How long it is as JSON. */
            bytes: number;
        };
        /** @description A whole snapshot. */
        SnapshotFile: {
            /** @description The version of the form; 2. Format 1 can still be imported. */
            format: number;
            /** @description The account that it was taken of. */
            account: string;
            taken_at: components["schemas"]["Instant"];
            /** @description All state of the account, in a form of its own. */
            state: Record<string, never>;
        };
        /** @description All is well. */
        ProbeAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The state. */
            data: {
                /**
                 * @description All is well.
                 * @enum {string}
                 */
                status: "ok";
            };
        };
        /** @description The server. */
        InfoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Info"];
        };
        /** @description The demonstration. */
        DemoAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Demo"];
        };
        /** @description The register. */
        AssumptionsAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The register. */
            data: {
                /** @description All rows. */
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
            /** @description A page. */
            data: {
                /** @description The accounts. */
                items: components["schemas"]["Account"][];
                next: components["schemas"]["Next"];
            };
        };
        /** @description Rows of the ledger. */
        LedgerAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page. */
            data: {
                /** @description The rows. */
                items: components["schemas"]["LedgerEntry"][];
                next: components["schemas"]["Next"];
            };
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
        /** @description An advance. */
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
            /** @description A page. */
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
            /** @description A page. */
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
        /** @description Attempts. */
        DeliveriesAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page. */
            data: {
                /** @description The attempts. */
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
            /** @description A page. */
            data: {
                /** @description The requests. */
                items: components["schemas"]["RequestSummary"][];
                next: components["schemas"]["Next"];
                /** @description How many the journal keeps at most. */
                bound: number;
                /** @description How many fell out of it. */
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
            /** @description A page. */
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
        /** @description It is gone. */
        DeletedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Deleted"];
        };
        /** @description It is empty. */
        ClearedAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Cleared"];
        };
        /** @description Where webhooks go. */
        WebhookAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Webhook"];
        };
        /** @description What was made. */
        TriggeredAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Triggered"];
        };
        /** @description An attempt. */
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
        /** @description The library. */
        ScenariosAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description A page. */
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
        /** @description A verdict. */
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
            /** @description A page. */
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
        /** @description A whole snapshot. */
        SnapshotExportAnswer: {
            /**
             * @description The call succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["SnapshotFile"];
        };
        /** @description Not as described. */
        InvalidRequestError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INVALID_REQUEST";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Who is it? */
        UnauthorizedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ADMIN_TOKEN_REQUIRED" | "API_KEY_REQUIRED";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description A page of another site. */
        ForbiddenError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "HOST_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such account. */
        AccountNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such order. */
        OrderNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "ORDER_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such event. */
        EventNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "EVENT_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such request. */
        RequestNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "REQUEST_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such scenario. */
        ScenarioNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "SCENARIO_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description The name is taken. */
        AccountExistsError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_EXISTS";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description It cannot come. */
        NotReachableError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "NOT_REACHABLE";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Too many bytes. */
        RequestTooLargeError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "REQUEST_TOO_LARGE";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Going down. */
        NotReadyError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "NOT_READY";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such key. */
        KeyNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "KEY_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such snapshot. */
        SnapshotNotFoundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ACCOUNT_NOT_FOUND" | "SNAPSHOT_NOT_FOUND";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No such edge. */
        TransitionError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "TRANSITION_NOT_ALLOWED";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Not failed. */
        RefundError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "REFUND_NOT_ALLOWED";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description No destination. */
        NoDestinationError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "NO_DESTINATION";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Refused. */
        OrderRefusedError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ORDER_REFUSED";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
        /** @description Not as it should be. */
        InvalidScenarioError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INVALID_REQUEST" | "SCENARIO_INVALID";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
            /** @description In the order of the text. */
            problems?: components["schemas"]["Problem"][];
        };
        /** @description Not as it should be. */
        InvalidSnapshotError: {
            /**
             * @description The call failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INVALID_REQUEST" | "SNAPSHOT_INVALID";
            /** @description What was wrong, and the mend. */
            message: string;
            /** @description Where in the request; null where that says nothing. */
            path: string | null;
        };
    };
    responses: {
        /** @description The request is not as described; `path` says where. Nothing was done. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidRequestError"];
            };
        };
        /** @description The admin token, or for `me` an API key, is missing or wrong. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The request comes from a page of another site. */
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
        /** @description There is no such account, or it has no such order. */
        OrderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderNotFoundError"];
            };
        };
        /** @description There is no such account, or it has no such event. */
        EventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EventNotFoundError"];
            };
        };
        /** @description There is no such account, or its journal has no such request (any more). */
        RequestNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestNotFoundError"];
            };
        };
        /** @description There is no such scenario. */
        ScenarioNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ScenarioNotFoundError"];
            };
        };
        /** @description There is no such account, or it has no such key. */
        KeyNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyNotFoundError"];
            };
        };
        /** @description There is no such account, or it has no such snapshot. */
        SnapshotNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SnapshotNotFoundError"];
            };
        };
        /** @description The request is not as described, or the scenario is not right; `problems` tells each place. */
        InvalidScenario: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidScenarioError"];
            };
        };
        /** @description The request is not as described, or no snapshot of this version; `path` says where. */
        InvalidSnapshot: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidSnapshotError"];
            };
        };
        /** @description The body is larger than the call takes. */
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
         * @description The account's name, or `me` for the account of the API key.
         * @example demo
         */
        account: string;
        /**
         * @description The service's id of the order.
         * @example 17
         */
        order: number;
        /**
         * @description The id of the event.
         * @example order-17-order.delegated-ab12cd34ef56
         */
        eventId: string;
        /**
         * @description The id of the request, as X-Sandbox-Request-Id tells it.
         * @example req-5
         */
        request: string;
        /**
         * @description The id of the key.
         * @example key-2
         */
        key: string;
        /**
         * @description The scenario's name.
         * @example failed-with-refund
         */
        scenarioName: string;
        /**
         * @description The snapshot's name.
         * @example before-checkout
         */
        snapshotName: string;
        /** @description The same as the header Last-Event-ID, for clients that cannot set one. */
        lastEventId: number;
        /** @description How many items a page has at most. */
        limit: number;
        /** @description `data.next` of the page before. */
        cursor: string;
        /** @description Which end comes first. */
        sort: "oldest" | "newest";
        /** @description Nothing before this instant. */
        from: components["schemas"]["Instant"];
        /** @description Nothing after this instant. */
        to: components["schemas"]["Instant"];
        /** @description What concerns one order only. */
        orderFilter: number;
        /** @description Events of one kind only. */
        eventFilter: components["schemas"]["EventName"];
        /** @description Orders with this external_id; `*` and `?` stand for any characters. */
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
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
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
            /** @description They are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description The server is going down. */
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
            /** @description The server. */
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
            /** @description Its state. */
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
        /** @description Whether customers come from now on. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "running": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether customers come. */
                    running: boolean;
                };
            };
        };
        responses: {
            /** @description Its state. */
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
                /** @description The account whose values are told. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The register. */
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
    listAccounts: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
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
        /** @description What the account starts with. */
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
            /** @description The account, with its key and secret. */
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
            404: components["responses"]["ScenarioNotFound"];
            /** @description The name is taken. */
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
                 * @description The account's name, or `me` for the account of the API key.
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
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, with its keys and all that belonged to it. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What changes. */
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
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What the key may do; left out, everything. */
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
            /** @description The key; its text is shown here and never again. */
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
            413: components["responses"]["RequestTooLarge"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
            /** @description The key, which opens nothing any more. */
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
    deposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description How much. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What it shall be. */
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
                /** @description What concerns one order only. */
                order?: components["parameters"]["orderFilter"];
                /** @description Rows of one kind only. */
                kind?: "opening" | "debit" | "refund" | "deposit" | "adjustment";
                /** @description Nothing before this instant. */
                from?: components["parameters"]["from"];
                /** @description Nothing after this instant. */
                to?: components["parameters"]["to"];
                /** @description Which end comes first. */
                sort?: components["parameters"]["sort"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
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
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description How it runs from now on. */
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
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description How far. */
        requestBody: {
            content: {
                "application/json": {
                    by?: components["schemas"]["Duration"];
                    to?: components["schemas"]["Instant"];
                    /**
                     * @description The event of an order, or `idle`, when nothing is due any more.
                     * @enum {string}
                     */
                    until?: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed" | "idle";
                    /** @description With `until`, the order that is meant; left out, any. */
                    order?: number;
                };
            };
        };
        responses: {
            /** @description All of it has happened. */
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
            /** @description What is waited for cannot come. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReachableError"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Orders in one status only. */
                status?: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
                /** @description Orders with this external_id; `*` and `?` stand for any characters. */
                external_id?: components["parameters"]["externalIdFilter"];
                /** @description Orders for one recipient only; `*` and `?` stand for any characters. */
                address?: string;
                /** @description Nothing before this instant. */
                from?: components["parameters"]["from"];
                /** @description Nothing after this instant. */
                to?: components["parameters"]["to"];
                /** @description Which end comes first. */
                sort?: components["parameters"]["sort"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        /** @description Where to. */
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
            /** @description The order, once the webhook of the change was answered. */
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
            /** @description There is no such edge. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                order: components["parameters"]["order"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. A second refund changes nothing. */
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
            /** @description The order has not failed. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Destination and secret. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What is left out stays as it is. */
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
            /** @description Destination and secret. */
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
    triggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description Which event. */
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
            /** @description The event, once its delivery was answered. */
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
            /** @description The order could not be made. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What is expected. */
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
            /** @description The verdict, whichever it is. */
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
                /** @description What concerns one order only. */
                order?: components["parameters"]["orderFilter"];
                /** @description Events of one kind only. */
                event?: components["parameters"]["eventFilter"];
                /** @description Events in one state only. */
                state?: "waiting" | "held" | "scheduled" | "sending" | "delivered" | "exhausted" | "dropped" | "unsent";
                /** @description Nothing before this instant. */
                from?: components["parameters"]["from"];
                /** @description Nothing after this instant. */
                to?: components["parameters"]["to"];
                /** @description Which end comes first. */
                sort?: components["parameters"]["sort"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-17-order.delegated-ab12cd34ef56
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the event.
                 * @example order-17-order.delegated-ab12cd34ef56
                 */
                event_id: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        /** @description How. */
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
            /** @description The attempt, once it was answered. */
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
            /** @description The account has no destination. */
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
                /** @description What concerns one order only. */
                order?: components["parameters"]["orderFilter"];
                /** @description Events of one kind only. */
                event?: components["parameters"]["eventFilter"];
                /** @description Attempts for one event only. */
                event_id?: string;
                /** @description Attempts with one outcome only. */
                outcome?: "acknowledged" | "refused" | "redirected" | "timeout" | "unreachable";
                /** @description Nothing before this instant. */
                from?: components["parameters"]["from"];
                /** @description Nothing after this instant. */
                to?: components["parameters"]["to"];
                /** @description Which end comes first. */
                sort?: components["parameters"]["sort"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts. */
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
                /** @description Requests of one operation only. */
                operation?: "getQuote" | "createEstimate" | "createOrder" | "getOrderStatus" | "getBalance" | "createOrdersBulk";
                /** @description Requests answered with one status only. */
                status?: number;
                /** @description What concerns one order only. */
                order?: components["parameters"]["orderFilter"];
                /** @description Nothing before this instant. */
                from?: components["parameters"]["from"];
                /** @description Nothing after this instant. */
                to?: components["parameters"]["to"];
                /** @description Which end comes first. */
                sort?: components["parameters"]["sort"];
                /** @description How many items a page has at most. */
                limit?: components["parameters"]["limit"];
                /** @description `data.next` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is empty. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description What is expected. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "match": {
                 *         "operation": "createOrder",
                 *         "external_id": "inv-*"
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
            /** @description The verdict, whichever it is. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The id of the request, as X-Sandbox-Request-Id tells it.
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
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description Names, first asked first. */
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
            413: components["responses"]["RequestTooLarge"];
        };
    };
    addScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description One of the three. */
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
            413: components["responses"]["RequestTooLarge"];
        };
    };
    removeScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The scenario's name.
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
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
            };
            cookie?: never;
        };
        /** @description Its name. */
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
            413: components["responses"]["RequestTooLarge"];
        };
    };
    exportSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot as it can be imported again. */
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
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        /** @description What was exported, from this account or another. */
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
            413: components["responses"]["RequestTooLarge"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
                 * @example before-checkout
                 */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                 * @description The account's name, or `me` for the account of the API key.
                 * @example demo
                 */
                account: components["parameters"]["account"];
                /**
                 * @description The snapshot's name.
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
                /** @description The same as the header Last-Event-ID, for clients that cannot set one. */
                last_event_id?: components["parameters"]["lastEventId"];
            };
            header?: never;
            path: {
                /**
                 * @description The account's name, or `me` for the account of the API key.
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
            /** @description The server is going down. */
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
                /** @description The same as the header Last-Event-ID, for clients that cannot set one. */
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
            /** @description The server is going down. */
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
            /** @description The library. */
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
        /** @description A files text, or JSON with a files keys. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "yaml": "name: mine\nsummary: Nothing happens.\n"
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioInput"];
            };
        };
        responses: {
            /** @description The verdict, whichever it is. */
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
                 * @description The scenario's name.
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
            404: components["responses"]["ScenarioNotFound"];
        };
    };
}
