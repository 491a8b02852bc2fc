// Generated from openapi/energy-rental-v1.yaml by "npm run generate-types". Do not edit.

export interface paths {
    "/api/v1/quote/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Price of a package or a custom amount
         * @description Prices a rental with your account's discount. Name either a package or a custom Energy amount.
         *     A quote reserves nothing: an order is priced when it is created.
         *
         *     Needs the scope `quote`.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/estimate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Energy that a recipient is likely to need
         * @description Estimates the Energy of a token transfer to an address, and names a package that covers it.
         *
         *     Needs the scope `quote`.
         */
        post: operations["createEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rent Energy for one recipient
         * @description Creates an order and debits its price from the balance, both or neither. The recipient's address must be
         *     activated on the network.
         *
         *     A new order is answered with 202 and carried out afterwards. An `external_id` that is in use already is
         *     answered with 200 and the order that has it, in its present status: nothing is created, nothing debited.
         *
         *     Needs the scope `orders:create`.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an order stands
         * @description Looks an order up by the service's id or by your own. With both, `id` decides and `external_id` is not
         *     looked at. A parameter without a value counts as not given, and an `external_id` made of digits is still
         *     an `external_id`.
         *
         *     Needs the scope `orders:read`.
         */
        get: operations["getOrderStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * TRX available for orders
         * @description The balance of the account that the API key belongs to.
         *
         *     Needs the scope `balance`.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rent Energy for many recipients
         * @description Creates 1 to 50 orders. Each item stands alone: it is accepted or it fails, whatever becomes of the others,
         *     and an accepted one goes through the same states and webhooks as a single order. Results come in the order
         *     of the items. An item whose `external_id` is in use is accepted with the id of the order that has it, and
         *     nothing is debited.
         *
         *     The answer is 202 when no item failed, 207 when some did, 422 when all did.
         *
         *     Needs the scope `orders:create`.
         */
        post: operations["createOrdersBulk"];
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
        /** @description Whom Energy is estimated for. */
        EstimateRequest: {
            /** @description The recipient's TRON address in Base58Check form. It need not be activated. */
            recipient_address: string;
            /** @description A hint that a USDT TRC20 operation is planned; null is as good as left out. */
            has_usdt?: boolean | null;
        };
        /** @description A rental, of a package or of a custom amount. */
        OrderRequest: {
            /**
             * @description Your id for the order, unique in your account, for single and bulk orders together. Without it (or with
             *     null) a repeated request makes a second order.
             */
            external_id?: string | null;
            /** @description The package to rent. Exactly one of `package_id` and `energy_amount`; null counts as not given. */
            package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and step; null counts as not given. */
            energy_amount?: number | null;
            /**
             * @description Rental time. Left out, a package is rented for its own duration and a custom amount for 60 minutes, the
             *     one duration that custom amounts have.
             */
            duration_minutes?: number;
            /** @description The recipient's TRON address in Base58Check form. It must be activated on the network. */
            address: string;
        };
        /** @description Many rentals at once. */
        BulkRequest: {
            /** @description The rentals, 1 to 50. */
            orders: components["schemas"]["BulkItem"][];
        };
        /** @description One rental of many. */
        BulkItem: {
            /** @description Your id for the order, unique in your account, for single and bulk orders together. */
            external_id: string;
            /** @description The recipient's TRON address in Base58Check form. It must be activated on the network. */
            address: string;
            /** @description The package to rent. Exactly one of `package_id` and `energy_amount`; null counts as not given. */
            package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and step; null counts as not given. */
            energy_amount?: number | null;
            /**
             * @description Rental time.
             * @default 15
             * @enum {integer}
             */
            duration_minutes?: 5 | 10 | 15 | 60;
        };
        /** @description What a rental costs. */
        Quote: {
            /**
             * @description Which kind of product was priced.
             * @enum {string}
             */
            type: "package" | "custom";
            /** @description The package; package quotes only. */
            package_id?: number | null;
            /** @description The package's name; package quotes only. */
            name?: string | null;
            /** @description Energy bought. */
            energy_amount: number;
            /** @description Rental time. */
            duration_minutes: number;
            /**
             * Format: double
             * @description Price before the account's discount.
             */
            base_price_trx: number;
            /**
             * Format: double
             * @description The discount that was applied.
             */
            discount_percent: number;
            /**
             * Format: double
             * @description The discount in TRX.
             */
            discount_trx: number;
            /**
             * Format: double
             * @description What an order would be charged now.
             */
            price_trx: number;
        };
        /** @description What a recipient is likely to need. */
        Estimate: {
            /** @description The estimate. */
            estimated_energy: number;
            /** @description An active package that covers the estimate; null when there is none. */
            recommended_package: {
                /** @description The package's id; give it as `package_id`. */
                id: number;
                /** @description The package's name. */
                name: string;
                /** @description Energy of the package. */
                energy_amount: number;
                /** @description The package's own duration. */
                duration_minutes: number;
            } | null;
        };
        /**
         * @description | status | means |
         *     |---|---|
         *     | processing | accepted; work on it has begun |
         *     | delegating | the delegation is being sent, or waits to be confirmed |
         *     | delegated | the Energy is there; the rental runs |
         *     | undelegating | the rental's time is over; the Energy is being taken back |
         *     | completed | all done |
         *     | review | somebody has to look at it; do not order again |
         *     | failed | it failed for good; `refunded` tells whether the amount is back |
         * @enum {string}
         */
        OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description An order. All keys are always there. */
        OrderStatus: {
            /** @description The service's id of the order. */
            id: number;
            /** @description Your id of the order, if you gave one. */
            external_id: string | null;
            /** @description The recipient's TRON address. */
            address: string;
            /** @description Energy ordered. */
            energy_amount: number;
            /** @description Rental time. */
            duration_minutes: number;
            /**
             * Format: double
             * @description What was charged.
             */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The delegation's transaction, once there is one. */
            txid: string | null;
            /** @description Whether the amount is back on the balance. */
            refunded: boolean;
            /**
             * @description ORDER_REVIEW in review, ORDER_FAILED when failed, else null.
             * @enum {string|null}
             */
            error_code: "ORDER_REVIEW" | "ORDER_FAILED" | null;
            created_at: components["schemas"]["OrderTime"];
            delivered_at: components["schemas"]["OrderTimeOrNull"];
            completed_at: components["schemas"]["OrderTimeOrNull"];
            updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * @description A moment, in the server's time zone.
         * @example 2026-01-05 12:00:00
         */
        OrderTime: string;
        /**
         * @description A moment, in the server's time zone; null until it has come.
         * @example 2026-01-05 12:00:12
         */
        OrderTimeOrNull: string | null;
        /** @description What became of each item. */
        BulkResult: {
            /** @description How many items were accepted. */
            accepted: number;
            /** @description How many items failed. */
            failed: number;
            /** @description One entry an item, in the order of the request. */
            results: components["schemas"]["BulkItemResult"][];
        };
        /** @description An item's fate. */
        BulkItemResult: components["schemas"]["BulkItemAccepted"] | components["schemas"]["BulkItemFailed"];
        /** @description An item that became an order, or repeated one. */
        BulkItemAccepted: {
            /** @description The item's place in the request. */
            index: number;
            /** @description The item's `external_id`; empty where it had none that is text. */
            external_id: string;
            /**
             * @description It is an order. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "accepted";
            /** @description The order. */
            order: {
                /** @description The service's id of the order. */
                id: number;
            };
        };
        /** @description An item that became nothing. */
        BulkItemFailed: {
            /** @description The item's place in the request. */
            index: number;
            /** @description The item's `external_id`; empty where it had none that is text. */
            external_id: string;
            /**
             * @description Nothing was ordered or debited for it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "failed";
            error: components["schemas"]["BulkItemError"];
        };
        /**
         * @description Why an item failed.
         * @enum {string}
         */
        BulkItemError: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "PACKAGE_NOT_FOUND" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE" | "INSUFFICIENT_BALANCE" | "SERVICE_UNAVAILABLE";
        /** @description A quote. */
        QuoteResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Quote"];
        };
        /** @description An estimate. */
        EstimateResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["Estimate"];
        };
        /** @description A new order. */
        OrderAcceptedResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The order. */
            data: {
                /** @description The service's id of the order. */
                order_id: number;
                /** @description Your id of the order, if you gave one. */
                external_id: string | null;
                status: components["schemas"]["OrderStatusName"];
                /**
                 * @description The order is new.
                 * @enum {boolean}
                 */
                idempotent: false;
            };
        };
        /** @description An order that existed. */
        OrderRepeatedResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The order, in its present status. */
            data: {
                /** @description The service's id of the order. */
                order_id: number;
                /** @description Your id of the order, if you gave one. */
                external_id: string | null;
                status: components["schemas"]["OrderStatusName"];
                /**
                 * @description The order existed before this request.
                 * @enum {boolean}
                 */
                idempotent: true;
            };
        };
        /** @description An order. */
        OrderStatusResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["OrderStatus"];
        };
        /** @description A balance. */
        BalanceResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            /** @description The account's money. */
            data: {
                /**
                 * Format: double
                 * @description TRX available for orders.
                 */
                balance_trx: number;
            };
        };
        /** @description The results of a bulk request. */
        BulkResponse: {
            /**
             * @description The request succeeded.
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["BulkResult"];
        };
        /** @description The request cannot be read. */
        InvalidJsonError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INVALID_JSON";
        };
        /** @description Nothing to look up; or a parameter that is not known, where the account refuses those. */
        LookupError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "ID_REQUIRED" | "INVALID_JSON";
        };
        /** @description The key is no good. */
        UnauthorizedError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "UNAUTHORIZED" | "TOKEN_EXPIRED";
        };
        /** @description Too little TRX. */
        InsufficientBalanceError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INSUFFICIENT_BALANCE";
        };
        /** @description The key may not do this. */
        ForbiddenError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "SCOPE_FORBIDDEN" | "IP_NOT_ALLOWED";
        };
        /** @description No such package. */
        PackageNotFoundError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "PACKAGE_NOT_FOUND";
        };
        /** @description No such order. */
        NotFoundError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "NOT_FOUND";
        };
        /** @description Another method is needed. */
        MethodNotAllowedError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "METHOD_NOT_ALLOWED";
        };
        /** @description Too many bytes. */
        RequestTooLargeError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "REQUEST_TOO_LARGE";
        };
        /** @description Too many requests. */
        RateLimitedError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "RATE_LIMITED";
        };
        /** @description Out of order for a while. */
        ServiceUnavailableError: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "SERVICE_UNAVAILABLE";
        };
        /** @description Why an estimate was refused. */
        EstimateRefusal: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "INVALID_TRON_ADDRESS";
        };
        /** @description Why a lookup was refused. */
        StatusRefusal: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "EXTERNAL_ID_INVALID";
        };
        /** @description Why a price was refused. */
        QuoteRefusal: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description Why an order was refused. */
        OrderRefusal: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description The code.
             * @enum {string}
             */
            error: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description Why no item of a bulk request was accepted. */
        BulkRefusal: {
            /**
             * @description The request failed.
             * @enum {boolean}
             */
            success: false;
            error: components["schemas"]["BulkItemError"];
            data?: components["schemas"]["BulkResult"];
        };
        /**
         * @description `order.` and the status that the order has now.
         * @enum {string}
         */
        EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /** @description `order-<order_id>-<event>-<suffix>`, one for each event. */
        EventId: string;
        /** @description One of the seven events. */
        WebhookEvent: components["schemas"]["OrderProcessingEvent"] | components["schemas"]["OrderDelegatingEvent"] | components["schemas"]["OrderDelegatedEvent"] | components["schemas"]["OrderUndelegatingEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderReviewEvent"] | components["schemas"]["OrderFailedEvent"];
        /** @description The order as it stood after the change. The keys of an order's status, with `order_id` for `id`. */
        WebhookOrder: {
            /** @description The service's id of the order. */
            order_id: number;
            /** @description Your id of the order, if you gave one. */
            external_id: string | null;
            /** @description The recipient's TRON address. */
            address: string;
            /** @description Energy ordered. */
            energy_amount: number;
            /** @description Rental time. */
            duration_minutes: number;
            /**
             * Format: double
             * @description What was charged.
             */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The delegation's transaction, once there is one. */
            txid: string | null;
            /** @description Whether the amount is back on the balance. */
            refunded: boolean;
            /**
             * @description ORDER_REVIEW in review, ORDER_FAILED when failed, else null.
             * @enum {string|null}
             */
            error_code: "ORDER_REVIEW" | "ORDER_FAILED" | null;
            created_at: components["schemas"]["OrderTime"];
            delivered_at: components["schemas"]["OrderTimeOrNull"];
            completed_at: components["schemas"]["OrderTimeOrNull"];
            updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * Format: date-time
         * @description When the event came about, in UTC.
         * @example 2026-01-05T12:00:12Z
         */
        EventTime: string;
        /** @description The order was accepted and paid. */
        OrderProcessingEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.processing";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "processing";
            };
        };
        /** @description The delegation is on its way. */
        OrderDelegatingEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.delegating";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "delegating";
            };
        };
        /** @description The Energy is there. */
        OrderDelegatedEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.delegated";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "delegated";
            };
        };
        /** @description The time is over; the Energy is being taken back. */
        OrderUndelegatingEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.undelegating";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "undelegating";
            };
        };
        /** @description All done. */
        OrderCompletedEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.completed";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "completed";
            };
        };
        /** @description Somebody has to look at the order; do not order again. */
        OrderReviewEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.review";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "review";
            };
        };
        /** @description The order failed for good. */
        OrderFailedEvent: {
            /**
             * @description The event's name. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.failed";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status that the event is named after.
                 * @enum {string}
                 */
                status?: "failed";
            };
        };
    };
    responses: {
        /** @description The request cannot be read, or has not the shape that the operation takes. Nothing was done. */
        InvalidJson: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "INVALID_JSON"
                 *     }
                 */
                "application/json": components["schemas"]["InvalidJsonError"];
            };
        };
        /** @description The API key is missing, unknown, or past its end. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "UNAUTHORIZED"
                 *     }
                 */
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The balance is less than the price. Nothing was debited. */
        InsufficientBalance: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "INSUFFICIENT_BALANCE"
                 *     }
                 */
                "application/json": components["schemas"]["InsufficientBalanceError"];
            };
        };
        /** @description The key lacks the operation's scope, or may not be used from the caller's address. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "SCOPE_FORBIDDEN"
                 *     }
                 */
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description There is no such package on sale. */
        PackageNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "PACKAGE_NOT_FOUND"
                 *     }
                 */
                "application/json": components["schemas"]["PackageNotFoundError"];
            };
        };
        /** @description The path knows another method; see `Allow`. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "METHOD_NOT_ALLOWED"
                 *     }
                 */
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description The body is larger than the service reads. */
        RequestTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "REQUEST_TOO_LARGE"
                 *     }
                 */
                "application/json": components["schemas"]["RequestTooLargeError"];
            };
        };
        /** @description The key's requests of this minute are used up; wait as `Retry-After` says. */
        RateLimited: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "RATE_LIMITED"
                 *     }
                 */
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description The service is out of order for a while; try again later, orders with the same `external_id`. */
        ServiceUnavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "SERVICE_UNAVAILABLE"
                 *     }
                 */
                "application/json": components["schemas"]["ServiceUnavailableError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Requests a minute that the key is allowed.
         * @example 6000
         */
        RateLimitLimit: number;
        /**
         * @description Requests that are left in the present minute.
         * @example 5999
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds to wait before the next request.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The method that the path knows.
         * @example POST
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getQuote: {
        parameters: {
            query?: {
                /**
                 * @description The package to price. Exactly one of `package_id` and `energy_amount`.
                 * @example 1
                 */
                package_id?: number;
                /** @description A custom amount of Energy, within the service's limits and step. */
                energy_amount?: number;
                /**
                 * @description Rental time. Left out, a package is priced for its own duration and a custom amount for 60 minutes,
                 *     the one duration that custom amounts have.
                 * @example 60
                 */
                duration_minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            400: components["responses"]["InvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackageNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The product or the duration cannot be priced. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "PRODUCT_SELECTOR_CONFLICT"
                     *     }
                     */
                    "application/json": components["schemas"]["QuoteRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The recipient, and what is planned. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateRequest"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimateResponse"];
                };
            };
            400: components["responses"]["InvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            /** @description The address is no TRON address. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "INVALID_TRON_ADDRESS"
                     *     }
                     */
                    "application/json": components["schemas"]["EstimateRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The product, the recipient, and your own id for the order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The `external_id` is in use; this is its order. Nothing was debited. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "order_id": 17,
                     *         "external_id": "invoice-1001",
                     *         "status": "delegated",
                     *         "idempotent": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderRepeatedResponse"];
                };
            };
            /** @description A new order was accepted and paid. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "order_id": 17,
                     *         "external_id": "invoice-1001",
                     *         "status": "processing",
                     *         "idempotent": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderAcceptedResponse"];
                };
            };
            400: components["responses"]["InvalidJson"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackageNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            /** @description The order cannot be carried out as it stands. Nothing was debited. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "ADDRESS_NOT_ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["OrderRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrderStatus: {
        parameters: {
            query?: {
                /**
                 * @description The service's id of the order.
                 * @example 17
                 */
                id?: number;
                /** @description Your id of the order. */
                external_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderStatusResponse"];
                };
            };
            /** @description Neither `id` nor `external_id` was given, or `id` is no positive integer. */
            400: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "ID_REQUIRED"
                     *     }
                     */
                    "application/json": components["schemas"]["LookupError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The account has no such order. */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "NOT_FOUND"
                     *     }
                     */
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The `external_id` cannot be one. */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "EXTERNAL_ID_INVALID"
                     *     }
                     */
                    "application/json": components["schemas"]["StatusRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "balance_trx": 96.1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrdersBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The orders. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orders": [
                 *         {
                 *           "external_id": "batch-7-1",
                 *           "address": "TExampLeRecipientxxxxxxxxxxxzqBov8",
                 *           "package_id": 1
                 *         },
                 *         {
                 *           "external_id": "batch-7-2",
                 *           "address": "TSecondRecipientxxxxxxxxxxxxzGxpVM",
                 *           "energy_amount": 100000,
                 *           "duration_minutes": 60
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description Every item was accepted. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "accepted": 2,
                     *         "failed": 0,
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "external_id": "batch-7-1",
                     *             "status": "accepted",
                     *             "order": {
                     *               "id": 17
                     *             }
                     *           },
                     *           {
                     *             "index": 1,
                     *             "external_id": "batch-7-2",
                     *             "status": "accepted",
                     *             "order": {
                     *               "id": 18
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BulkResponse"];
                };
            };
            /** @description Some items were accepted and some failed; look at each result. */
            207: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "accepted": 1,
                     *         "failed": 1,
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "external_id": "batch-7-1",
                     *             "status": "accepted",
                     *             "order": {
                     *               "id": 17
                     *             }
                     *           },
                     *           {
                     *             "index": 1,
                     *             "external_id": "batch-7-2",
                     *             "status": "failed",
                     *             "error": "INVALID_TRON_ADDRESS"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BulkResponse"];
                };
            };
            400: components["responses"]["InvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            /**
             * @description Every item failed. `error` is the first item's code; the results, where the server sends them, tell the
             *     others.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "INVALID_TRON_ADDRESS",
                     *       "data": {
                     *         "accepted": 0,
                     *         "failed": 1,
                     *         "results": [
                     *           {
                     *             "index": 0,
                     *             "external_id": "batch-7-1",
                     *             "status": "failed",
                     *             "error": "INVALID_TRON_ADDRESS"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BulkRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
