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
                 * @example order-17-order.delegated-ab12cd34
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
            /** @description What ids, estimates and chances follow from. */
            seed?: string;
        };
        /** @description A clock. */
        Clock: {
            /** @description `real`, `manual` or `<n>x`. */
            mode: string;
            /** @description Its seconds in a real one; 0: it stands. */
            speed: number;
            now: components["schemas"]["Instant"];
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
            /** @description What everything that looks random follows from. */
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
            /** @description Its key, shown only here. */
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
            /** @description 1 the first; 0 for one by hand. */
            attempt?: number;
            /** @description Which copy of the attempt. */
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
            /** @description 1 the first; 0 for one that was sent by hand or by a replay. */
            attempt: number;
            /** @description Which copy of the attempt. */
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
                /** @description The cursor of the next page; null after the last. */
                next: string | null;
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
         * @example order-17-order.delegated-ab12cd34
         */
        eventId: string;
        /**
         * @description The id of the request, as X-Sandbox-Request-Id tells it.
         * @example req-5
         */
        request: string;
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
                 * @example order-17-order.delegated-ab12cd34
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
}
