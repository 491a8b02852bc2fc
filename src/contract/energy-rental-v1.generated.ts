// Generated from openapi/energy-rental-v1.yaml by "npm run generate-types". Do not edit.

export interface paths {
    readonly "/api/v1/quote/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Quote a package or a custom amount
         * @description Returns the price of a rental, including your account's discount. Specify either a package or a custom amount
         *     of Energy. A quote does not reserve anything: an order is priced when it is created.
         *
         *     Requires the `quote` scope.
         */
        readonly get: operations["getQuote"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/estimate/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Estimate the Energy that a recipient needs
         * @description Estimates the Energy that a token transfer to an address needs, and recommends a package that covers it if
         *     there is one.
         *
         *     Requires the `quote` scope.
         */
        readonly post: operations["createEstimate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/order/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
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
        readonly post: operations["createOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/status/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the status of an order
         * @description Looks up an order by the service's order id or by your own. If both are given, `id` is used and `external_id`
         *     is ignored. A parameter without a value counts as not given. An `external_id` that consists of digits is
         *     still treated as an `external_id`.
         *
         *     Requires the `orders:read` scope.
         */
        readonly get: operations["getOrderStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/balance/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the account balance
         * @description Returns the balance of the account that the API key belongs to.
         *
         *     Requires the `balance` scope.
         */
        readonly get: operations["getBalance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/orders/bulk/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
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
        readonly post: operations["createOrdersBulk"];
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
        /** @description The recipient to estimate for. */
        readonly EstimateRequest: {
            /** @description The recipient's TRON address in Base58Check format. It does not have to be activated. */
            readonly recipient_address: string;
            /** @description Optional hint whether a USDT TRC20 operation is planned. Null counts as not given. */
            readonly has_usdt?: boolean | null;
        };
        /** @description A rental of a package or of a custom amount of Energy. */
        readonly OrderRequest: components["schemas"]["OrderFields"] & components["schemas"]["ProductChoice"];
        /** @description The fields of an order. */
        readonly OrderFields: {
            /**
             * @description Your id for the order, unique within your account across single and bulk orders. If it is missing or
             *     null, a repeated request creates a second order.
             */
            readonly external_id?: string | null;
            /**
             * Format: int64
             * @description The package to rent. Provide exactly one of `package_id` and `energy_amount`; null counts as not given.
             */
            readonly package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and a multiple of its step; null counts as not given. */
            readonly energy_amount?: number | null;
            /**
             * @description The rental duration in minutes. By default, a package is rented for its own duration and a custom amount
             *     for 60 minutes, the only duration available for custom amounts.
             */
            readonly duration_minutes?: number;
            /** @description The recipient's TRON address in Base58Check format. It must be activated on the network. */
            readonly address: string;
        };
        /** @description Exactly one of `package_id` and `energy_amount`. */
        readonly ProductChoice: components["schemas"]["PackageSelector"] | components["schemas"]["CustomEnergySelector"];
        /** @description Selects a package. */
        readonly PackageSelector: {
            /**
             * Format: int64
             * @description The package to rent.
             */
            readonly package_id: number;
            readonly energy_amount?: components["schemas"]["NullOnly"];
        };
        /** @description Selects a custom amount of Energy. */
        readonly CustomEnergySelector: {
            /** @description The amount of Energy. */
            readonly energy_amount: number;
            readonly package_id?: components["schemas"]["NullOnly"];
        };
        /** @description Only null, which counts as not given, because the other field selects the product. */
        readonly NullOnly: boolean | null;
        /** @description Several orders in one request. */
        readonly BulkRequest: {
            /** @description The orders to create, 1 to 50. */
            readonly orders: readonly components["schemas"]["BulkItem"][];
        };
        /** @description One order of a bulk request. */
        readonly BulkItem: components["schemas"]["BulkItemFields"] & components["schemas"]["BulkProductChoice"];
        /** @description The fields of an order of a bulk request. */
        readonly BulkItemFields: {
            /** @description Your id for the order, unique within your account across single and bulk orders. */
            readonly external_id: string;
            /** @description The recipient's TRON address in Base58Check format. It must be activated on the network. */
            readonly address: string;
            /**
             * Format: int64
             * @description The package to rent. Provide exactly one of `package_id` and `energy_amount`; null counts as not given.
             */
            readonly package_id?: number | null;
            /** @description A custom amount of Energy, within the service's limits and a multiple of its step; null counts as not given. */
            readonly energy_amount?: number | null;
            /**
             * @description The rental duration in minutes: by default 15 for a package, and 60 for a custom amount, the only duration
             *     available for custom amounts.
             * @enum {integer}
             */
            readonly duration_minutes?: 5 | 10 | 15 | 60;
        };
        /** @description Exactly one of `package_id` and `energy_amount`. */
        readonly BulkProductChoice: components["schemas"]["BulkPackageSelector"] | components["schemas"]["CustomEnergySelector"];
        /** @description Selects a package. */
        readonly BulkPackageSelector: {
            /**
             * Format: int64
             * @description The package to rent.
             */
            readonly package_id: number;
            readonly energy_amount?: components["schemas"]["NullOnly"];
            readonly duration_minutes?: components["schemas"]["BulkPackageMinutes"];
        };
        /**
         * @description The rental duration of a package in minutes.
         * @default 15
         */
        readonly BulkPackageMinutes: number;
        /** @description The price of a rental. */
        readonly Quote: {
            /**
             * @description The kind of product that was priced.
             * @enum {string}
             */
            readonly type: "package" | "custom";
            /**
             * Format: int64
             * @description The package id; package quotes only.
             */
            readonly package_id?: number | null;
            /** @description The name of the package; package quotes only. */
            readonly name?: string | null;
            /** @description The amount of Energy. */
            readonly energy_amount: number;
            /** @description The rental duration in minutes. */
            readonly duration_minutes: number;
            /**
             * Format: double
             * @description Price in TRX before the discount.
             */
            readonly base_price_trx: number;
            /**
             * Format: double
             * @description The discount applied, in percent.
             */
            readonly discount_percent: number;
            /**
             * Format: double
             * @description The discount in TRX.
             */
            readonly discount_trx: number;
            /**
             * Format: double
             * @description Price in TRX after the discount.
             */
            readonly price_trx: number;
        };
        /** @description The Energy that a recipient is likely to need. */
        readonly Estimate: {
            /** @description The estimated amount of Energy. */
            readonly estimated_energy: number;
            /** @description The smallest active package that covers the estimate, or null if there is none. */
            readonly recommended_package: {
                /**
                 * Format: int64
                 * @description The id of the package; send it as `package_id`.
                 */
                readonly id: number;
                /** @description The name of the package. */
                readonly name: string;
                /** @description The amount of Energy in the package. */
                readonly energy_amount: number;
                /** @description The package's own duration in minutes. */
                readonly duration_minutes: number;
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
        readonly OrderStatusName: "processing" | "delegating" | "delegated" | "undelegating" | "completed" | "review" | "failed";
        /** @description An order. All keys are always present. */
        readonly OrderStatus: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            readonly id: number;
            /** @description Your own order id, or null if you gave none. */
            readonly external_id: string | null;
            /** @description The recipient's TRON address. */
            readonly address: string;
            /** @description The amount of Energy ordered. */
            readonly energy_amount: number;
            /** @description The rental duration in minutes. */
            readonly duration_minutes: number;
            /**
             * Format: double
             * @description The amount charged, in TRX.
             */
            readonly price_trx: number;
            readonly status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction, or null if there is none yet. */
            readonly txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            readonly refunded: boolean;
            readonly error_code: components["schemas"]["OrderErrorCode"];
            readonly created_at: components["schemas"]["OrderTime"];
            readonly delivered_at: components["schemas"]["OrderTimeOrNull"];
            readonly completed_at: components["schemas"]["OrderTimeOrNull"];
            readonly updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * @description ORDER_REVIEW in review, ORDER_FAILED in failed, otherwise null.
         * @enum {string|null}
         */
        readonly OrderErrorCode: "ORDER_REVIEW" | "ORDER_FAILED" | null;
        /**
         * @description A time in the server's time zone.
         * @example 2026-01-05 12:00:00
         */
        readonly OrderTime: string;
        /**
         * @description A time in the server's time zone, or null until then.
         * @example 2026-01-05 12:00:12
         */
        readonly OrderTimeOrNull: string | null;
        /** @description The outcome of each item. */
        readonly BulkResult: {
            /** @description Number of accepted items. */
            readonly accepted: number;
            /** @description Number of failed items. */
            readonly failed: number;
            /** @description One entry per item, in the order of the request. */
            readonly results: readonly components["schemas"]["BulkItemResult"][];
        };
        /** @description The outcome of one item. */
        readonly BulkItemResult: components["schemas"]["BulkItemAccepted"] | components["schemas"]["BulkItemFailed"];
        /** @description An item that created an order or repeated an existing one. */
        readonly BulkItemAccepted: {
            /** @description Zero-based position in `orders`. */
            readonly index: number;
            /** @description The item's `external_id`; empty if missing or not a string. */
            readonly external_id: string;
            /**
             * @description The item was accepted. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "accepted";
            /** @description The order. */
            readonly order: {
                /**
                 * Format: int64
                 * @description The service's order id.
                 */
                readonly id: number;
            };
        };
        /** @description An item that was not accepted. */
        readonly BulkItemFailed: {
            /** @description Zero-based position in `orders`. */
            readonly index: number;
            /** @description The item's `external_id`; empty if missing or not a string. */
            readonly external_id: string;
            /**
             * @description The item failed; nothing was created or debited. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "failed";
            readonly error: components["schemas"]["BulkItemError"];
        };
        /**
         * @description Why the item failed.
         * @enum {string}
         */
        readonly BulkItemError: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "PACKAGE_NOT_FOUND" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE" | "INSUFFICIENT_BALANCE" | "SERVICE_UNAVAILABLE";
        /**
         * @description The request succeeded.
         * @enum {boolean}
         */
        readonly Success: true;
        /**
         * @description The request failed.
         * @enum {boolean}
         */
        readonly Failure: false;
        /** @description A quote. */
        readonly QuoteResponse: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Quote"];
        };
        /** @description An estimate. */
        readonly EstimateResponse: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Estimate"];
        };
        /** @description A new or an existing order. */
        readonly OrderResponse: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["OrderResult"];
        };
        /** @description A new order, or an existing one in its current status. */
        readonly OrderResult: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            readonly order_id: number;
            /** @description Your own order id, or null if you gave none. */
            readonly external_id: string | null;
            readonly status: components["schemas"]["OrderStatusName"];
            /** @description False if the order is new (202), true if it existed before this request (200). */
            readonly idempotent: boolean;
        };
        /** @description An order. */
        readonly OrderStatusResponse: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["OrderStatus"];
        };
        /** @description A balance. */
        readonly BalanceResponse: {
            readonly success: components["schemas"]["Success"];
            /** @description The account's balance. */
            readonly data: {
                /**
                 * Format: double
                 * @description The amount available for orders, in TRX.
                 */
                readonly balance_trx: number;
            };
        };
        /** @description The results of a bulk request. */
        readonly BulkResponse: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["BulkResult"];
        };
        /** @description The request cannot be read or does not have the expected structure. */
        readonly InvalidJsonError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INVALID_JSON";
        };
        /** @description No usable id was given, or the account is set to reject unknown parameters and one was sent. */
        readonly LookupError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "ID_REQUIRED" | "INVALID_JSON";
        };
        /** @description The API key is missing, invalid or expired. */
        readonly UnauthorizedError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "UNAUTHORIZED" | "TOKEN_EXPIRED";
        };
        /** @description The balance is too low. */
        readonly InsufficientBalanceError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INSUFFICIENT_BALANCE";
        };
        /** @description The key is not allowed to do this. */
        readonly ForbiddenError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "SCOPE_FORBIDDEN" | "IP_NOT_ALLOWED";
        };
        /** @description There is no such package. */
        readonly PackageNotFoundError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "PACKAGE_NOT_FOUND";
        };
        /** @description There is no such order. */
        readonly NotFoundError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "NOT_FOUND";
        };
        /** @description The path does not support this method. */
        readonly MethodNotAllowedError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "METHOD_NOT_ALLOWED";
        };
        /** @description The body is too large. */
        readonly RequestTooLargeError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "REQUEST_TOO_LARGE";
        };
        /** @description Too many requests. */
        readonly RateLimitedError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "RATE_LIMITED";
        };
        /** @description The service is temporarily unavailable. */
        readonly ServiceUnavailableError: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "SERVICE_UNAVAILABLE";
        };
        /** @description Why the estimate was refused. */
        readonly EstimateRefusal: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "INVALID_TRON_ADDRESS";
        };
        /** @description Why the lookup was refused. */
        readonly StatusRefusal: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "EXTERNAL_ID_INVALID";
        };
        /** @description Why the quote was refused. */
        readonly QuoteRefusal: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description Why the order was refused. */
        readonly OrderRefusal: {
            readonly success: components["schemas"]["Failure"];
            /**
             * @description The error code.
             * @enum {string}
             */
            readonly error: "EXTERNAL_ID_INVALID" | "INVALID_TRON_ADDRESS" | "ADDRESS_NOT_ACTIVE" | "PRODUCT_REQUIRED" | "PRODUCT_SELECTOR_CONFLICT" | "CUSTOM_ENERGY_DISABLED" | "CUSTOM_ENERGY_OUT_OF_RANGE" | "CUSTOM_ENERGY_INVALID_STEP" | "RENTAL_DURATION_UNAVAILABLE" | "CUSTOM_DURATION_UNAVAILABLE" | "DURATION_PRICE_UNAVAILABLE";
        };
        /** @description A bulk request in which no item was accepted. */
        readonly BulkRefusal: {
            readonly success: components["schemas"]["Failure"];
            readonly error: components["schemas"]["BulkItemError"];
            readonly data?: components["schemas"]["BulkResult"];
        };
        /**
         * @description `order.` followed by the new status of the order.
         * @enum {string}
         */
        readonly EventName: "order.processing" | "order.delegating" | "order.delegated" | "order.undelegating" | "order.completed" | "order.review" | "order.failed";
        /** @description `order-<order_id>-<event>-<suffix>`, unique per event. */
        readonly EventId: string;
        /** @description One of the seven events. */
        readonly WebhookEvent: components["schemas"]["OrderProcessingEvent"] | components["schemas"]["OrderDelegatingEvent"] | components["schemas"]["OrderDelegatedEvent"] | components["schemas"]["OrderUndelegatingEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderReviewEvent"] | components["schemas"]["OrderFailedEvent"];
        /**
         * @description The order as it was right after the change. The keys are those of the order status, with `order_id` instead of
         *     `id`.
         */
        readonly WebhookOrder: {
            /**
             * Format: int64
             * @description The service's order id.
             */
            readonly order_id: number;
            /** @description Your own order id, or null if you gave none. */
            readonly external_id: string | null;
            /** @description The recipient's TRON address. */
            readonly address: string;
            /** @description The amount of Energy ordered. */
            readonly energy_amount: number;
            /** @description The rental duration in minutes. */
            readonly duration_minutes: number;
            /**
             * Format: double
             * @description The amount charged, in TRX.
             */
            readonly price_trx: number;
            readonly status: components["schemas"]["OrderStatusName"];
            /** @description The id of the delegation transaction, or null if there is none yet. */
            readonly txid: string | null;
            /** @description Whether the amount was returned to the balance. */
            readonly refunded: boolean;
            readonly error_code: components["schemas"]["OrderErrorCode"];
            readonly created_at: components["schemas"]["OrderTime"];
            readonly delivered_at: components["schemas"]["OrderTimeOrNull"];
            readonly completed_at: components["schemas"]["OrderTimeOrNull"];
            readonly updated_at: components["schemas"]["OrderTime"];
        };
        /**
         * Format: date-time
         * @description When the event occurred, in UTC.
         * @example 2026-01-05T12:00:12.000Z
         */
        readonly EventTime: string;
        /** @description The order was accepted and its price was debited. */
        readonly OrderProcessingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.processing";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "processing";
            };
        };
        /** @description The delegation is being sent or awaits confirmation. */
        readonly OrderDelegatingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.delegating";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "delegating";
            };
        };
        /** @description The Energy was delivered; the rental is active. */
        readonly OrderDelegatedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.delegated";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "delegated";
            };
        };
        /** @description The rental period has ended; the Energy is being reclaimed. */
        readonly OrderUndelegatingEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.undelegating";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "undelegating";
            };
        };
        /** @description The rental is fully completed. */
        readonly OrderCompletedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.completed";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "completed";
            };
        };
        /** @description The order needs additional verification. Do not create a duplicate order. */
        readonly OrderReviewEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.review";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "review";
            };
        };
        /** @description The order failed for good. */
        readonly OrderFailedEvent: {
            /**
             * @description The name of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly event: "order.failed";
            readonly event_id: components["schemas"]["EventId"];
            readonly created_at: components["schemas"]["EventTime"];
            readonly data: components["schemas"]["WebhookOrder"] & {
                /**
                 * @description The status after which the event is named.
                 * @enum {string}
                 */
                readonly status?: "failed";
            };
        };
    };
    responses: {
        /** @description The request cannot be read or does not have the expected structure. Nothing was done. */
        readonly InvalidJson: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "INVALID_JSON"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvalidJsonError"];
            };
        };
        /** @description The API key is missing, invalid or expired. */
        readonly Unauthorized: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "UNAUTHORIZED"
                 *     }
                 */
                readonly "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The balance is lower than the price. Nothing was debited. */
        readonly InsufficientBalance: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "INSUFFICIENT_BALANCE"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InsufficientBalanceError"];
            };
        };
        /** @description The key lacks the scope for this operation, or is not allowed from the caller's IP address. */
        readonly Forbidden: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "SCOPE_FORBIDDEN"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description The package does not exist or is not on sale. */
        readonly PackageNotFound: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "PACKAGE_NOT_FOUND"
                 *     }
                 */
                readonly "application/json": components["schemas"]["PackageNotFoundError"];
            };
        };
        /** @description The path does not support this method; see `Allow`. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "METHOD_NOT_ALLOWED"
                 *     }
                 */
                readonly "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description The body exceeds the maximum size. */
        readonly RequestTooLarge: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "REQUEST_TOO_LARGE"
                 *     }
                 */
                readonly "application/json": components["schemas"]["RequestTooLargeError"];
            };
        };
        /** @description The key's request limit for this minute is used up. Wait for the number of seconds in `Retry-After`. */
        readonly RateLimited: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "RATE_LIMITED"
                 *     }
                 */
                readonly "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description The service is temporarily unavailable. Retry later, and retry orders with the same `external_id`. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": "SERVICE_UNAVAILABLE"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ServiceUnavailableError"];
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
        readonly RateLimitLimit: number;
        /**
         * @description Number of requests left in the current minute.
         * @example 5999
         */
        readonly RateLimitRemaining: number;
        /**
         * @description Number of seconds to wait before the next request.
         * @example 12
         */
        readonly RetryAfter: number;
        /**
         * @description The HTTP method that the path supports.
         * @example POST
         */
        readonly Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getQuote: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The package to price. Provide exactly one of `package_id` and `energy_amount`.
                 * @example 1
                 */
                readonly package_id?: number;
                /** @description A custom amount of Energy, within the service's limits and a multiple of its step. */
                readonly energy_amount?: number;
                /**
                 * @description The rental duration in minutes. By default, a package is priced for its own duration and a custom amount
                 *     for 60 minutes, the only duration available for custom amounts.
                 * @example 60
                 */
                readonly duration_minutes?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The quote. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuoteResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidJson"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["PackageNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            /** @description The request does not select exactly one product, or the product or duration is not available. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "PRODUCT_SELECTOR_CONFLICT"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["QuoteRefusal"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createEstimate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The recipient and, optionally, whether a USDT operation is planned. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EstimateRequest"];
            };
        };
        readonly responses: {
            /** @description The estimate. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EstimateResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidJson"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["RequestTooLarge"];
            /** @description The recipient address is not a valid TRON address. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "INVALID_TRON_ADDRESS"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["EstimateRefusal"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The product, the recipient and your own id for the order. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderRequest"];
            };
        };
        readonly responses: {
            /** @description The `external_id` is already in use; this is the existing order. Nothing was debited. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
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
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
            /** @description A new order was accepted and its price was debited. */
            readonly 202: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
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
                    readonly "application/json": components["schemas"]["OrderResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidJson"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 402: components["responses"]["InsufficientBalance"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["PackageNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["RequestTooLarge"];
            /**
             * @description A field is not valid, the recipient is not activated, or the product or duration is not available. Nothing
             *     was debited.
             */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "ADDRESS_NOT_ACTIVE"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OrderRefusal"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getOrderStatus: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The service's order id.
                 * @example 48211
                 */
                readonly id?: number;
                /** @description Your own order id. */
                readonly external_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderStatusResponse"];
                };
            };
            /** @description Neither `id` nor `external_id` was given, or `id` is not a positive integer. */
            readonly 400: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "ID_REQUIRED"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LookupError"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such order. */
            readonly 404: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "NOT_FOUND"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NotFoundError"];
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
            /** @description The `external_id` is not valid. */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": "EXTERNAL_ID_INVALID"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["StatusRefusal"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The balance. */
            readonly 200: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
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
                    readonly "application/json": components["schemas"]["BalanceResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createOrdersBulk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The orders to create. */
        readonly requestBody: {
            readonly content: {
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
                readonly "application/json": components["schemas"]["BulkRequest"];
            };
        };
        readonly responses: {
            /** @description Every item was accepted. */
            readonly 202: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
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
                    readonly "application/json": components["schemas"]["BulkResponse"];
                };
            };
            /** @description Some items were accepted and some failed; check each entry in `results`. */
            readonly 207: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
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
                    readonly "application/json": components["schemas"]["BulkResponse"];
                };
            };
            readonly 400: components["responses"]["InvalidJson"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["RequestTooLarge"];
            /**
             * @description Every item failed. `error` is the code of the first item. If the server sends `data`, its `results` have the
             *     code of each item.
             */
            readonly 422: {
                headers: {
                    readonly "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BulkRefusal"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
}

export type Schemas = components["schemas"];
