import { WALLET_BUGS } from './wallet/bugs.mjs';

/**
 * Every bug of the corpus: its switch, the integration that has it, what it costs, and the ids of the reports that name
 * its cause: rules of findings, disturbances of explore and cases of audit. The ids were chosen before the first run.
 * `place` is an audit that ends because purchases share an external_id. Ids with a space are items of coverage, which lead
 * to a bug without naming it.
 */

const LOST = ['response-lost', 'gateway-502-after-commit', 'truncated-answer', 'response-lost-for-good'];
const FORGED = ['forged-accepted', 'webhook-forged', 'webhook-altered', 'webhook-unsigned'];
const REPEATED = ['duplicate', 'duplicate-at-once', 'webhook-duplicated', 'webhook-replayed'];
const RESERIALISED = ['reserialised', 'genuine-refused', 'webhook-reserialised', 'trailing-newline'];
const PAID_TWICE = ['paid-twice', 'order-abandoned', ...LOST];

/** Makes the bugs of one part of an integration from rows: name, what it costs, ids that name its cause. */
const bugsOf = (integration, part, rows) =>
  rows.map(([name, costs, expected]) => ({ name, integration, part, costs, expected }));

export const BUGS = [
  ...bugsOf('shop-vitest', 'client', [
    [
      'new-id-per-attempt',
      'Each lost response buys the Energy a second time, and nothing refunds it.',
      PAID_TWICE,
    ],
    [
      'no-external-id',
      'An order whose response is lost is bought again, and its status cannot be queried.',
      [...PAID_TWICE, 'order-without-external-id'],
    ],
    [
      'new-id-when-resumed',
      'A purchase whose outcome is unknown is bought again by the hourly job.',
      PAID_TWICE,
    ],
    [
      'timeout-is-refusal',
      'At slow hours, customers are paid back for orders that are delivered.',
      ['order-abandoned', 'slow-answer'],
    ],
    [
      'lost-connection-is-refusal',
      'Customers are paid back for orders whose response was lost, which are delivered.',
      ['order-abandoned', 'reset-before-commit', ...LOST],
    ],
    [
      '5xx-is-refusal',
      'A gateway error after the order was made pays the customer back, and the order is delivered.',
      ['order-abandoned', 'gateway-502-after-commit', 'service-unavailable'],
    ],
    [
      '404-is-gone',
      'An accepted order that is not visible yet is paid back to the customer, who gets the Energy as well.',
      ['not-found-after-accept', 'paid-twice'],
    ],
    [
      'status-error-is-failure',
      'Any refused status query pays the customer back for an order that is delivered.',
      ['not-found-after-accept', 'unauthorized', 'forbidden', 'key-refused'],
    ],
    [
      'bulk-in-one-request',
      'A batch of more than 50 is refused as a whole: none of its orders is made.',
      ['response createOrdersBulk 400'],
    ],
    [
      'bulk-207-ignored',
      'Customers whose item failed have paid for an order that does not exist.',
      ['refusal-ignored', 'bulk-items-unavailable', 'order-abandoned'],
    ],
    [
      'bulk-422-ignored',
      'When no item is accepted, all customers have paid for orders that do not exist.',
      ['refusal-ignored', 'insufficient-balance', 'response createOrdersBulk 422'],
    ],
    [
      'bulk-results-shifted',
      'After a partial failure, the wrong customers are paid back.',
      ['bulk-items-unavailable', 'refusal-ignored'],
    ],
    [
      'bulk-resent-whole',
      'Accepted items are sent again and use up the rate limit.',
      ['refusal-ignored', 'paid-twice', 'bulk-items-unavailable'],
    ],
    [
      'bulk-resent-under-new-ids',
      'After a partial failure, every accepted item is paid twice.',
      ['refusal-ignored', 'paid-twice', 'bulk-items-unavailable'],
    ],
    [
      'bulk-new-ids-per-attempt',
      'A lost response to a batch buys the whole batch again.',
      [...PAID_TWICE, 'service-unavailable'],
    ],
    [
      'bulk-unknown-is-refusal',
      'A batch whose response is lost four times is paid back and delivered.',
      [...LOST, 'order-abandoned'],
    ],
    [
      'bulk-default-duration',
      'Customers pay for an hour and get 15 minutes; their transfer burns TRX.',
      ['duration-left-out', 'unknown-field'],
    ],
    [
      'usdt-hint-misspelled',
      'The estimate ignores the planned transfer and recommends a package that is too small.',
      ['unknown-field'],
    ],
    [
      'money-unrounded',
      'Balances are not whole sun: a customer who deposited exactly the price is refused.',
      ['money'],
    ],
  ]),
  ...bugsOf('shop-vitest', 'business', [
    [
      '202-is-delivered',
      'The customer sends the transfer before the Energy is there, and burns TRX.',
      ['transfer-burned', 'slow-delivery', 'delegating-before-response', 'failed-with-refund'],
    ],
    [
      'delegating-is-delivered',
      'The customer sends the transfer before the delegation is confirmed, and burns TRX.',
      ['transfer-burned', 'slow-delivery', 'delegating-before-response', 'failed-with-refund'],
    ],
    [
      'refusal-not-credited',
      'A customer whose order was refused has paid for nothing.',
      ['insufficient-balance'],
    ],
    [
      'margin-kept-on-refund',
      'Customers of failed orders get back less than they paid.',
      ['failed-with-refund'],
    ],
    [
      'failed-is-refunded',
      'The shop pays customers back with money that the service never returned.',
      ['failed-without-refund', 'order-abandoned'],
    ],
    [
      'failed-is-the-end',
      'A refund that comes later is never noticed: the customer is not paid back.',
      ['order-abandoned', 'failed-with-refund'],
    ],
    [
      'review-is-failure',
      'Customers are paid back for orders in review, and get the Energy as well.',
      ['review-then-delivered', 'paid-twice'],
    ],
    [
      'review-buys-again',
      'An order in review is bought a second time, and both are delivered.',
      ['review-then-delivered', 'paid-twice'],
    ],
    [
      'poll-timeout-is-failure',
      'An order that takes longer than usual is paid back and delivered.',
      ['slow-delivery', 'review-then-delivered', 'order-abandoned'],
    ],
    [
      'delegated-is-the-end',
      'The shop never learns that a rental ended, so the capacity that it sold stays booked.',
      ['order-abandoned', 'webhooks-lost'],
    ],
    [
      'unknown-not-resumed',
      'A purchase whose outcome stayed unknown is never looked at again: paid, and perhaps never ordered.',
      ['order-abandoned', ...LOST],
    ],
    [
      'repeat-paid-back-by-route',
      'The route of the shop takes an order that was repeated for a second purchase, and pays the customer back.',
      ['response-lost'],
    ],
  ]),
  ...bugsOf('shop-node-test', 'client', [
    [
      'give-up-is-refusal',
      'In an outage the customer is paid back for an order that exists: the shop gives the Energy away.',
      [...LOST, 'order-abandoned'],
    ],
    [
      'timeout-of-300-ms',
      'At slow hours every order is given up early, and customers wait for the hourly job.',
      ['hung-up-early', 'slow-answer'],
    ],
    [
      '503-is-refusal',
      'Sales are lost that would have succeeded a second later.',
      ['order-abandoned', 'service-unavailable'],
    ],
    [
      '429-is-refusal',
      'At busy hours sales are refused that would have succeeded after the pause.',
      ['order-abandoned', 'rate-limited'],
    ],
    [
      '401-is-refusal',
      'While a key is renewed, a purchase whose first response was lost is paid back although its order exists, and all others are refused.',
      ['unauthorized', 'key-refused', 'order-abandoned', 'response createOrder 401'],
    ],
    [
      '403-is-refusal',
      'After a change of the IP address, every purchase is refused instead of waiting, and orders with a lost response are given away.',
      ['forbidden', 'key-refused', 'order-abandoned', 'response createOrder 403'],
    ],
    [
      'replay-is-refusal',
      'A retry that returns the existing order counts as refused: the customer is paid back and gets the Energy.',
      LOST,
    ],
    [
      'html-throws',
      'A gateway error page stops the purchase half way; the customer has paid, and sees an error.',
      ['gateway-502-after-commit', 'truncated-answer', 'order-abandoned'],
    ],
    [
      'retry-after-ignored',
      'The key stays limited as long as the shop keeps calling; all orders fail in the meantime.',
      ['refusal-ignored', 'rate-limited'],
    ],
    [
      'retry-after-as-ms',
      'Retries come too early and use up the attempts, so orders fail at busy hours.',
      ['refusal-ignored', 'rate-limited'],
    ],
    [
      'refusals-retried',
      'Refused orders use up the rate limit of those that could succeed.',
      ['refusal-ignored'],
    ],
    [
      'duration-misspelled',
      'The service takes its default duration; the day it changes, customers get less than they paid for.',
      ['unknown-field'],
    ],
    [
      'key-in-url',
      'The key is in every access log; whoever reads one can spend the balance.',
      ['key-in-url', 'unknown-field'],
    ],
    [
      'base-price-charged',
      'Customers of a discounted account pay more than the agreed margin, and leave.',
      ['money'],
    ],
    ['money-in-cents', 'Prices lose their third decimal, which the shop pays on every order.', ['money']],
    [
      'id-of-customer',
      'The second purchase of a customer returns the first order: paid, and never delivered.',
      ['external-id-reused', 'place'],
    ],
    [
      'id-cut-off',
      'Purchases with the same beginning share an order: the second is paid and never delivered.',
      ['external-id-reused', 'place'],
    ],
    [
      'id-counted-in-memory',
      'After each restart, new purchases return old orders: paid, and never delivered.',
      ['external-id-reused', 'restarted'],
    ],
    [
      'polls-without-pause',
      'Polling uses up the rate limit, so new orders are refused.',
      ['polled-too-often', 'rate-limited'],
    ],
    [
      'settled-orders-polled',
      'The hourly job queries every order ever made, until the rate limit is reached.',
      ['polled-too-often'],
    ],
    [
      'no-final-slash',
      'Status queries fail or are redirected: no order is ever followed.',
      ['ambiguous-request'],
    ],
    [
      'form-content-type',
      'Orders are refused as soon as a gateway looks at the content type.',
      ['wrong-content-type'],
    ],
  ]),
  ...bugsOf('shop-node-test', 'receiver', [
    [
      'signature-not-checked',
      'Anyone can report an order as failed and refunded, and be paid back.',
      [...FORGED, 'forged-secret', 'forged-body', 'signature-header'],
    ],
    [
      'signature-optional',
      'Whoever leaves out the header can report an order as refunded, and be paid back.',
      [...FORGED, 'signature-header'],
    ],
    [
      'prefix-optional',
      'A signature of another algorithm or of a client that strips its name is accepted; the next algorithm cannot be told apart.',
      ['signature-header', ...FORGED],
    ],
    [
      'signature-compared-from-start',
      'An empty signature is accepted: anyone can report a refund, and be paid back.',
      ['signature-header', ...FORGED],
    ],
    [
      'verified-after-parsing',
      'The day the service writes JSON differently, all webhooks are refused and then lost.',
      RESERIALISED,
    ],
    [
      'body-trimmed',
      'A line feed at the end of the body loses the webhook.',
      ['trailing-newline', ...RESERIALISED],
    ],
    [
      'event-header-trusted',
      'A header that nobody signs can turn a delivered order into a failed one.',
      ['other-headers', 'webhook-altered'],
    ],
    [
      'id-remembered-before-verification',
      'A forged request with the id of an event makes the shop drop the genuine one.',
      ['forged-secret', 'webhook-altered', 'webhook-forged'],
    ],
    [
      'no-deduplication',
      'Each repeated event is entered in the books again.',
      [...REPEATED, 'same-id-other-content'],
    ],
    [
      'duplicates-race',
      'Simultaneous copies of an event are entered in the books several times.',
      ['duplicate-at-once', 'webhook-duplicated'],
    ],
    [
      'events-remembered-in-memory',
      'After each restart, repeated events are entered in the books again.',
      ['restarted', 'duplicate-after-restart'],
    ],
    [
      'deduplicated-by-bytes',
      'A repeat in other bytes is entered in the books again.',
      ['same-id-other-content', 'reserialised', 'webhook-reserialised'],
    ],
    [
      'repeat-answered-with-409',
      'Repeated events are refused until the service gives them up; its alarms point at the shop.',
      [...REPEATED, 'genuine-refused', 'deliveries-given-up'],
    ],
    [
      'order-of-arrival-trusted',
      'A late event sets a completed order back: it stays open, and its transfer is released again.',
      ['reordered', 'webhook-reordered', 'duplicate', 'webhook-late'],
    ],
    [
      'unknown-event-refused',
      'The day the service adds an event, its webhooks are retried for hours and lost.',
      ['unknown-event', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'unknown-event-crashes',
      'The day the service adds an event, each one is a server error and an alarm at night.',
      ['unknown-event', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'only-known-fields',
      'The day the service adds a field, all webhooks are refused and then lost.',
      ['extra-field', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'old-event-refused',
      'After an outage, all events that waited are refused: refunds are missed.',
      ['late', 'genuine-refused', 'webhook-late'],
    ],
    [
      'unknown-order-404',
      'Events that overtake the response to the order are refused: the shop learns late that the Energy is there.',
      ['genuine', 'genuine-refused', 'webhook-before-response', 'unknown-order'],
    ],
    [
      'one-slot-for-all-orders',
      'Under load, one order gets the status of another: the wrong customer is paid back.',
      ['parallel-orders', 'duplicate-at-once', 'webhook-duplicated'],
    ],
    [
      'slow-answer',
      'The service takes slow answers for failures and sends everything again, which makes the shop slower.',
      ['answer-time'],
    ],
    [
      'redirects-without-slash',
      'The service follows no redirects: every webhook is lost.',
      ['genuine', 'genuine-refused', 'deliveries-given-up'],
    ],
    [
      'get-acts',
      'A link that is opened again acts as a webhook: the event counts without the service.',
      ['other-methods'],
    ],
    [
      'garbage-crashes',
      'One request with broken JSON ends the process, and with it all webhooks.',
      ['garbage', 'webhook-forged'],
    ],
  ]),
  ...bugsOf('shop-node-test', 'business', [
    [
      'refund-credited-per-delivery',
      'A refund whose webhook is repeated is paid to the customer twice.',
      ['duplicate', 'webhook-duplicated', 'webhook-replayed'],
    ],
    [
      'review-is-final',
      'An order that leaves review stays in review for the shop: its customer waits forever.',
      ['review-then-delivered', 'order-abandoned'],
    ],
  ]),
  ...bugsOf('python-shop', 'client', [
    ['py-uuid-in-retry-loop', 'Each lost response buys the Energy a second time.', PAID_TWICE],
    [
      'py-customer-is-the-id',
      'The second purchase of a customer returns the first order: paid, and never delivered.',
      ['external-id-reused', 'place'],
    ],
    [
      'py-orders-not-retried',
      'An order that meets a short outage waits for the hourly job; the customer goes elsewhere.',
      ['order-abandoned', 'service-unavailable', 'rate-limited'],
    ],
    [
      'py-give-up-is-refusal',
      'In an outage the customer is paid back for an order that exists.',
      [...LOST, 'order-abandoned'],
    ],
    [
      'py-any-error-is-refusal',
      'Customers are paid back for orders whose response was lost, which are delivered.',
      ['order-abandoned', 'reset-before-commit', ...LOST],
    ],
    [
      'py-http-error-is-refusal',
      'A gateway error after the order was made pays the customer back, and the order is delivered.',
      ['order-abandoned', 'gateway-502-after-commit', 'service-unavailable', 'rate-limited'],
    ],
    [
      'py-denied-is-refusal',
      'While a key is renewed, purchases are refused, and orders with a lost response are given away.',
      ['unauthorized', 'forbidden', 'key-refused', 'order-abandoned'],
    ],
    [
      'py-fixed-pause',
      'The key stays limited as long as the shop keeps calling; all orders fail in the meantime.',
      ['refusal-ignored', 'rate-limited'],
    ],
    [
      'py-404-is-gone',
      'An accepted order that is not visible yet is paid back, and delivered.',
      ['not-found-after-accept', 'paid-twice'],
    ],
    [
      'py-unknown-is-forgotten',
      'A purchase whose outcome is unknown is deleted: the customer has paid, and nobody looks for the order.',
      [...LOST, 'order-abandoned'],
    ],
    [
      'py-bulk-422-left-open',
      'When no item is accepted, customers have paid for orders that nobody makes until someone complains.',
      ['refusal-ignored', 'insufficient-balance', 'response createOrdersBulk 422'],
    ],
    [
      'py-bulk-failures-dropped',
      'Customers whose item failed have paid for an order that does not exist.',
      ['refusal-ignored', 'bulk-items-unavailable'],
    ],
    [
      'py-float-money',
      'Balances are not whole sun: a customer who deposited exactly the price is refused.',
      ['money'],
    ],
  ]),
  ...bugsOf('python-shop', 'business', [
    [
      'py-polling-stops',
      'An order that takes long is forgotten when its webhooks are lost.',
      ['order-abandoned', 'webhooks-lost', 'review-then-delivered', 'slow-delivery'],
    ],
    [
      'py-poll-timeout-buys-again',
      'An order that takes longer than the polling is bought a second time.',
      ['paid-twice', 'slow-delivery', 'review-then-delivered'],
    ],
    [
      'py-202-is-delivered',
      'The customer sends the transfer before the Energy is there, and burns TRX.',
      ['transfer-burned', 'slow-delivery', 'delegating-before-response', 'failed-with-refund'],
    ],
    [
      'py-review-is-failure',
      'Customers are paid back for orders in review, and get the Energy as well.',
      ['review-then-delivered'],
    ],
    [
      'py-failed-is-refunded',
      'The shop pays customers back with money that the service never returned.',
      ['failed-without-refund', 'order-abandoned'],
    ],
    [
      'py-failed-is-the-end',
      'A refund that comes later is never noticed: the customer is not paid back.',
      ['order-abandoned', 'failed-with-refund'],
    ],
  ]),
  ...bugsOf('python-shop', 'receiver', [
    [
      'py-signature-optional',
      'Whoever leaves out the header can report an order as refunded, and be paid back.',
      ['signature-header', ...FORGED],
    ],
    [
      'py-verified-after-parsing',
      'The day the service writes JSON differently, all webhooks are refused and then lost.',
      [...RESERIALISED, 'genuine'],
    ],
    [
      'py-event-header-trusted',
      'A header that nobody signs can turn a delivered order into a failed one.',
      ['other-headers', 'webhook-altered'],
    ],
    [
      'py-id-remembered-before-verification',
      'A forged request with the id of an event makes the shop drop the genuine one.',
      ['forged-secret', 'webhook-altered', 'webhook-forged'],
    ],
    [
      'py-repeats-counted',
      'Each repeated event is entered in the books again.',
      [...REPEATED, 'same-id-other-content'],
    ],
    [
      'py-repeat-answered-with-500',
      'Repeated events fail until the service gives them up; its alarms point at the shop.',
      [...REPEATED, 'deliveries-given-up'],
    ],
    [
      'py-order-of-arrival-trusted',
      'A late event sets a completed order back: it stays open forever.',
      ['reordered', 'webhook-reordered', 'duplicate', 'webhook-late'],
    ],
    [
      'py-unknown-event-refused',
      'The day the service adds an event, its webhooks are retried for hours and lost.',
      ['unknown-event', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'py-foreign-orders-refused',
      'Events of orders that a colleague placed with the same account fail until they are given up; its alarms point at the shop.',
      ['unknown-order'],
    ],
    ['py-content-length-only', 'The day a proxy streams bodies, all webhooks are lost.', ['other-headers']],
  ]),
  ...bugsOf('php-receiver', 'receiver', [
    [
      'php-empty-signature-accepted',
      'Whoever leaves out the header can report an order as refunded, and be paid back.',
      ['signature-header', ...FORGED],
    ],
    [
      'php-prefix-optional',
      'A signature without its algorithm is accepted; the next algorithm cannot be told apart.',
      ['signature-header', ...FORGED],
    ],
    [
      'php-verified-after-parsing',
      'The day the service writes JSON differently, all webhooks are refused and then lost.',
      [...RESERIALISED, 'genuine'],
    ],
    [
      'php-event-header-trusted',
      'A header that nobody signs can turn a delivered order into a failed one.',
      ['other-headers', 'webhook-altered'],
    ],
    ['php-get-acts', 'A GET acts as a webhook: proxies and previews repeat events.', ['other-methods']],
    [
      'php-no-lock',
      'Simultaneous events of an order overwrite each other: that its Energy came, or its refund, is lost.',
      ['duplicate-at-once', 'parallel-orders', 'webhook-duplicated'],
    ],
    [
      'php-last-event-remembered',
      'A repeat that comes after another event is entered in the books again.',
      ['duplicate', 'webhook-replayed', 'reordered'],
    ],
    [
      'php-order-of-arrival-trusted',
      'A late event sets a completed order back: it stays open forever.',
      ['reordered', 'webhook-reordered', 'duplicate'],
    ],
    [
      'php-closed-list-of-events',
      'The day the service adds an event, its webhooks are retried for hours and lost.',
      ['unknown-event', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'php-strict-schema',
      'The day the service adds a field, all webhooks are refused and then lost.',
      ['extra-field', 'genuine-refused', 'webhook-unknown-event'],
    ],
    [
      'php-one-file-for-all-orders',
      'Each order overwrites the one before: statuses and refunds go to the wrong sale.',
      ['parallel-orders', 'genuine'],
    ],
    [
      'php-failed-is-refunded',
      'Customers are paid back with money that the service never returned.',
      ['failed-without-refund'],
    ],
  ]),
  ...WALLET_BUGS,
];
