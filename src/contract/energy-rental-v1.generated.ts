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
         * Quote a package or a custom amount
         * @description Returns the price of a rental, including your account's discount. Specify either a package or a custom amount
         *     of Energy. A quote does not reserve anything: an order is priced when it is created.
         *
         *     Requires the `quote` scope.
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
         * Estimate the Energy that a recipient needs
         * @description Estimates the Energy that a token transfer to an address needs, and recommends a package that covers it if
         *     there is one.
         *
         *     Requires the `quote` scope.
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
         * Create an order
         * @description Creates an order and debits its price from the balance. Either both happen or neither does. The recipient's
         *     address must be activated on the network.
         *
         *     A new order returns 202 and is processed asynchronously. If the `external_id` is already in use, the response
         *     is 200 with the existing order in its current status, and nothing is created or debited.
         *
         *     Requires the `orders:create` scope.
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
         * Get the status of an order
         * @description Looks up an order by the service's order id or by your own. If both are given, `id` is used and `external_id`
         *     is ignored. A parameter without a value counts as not given. An `external_id` that consists of digits is
         *     still treated as an `external_id`.
         *
         *     Requires the `orders:read` scope.
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
         * Get the account balance
         * @description Returns the balance of the account that the API key belongs to.
         *
         *     Requires the `balance` scope.
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
         * Create orders in bulk
         * @description Creates 1 to 50 orders. Each item is processed independently: it is accepted or fails regardless of the other
         *     items, and an accepted item goes through the same states and webhooks as a single order. Results are in the
         *     order of the items. An item whose `external_id` is already in use is accepted with the id of the existing
         *     order, and nothing is debited.
         *
         *     The response is 202 if no item failed, 207 if some items failed, and 422 if every item failed.
         *
         *     Requires the `orders:create` scope.
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
        /** @description The recipient to estimate for. */
        EstimateRequest: {
            /** @description The recipient's TRON address in Base58Check format. It does not have to be activated. */
            recipient_address: string;
            /** @description Optional hint whether a USDT TRC20 operation is planned. Null counts as not given. */
            has_usdt?: boolean | null;
        };
        /** @description A rental of a package or of a custom amount of Energy. */
        OrderRequest: components["schemas"]["OrderFields"] & components["schemas"]["ProductChoice"];
        /** @description The fields of an order. */
        OrderFields: {
            /**
             * @description Your id for the order, unique within your account across single and bulk orders. If it is missing or
             *     null, a repeated request creates a second order.
             */
            external_id?: string | null;
            /**
             * Format: int64
             * @description The package to rent. Provide exactly one of `package_id` and `energy_amount`; null counts as not given.
             */
            package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and a multiple of its step; null counts as not given. */
            energy_amount?: number | null;
            /**
             * @description The rental duration in minutes. By default, a package is rented for its own duration and a custom amount
             *     for 60 minutes, the only duration available for custom amounts.
             */
            duration_minutes?: number;
            /** @description The recipient's TRON address in Base58Check format. It must be activated on the network. */
            address: string;
        };
        /** @description Exactly one of `package_id` and `energy_amount`. */
        ProductChoice: components["schemas"]["PackageSelector"] | components["schemas"]["CustomEnergySelector"];
        /** @description Selects a package. */
        PackageSelector: {
            /**
             * Format: int64
             * @description The package to rent.
             */
            package_id: number;
            energy_amount?: components["schemas"]["NullOnly"];
        };
        /** @description Selects a custom amount of Energy. */
        CustomEnergySelector: {
            /** @description The amount of Energy. */
            energy_amount: number;
            package_id?: components["schemas"]["NullOnly"];
        };
        /** @description Only null, which counts as not given, because the other field selects the product. */
        NullOnly: boolean | null;
        /** @description Several orders in one request. */
        BulkRequest: {
            /** @description The orders to create, 1 to 50. */
            orders: components["schemas"]["BulkItem"][];
        };
        /** @description One order of a bulk request. */
        BulkItem: components["schemas"]["BulkItemFields"] & components["schemas"]["BulkProductChoice"];
        /** @description The fields of an order of a bulk request. */
        BulkItemFields: {
            /** @description Your id for the order, unique within your account across single and bulk orders. */
            external_id: string;
            /** @description The recipient's TRON address in Base58Check format. It must be activated on the network. */
            address: string;
            /**
             * Format: int64
             * @description The package to rent. Provide exactly one of `package_id` and `energy_amount`; null counts as not given.
             */
            package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and a multiple of its step; null counts as not given. */
            energy_amount?: number | null;
            /**
             * @description The rental duration in minutes: by default 15 for a package, and 60 for a custom amount, the only duration
             *     available for custom amounts.
             * @enum {integer}
             */
            duration_minutes?: 5 | 10 | 15 | 60;
        };
        /** @description Exactly one of `package_id` and `energy_amount`. */
        BulkProductChoice: components["schemas"]["BulkPackageSelector"] | components["schemas"]["CustomEnergySelector"];
        /** @description Selects a package. */
        BulkPackageSelector: {
            /**
             * Format: int64
             * @description The package to rent.
             */
            package_id: number;
            energy_amount?: components["schemas"]["NullOnly"];
            duration_minutes?: components["schemas"]["BulkPackageMinutes"];
        };
        /**
         * @description The rental duration of a package in minutes.
         * @default 15
         */
        BulkPackageMinutes: number;
        /** @description The price of a rental. */
        Quote: {
            /**
             * @description The kind of product that was priced.
             * @enum {string}
             */
            type: "package" | "custom";
            /**
             * Format: int64
             * @description The package id; package quotes only.
             */
            package_id?: number | null;
            /** @description The name of the package; package quotes only. */
            name?: string | null;
            /** @description The amount of Energy. */
            energy_amount: number;
            /** @description The rental duration in minutes. */
            duration_minutes: number;
            /**
             * Format: double
             * @description Price in TRX before the discount.
             */
            base_price_trx: number;
            /**
             * Format: double
             * @description The discount applied, in percent.
             */
            discount_percent: number;
            /**
             * Format: double
             * @description The discount in TRX.
             */
            discount_trx: number;
            /**
             * Format: double
             * @description Price in TRX after the discount.
             */
            price_trx: number;
        };
        /** @description The Energy that a recipient is likely to need. */
        Estimate: {
            /** @description The estimated amount of Energy. */
            estimated_energy: number;
            /** @description The smallest active package that covers the estimate, or null if there is none. */
            recommended_package: {
                /**
                 * Format: int64
                 * @description The id of the package; send it as `package_id`.
                 */
                id: number;
                /** @description The name of the package. */
                name: string;
                /** @description The amount of Energy in the package. */
                energy_amount: number;
                /** @description The package's own duration in minutes. */
                duration_minutes: number;
            } | null;
        };
        /**
         * @description | status | meaning |
         *     |---|---|
         *     | processing | The order was accepted and is being processed. |
         *     | delegating | The delegation is being sent or awaits confirmation. |
         *     | delegated | The Energy was delivered; the rental is active. |
         *     | undelegating | The rental period has ended; the Energy is being reclaimed. |
         *     | completed | The rental is fully completed. |
         *     | review | The order needs additional verification. Do not create a duplicate order. |
         *     | failed | The order failed for good. `refunded` says whether the amount was returned to the balance. |
         * @enum {string}
         */
        OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description An order. All keys are always present. */
        OrderStatus: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            id: number;
            /** @description Your own order id, or null if you gave none. */
            external_id: string | null;
            /** @description The recipient's TRON address. */
            address: string;
            /** @description The amount of Energy ordered. */
            energy_amount: number;
            /** @description The rental duration in minutes. */
            duration_minutes: number;
            /**
             * Format: double
             * @description The amount charged, in TRX.
             */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction, or null if there is none yet. */
            txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            refunded: boolean;
            error_code: components["schemas"]["OrderErrorCode"];
            created_at: components["schemas"]["OrderTime"];
            delivered_at: components["schemas"]["OrderTimeOrNull"];
            completed_at: components["schemas"]["OrderTimeOrNull"];
            updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * @description ORDER_REVIEW in review, ORDER_FAILED in failed, otherwise null.
         * @enum {string|null}
         */
        OrderErrorCode: "ORDER_REVIEW" | "ORDER_FAILED" | null;
        /**
         * @description A time in the server's time zone.
         * @example 2026-01-05 12:00:00
         */
        OrderTime: string;
        /**
         * @description A time in the server's time zone, or null until then.
         * @example 2026-01-05 12:00:12
         */
        OrderTimeOrNull: string | null;
        /** @description The outcome of each item. */
        BulkResult: {
            /** @description Number of accepted items. */
            accepted: number;
            /** @description Number of failed items. */
            failed: number;
            /** @description One entry per item, in the order of the request. */
            results: components["schemas"]["BulkItemResult"][];
        };
        /** @description The outcome of one item. */
        BulkItemResult: components["schemas"]["BulkItemAccepted"] | components["schemas"]["BulkItemFailed"];
        /** @description An item that created an order or repeated an existing one. */
        BulkItemAccepted: {
            /** @description Zero-based position in `orders`. */
            index: number;
            /** @description The item's `external_id`; empty if missing or not a string. */
            external_id: string;
            /**
             * @description The item was accepted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "accepted";
            /** @description The order. */
            order: {
                /**
                 * Format: int64
                 * @description The service's order id.
                 */
                id: number;
            };
        };
        /** @description An item that was not accepted. */
        BulkItemFailed: {
            /** @description Zero-based position in `orders`. */
            index: number;
            /** @description The item's `external_id`; empty if missing or not a string. */
            external_id: string;
            /**
             * @description The item failed; nothing was created or debited. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "failed";
            error: components["schemas"]["BulkItemError"];
        };
        /**
         * @description Why the item failed.
         * @enum {string}
         */
        BulkItemError: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "PACKAGE_NOT_FOUND" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE" | "INSUFFICIENT_BALANCE" | "SERVICE_UNAVAILABLE";
        /**
         * @description The request succeeded.
         * @enum {boolean}
         */
        Success: true;
        /**
         * @description The request failed.
         * @enum {boolean}
         */
        Failure: false;
        /** @description A quote. */
        QuoteResponse: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Quote"];
        };
        /** @description An estimate. */
        EstimateResponse: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["Estimate"];
        };
        /** @description A new or an existing order. */
        OrderResponse: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["OrderResult"];
        };
        /** @description A new order, or an existing one in its current status. */
        OrderResult: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            order_id: number;
            /** @description Your own order id, or null if you gave none. */
            external_id: string | null;
            status: components["schemas"]["OrderStatusName"];
            /** @description False if the order is new (202), true if it existed before this request (200). */
            idempotent: boolean;
        };
        /** @description An order. */
        OrderStatusResponse: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["OrderStatus"];
        };
        /** @description A balance. */
        BalanceResponse: {
            success: components["schemas"]["Success"];
            /** @description The account's balance. */
            data: {
                /**
                 * Format: double
                 * @description The amount available for orders, in TRX.
                 */
                balance_trx: number;
            };
        };
        /** @description The results of a bulk request. */
        BulkResponse: {
            success: components["schemas"]["Success"];
            data: components["schemas"]["BulkResult"];
        };
        /** @description The request cannot be read or does not have the expected structure. */
        InvalidJsonError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INVALID_JSON";
        };
        /** @description No usable id was given, or the account is set to reject unknown parameters and one was sent. */
        LookupError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "ID_REQUIRED" | "INVALID_JSON";
        };
        /** @description The API key is missing, invalid or expired. */
        UnauthorizedError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "UNAUTHORIZED" | "TOKEN_EXPIRED";
        };
        /** @description The balance is too low. */
        InsufficientBalanceError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INSUFFICIENT_BALANCE";
        };
        /** @description The key is not allowed to do this. */
        ForbiddenError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "SCOPE_FORBIDDEN" | "IP_NOT_ALLOWED";
        };
        /** @description There is no such package. */
        PackageNotFoundError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "PACKAGE_NOT_FOUND";
        };
        /** @description There is no such order. */
        NotFoundError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "NOT_FOUND";
        };
        /** @description The path does not support this method. */
        MethodNotAllowedError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "METHOD_NOT_ALLOWED";
        };
        /** @description The body is too large. */
        RequestTooLargeError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "REQUEST_TOO_LARGE";
        };
        /** @description Too many requests. */
        RateLimitedError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "RATE_LIMITED";
        };
        /** @description The service is temporarily unavailable. */
        ServiceUnavailableError: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "SERVICE_UNAVAILABLE";
        };
        /** @description Why the estimate was refused. */
        EstimateRefusal: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "INVALID_TRON_ADDRESS";
        };
        /** @description Why the lookup was refused. */
        StatusRefusal: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "EXTERNAL_ID_INVALID";
        };
        /** @description Why the quote was refused. */
        QuoteRefusal: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description Why the order was refused. */
        OrderRefusal: {
            success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            error: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description A bulk request in which no item was accepted. */
        BulkRefusal: {
            success: components["schemas"]["Failure"];
            error: components["schemas"]["BulkItemError"];
            data?: components["schemas"]["BulkResult"];
        };
        /**
         * @description `order.` followed by the new status of the order.
         * @enum {string}
         */
        EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /** @description `order-<order_id>-<event>-<suffix>`, unique per event. */
        EventId: string;
        /** @description One of the seven events. */
        WebhookEvent: components["schemas"]["OrderProcessingEvent"] | components["schemas"]["OrderDelegatingEvent"] | components["schemas"]["OrderDelegatedEvent"] | components["schemas"]["OrderUndelegatingEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderReviewEvent"] | components["schemas"]["OrderFailedEvent"];
        /**
         * @description The order as it was right after the change. The keys are those of the order status, with `order_id` instead of
         *     `id`.
         */
        WebhookOrder: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            order_id: number;
            /** @description Your own order id, or null if you gave none. */
            external_id: string | null;
            /** @description The recipient's TRON address. */
            address: string;
            /** @description The amount of Energy ordered. */
            energy_amount: number;
            /** @description The rental duration in minutes. */
            duration_minutes: number;
            /**
             * Format: double
             * @description The amount charged, in TRX.
             */
            price_trx: number;
            status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction, or null if there is none yet. */
            txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            refunded: boolean;
            error_code: components["schemas"]["OrderErrorCode"];
            created_at: components["schemas"]["OrderTime"];
            delivered_at: components["schemas"]["OrderTimeOrNull"];
            completed_at: components["schemas"]["OrderTimeOrNull"];
            updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * Format: date-time
         * @description When the event occurred, in UTC.
         * @example 2026-01-05T12:00:12.000Z
         */
        EventTime: string;
        /** @description The order was accepted and its price was debited. */
        OrderProcessingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.processing";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "processing";
            };
        };
        /** @description The delegation is being sent or awaits confirmation. */
        OrderDelegatingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.delegating";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "delegating";
            };
        };
        /** @description The Energy was delivered; the rental is active. */
        OrderDelegatedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.delegated";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "delegated";
            };
        };
        /** @description The rental period has ended; the Energy is being reclaimed. */
        OrderUndelegatingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.undelegating";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "undelegating";
            };
        };
        /** @description The rental is fully completed. */
        OrderCompletedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.completed";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "completed";
            };
        };
        /** @description The order needs additional verification. Do not create a duplicate order. */
        OrderReviewEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.review";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "review";
            };
        };
        /** @description The order failed for good. */
        OrderFailedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "order.failed";
            event_id: components["schemas"]["EventId"];
            created_at: components["schemas"]["EventTime"];
            data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                status?: "failed";
            };
        };
    };
    responses: {
        /** @description The request cannot be read or does not have the expected structure. Nothing was done. */
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
        /** @description The API key is missing, invalid or expired. */
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
        /** @description The balance is lower than the price. Nothing was debited. */
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
        /** @description The key lacks the scope for this operation, or is not allowed from the caller's IP address. */
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
        /** @description The package does not exist or is not on sale. */
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
        /** @description The path does not support this method; see `Allow`. */
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
        /** @description The body exceeds the maximum size. */
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
        /** @description The key's request limit for this minute is used up. Wait for the number of seconds in `Retry-After`. */
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
        /** @description The service is temporarily unavailable. Retry later, and retry orders with the same `external_id`. */
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
         * @description Number of requests per minute that the key is allowed.
         * @example 6000
         */
        RateLimitLimit: number;
        /**
         * @description Number of requests left in the current minute.
         * @example 5999
         */
        RateLimitRemaining: number;
        /**
         * @description Number of seconds to wait before the next request.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The HTTP method that the path supports.
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
                 * @description The package to price. Provide exactly one of `package_id` and `energy_amount`.
                 * @example 1
                 */
                package_id?: number;
                /** @description A custom amount of Energy, within the service's limits and a multiple of its step. */
                energy_amount?: number;
                /**
                 * @description The rental duration in minutes. By default, a package is priced for its own duration and a custom amount
                 *     for 60 minutes, the only duration available for custom amounts.
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
            /** @description The quote. */
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
            /** @description The request does not select exactly one product, or the product or duration is not available. */
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
        /** @description The recipient and, optionally, whether a USDT operation is planned. */
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
            /** @description The recipient address is not a valid TRON address. */
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
        /** @description The product, the recipient and your own id for the order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The `external_id` is already in use; this is the existing order. Nothing was debited. */
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
                     *         "order_id": 48211,
                     *         "external_id": "invoice-1001",
                     *         "status": "delegated",
                     *         "idempotent": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            /** @description A new order was accepted and its price was debited. */
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
                     *         "order_id": 48211,
                     *         "external_id": "invoice-1001",
                     *         "status": "processing",
                     *         "idempotent": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["InvalidJson"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PackageNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            /**
             * @description A field is not valid, the recipient is not activated, or the product or duration is not available. Nothing
             *     was debited.
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
                 * @description The service's order id.
                 * @example 48211
                 */
                id?: number;
                /** @description Your own order id. */
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
            /** @description Neither `id` nor `external_id` was given, or `id` is not a positive integer. */
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
            /** @description The `external_id` is not valid. */
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
        /** @description The orders to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orders": [
                 *         {
                 *           "external_id": "batch-7-1",
                 *           "address": "TSandboxRecipientxxxxxxxxxxxvU7EX1",
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
                     *               "id": 48211
                     *             }
                     *           },
                     *           {
                     *             "index": 1,
                     *             "external_id": "batch-7-2",
                     *             "status": "accepted",
                     *             "order": {
                     *               "id": 48212
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BulkResponse"];
                };
            };
            /** @description Some items were accepted and some failed; check each entry in `results`. */
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
                     *               "id": 48211
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
             * @description Every item failed. `error` is the code of the first item. If the server sends `data`, its `results` have the
             *     code of each item.
             */
            422: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkRefusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
