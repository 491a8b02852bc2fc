/**
 * The bugs of the wallet. Most stand for a public report of an integration of another service (see ../reports.mjs). As in
 * ../bugs.mjs, the ids were chosen before the first run.
 */

/** The scenario of that name of the wallet, rather than a built-in one. */
const own = name => `corpus/wallet/scenarios/${name}.yaml`;

const BOUGHT_AGAIN = ['paid-twice', 'order-abandoned'];
const FORGED = ['forged-secret', 'forged-body', 'signature-header', 'forged-accepted', 'webhook-forged'];

/**
 * A day that users have, under scenarios: name of the bug, what it costs, ids that name its cause, the day, its scenarios,
 * and what else the row has: `bug`, the switch if the name is another; `flags` of exec; `isHabit`, if a report of severity
 * info finds it.
 */
const day = (name, costs, expected, on, scenarios = [], more = {}) => ({
  name,
  integration: 'wallet',
  part: 'client',
  costs,
  expected,
  day: on,
  scenarios,
  ...more,
});
const suite = (name, costs, expected, bug = name) => ({
  name,
  integration: 'wallet-suite',
  part: 'client',
  costs,
  expected,
  bug,
});
const receiver = (name, costs, expected, more = {}) => ({
  name,
  integration: 'wallet-receiver',
  part: 'receiver',
  costs,
  expected,
  ...more,
});
/** The same bug under several scenarios: pairs of a suffix of its name and a scenario. */
const each = (bug, costs, expected, on, variants) =>
  variants.map(([suffix, scenario]) => day(`${bug}-${suffix}`, costs, expected, on, [scenario], { bug }));

export const WALLET_BUGS = [
  // An order that is open counts as lost.
  day(
    'armed-after-two-minutes',
    'An order that takes longer than two minutes is forgotten, and the next press buys the same again.',
    ['paid-twice'],
    'transfer',
    ['slow-delivery'],
  ),
  ...each(
    'note-not-stored',
    'What is under way is forgotten when the app is closed, and bought again.',
    ['paid-twice'],
    'restarted',
    [
      ['slow', 'slow-delivery'],
      ['review', 'review'],
    ],
  ),
  ...[120, 290, 310].map(seconds =>
    day(
      `lost-after-${seconds}-s`,
      `An order that takes longer than ${seconds} s is bought again; both are delivered.`,
      ['paid-twice'],
      'transfer',
      ['slow-delivery'],
    ),
  ),
  day(
    'expired-by-phone-clock',
    'A phone whose clock is an hour ahead takes open orders for expired, and buys them again.',
    ['paid-twice'],
    'restarted',
    ['slow-delivery'],
  ),
  day(
    'late-price-arms-button',
    'A price that arrives after the purchase offers the button again: a second press buys twice.',
    ['paid-twice'],
    'impatient',
    ['slow-delivery'],
  ),
  day(
    'review-is-lost',
    'An order in review is bought again, and both are delivered.',
    ['paid-twice'],
    'transfer',
    ['review-then-delivered'],
  ),
  ...each(
    'status-error-is-lost',
    'One failed status request, and the order is bought again; both are delivered.',
    ['paid-twice'],
    'transfer',
    [
      ['503', own('status-503')],
      ['500', own('status-500')],
      ['404', own('status-404')],
    ],
  ),
  ...each(
    'failed-is-lost',
    'A failed order is bought again before its price is back, which may never come.',
    ['paid-twice'],
    'hasty',
    [
      ['refunded-later', 'failed-with-refund'],
      ['never-refunded', 'failed-without-refund'],
    ],
  ),

  // A response without the order counts as a failure.
  day(
    'gateway-error-is-failure',
    'Each gateway error after the order was made buys it once more.',
    BOUGHT_AGAIN,
    'transfer',
    ['gateway-502-after-commit'],
  ),
  day('key-per-attempt', 'Each lost response buys the same once more.', BOUGHT_AGAIN, 'transfer', [
    'response-lost',
  ]),
  day(
    'key-per-attempt-with-receiver',
    'The same; a receiver acknowledges the webhooks of all orders.',
    BOUGHT_AGAIN,
    'with-receiver',
    ['gateway-502-after-commit'],
    { bug: 'key-per-attempt' },
  ),
  day(
    'key-per-attempt-at-once',
    'The same, and the attempts follow each other within a second.',
    BOUGHT_AGAIN,
    'with-receiver-and-real-pauses',
    ['gateway-502-after-commit'],
    { bug: 'key-per-attempt' },
  ),
  ...each(
    'empty-202-is-failure',
    'A response that lacks the order it made is taken for a failure, and the order is made again.',
    BOUGHT_AGAIN,
    'transfer',
    [
      ['empty-body', own('order-without-body')],
      ['empty-object', own('order-empty-object')],
      ['no-data', own('order-without-data')],
    ],
  ),
  day(
    'minute-in-key',
    'The key contains the minute, so a repeat in the next minute buys again.',
    BOUGHT_AGAIN,
    'transfer',
    [own('five-responses-lost')],
  ),
  day(
    'hash-of-request-is-key',
    'The key is a hash of everything that is sent, also of what differs from attempt to attempt.',
    BOUGHT_AGAIN,
    'transfer',
    [own('two-responses-lost')],
  ),
  day(
    'singles-after-lost-list',
    'A list whose response is lost is ordered again, one by one under new keys.',
    BOUGHT_AGAIN,
    'list',
    [own('list-lost')],
  ),
  day(
    'list-again-after-207',
    'After a partial failure, the whole list is sent under new keys: what was accepted is paid twice.',
    ['paid-twice', 'refusal-ignored'],
    'payroll',
    ['bulk-partial'],
  ),
  day('two-clicks-two-orders', 'Two fast clicks buy twice.', ['paid-twice'], 'double-click'),
  day(
    'no-key-sent',
    'Orders have no key: one whose response is lost cannot be repeated, and is bought again.',
    ['order-without-external-id'],
    'transfer',
  ),

  // A key stands for several purchases.
  day(
    'customer-is-the-key',
    'The second purchase of a customer returns the first order: paid, and never delivered.',
    ['external-id-reused'],
    'weekly',
  ),
  day(
    'day-is-the-key',
    'The second purchase of a day returns the first order: paid, and never delivered.',
    ['external-id-reused'],
    'twice-a-day',
  ),
  day(
    'changed-under-old-key',
    'The customer changes the amount and gets the old order.',
    ['external-id-reused'],
    'changed',
    [own('order-unknown')],
  ),
  day(
    'key-of-last-purchase',
    'The first of a list has the key of the purchase before, and is never made.',
    ['external-id-reused'],
    'list',
  ),
  day(
    'failed-order-repeated',
    'A failed order is tried again under its key for ever; the customer gets nothing.',
    ['external-id-reused'],
    'transfer',
    ['failed-with-refund'],
  ),

  // A refusal, or an end, is not read.
  day(
    'refusal-is-acceptance',
    'A refused order is shown as placed, and the customer waits for it.',
    ['refusal-ignored'],
    'wrong-duration',
  ),
  day(
    'denied-again-and-again',
    'A key that was refused is tried on and on, so that its owner may be locked out.',
    ['refusal-ignored'],
    'expired',
    [own('key-expired')],
  ),
  day(
    '429-at-once',
    'The key stays limited as long as the wallet keeps calling; orders fail meanwhile.',
    ['refusal-ignored'],
    'watched',
    [],
    { flags: ['--rate-limit', '10'] },
  ),
  day('failed-is-written-off', 'A refund that comes later is never noticed.', ['order-abandoned'], 'once', [
    'refund-late',
  ]),
  day(
    'gives-up-and-forgets',
    'In an outage, purchases are dropped that would have succeeded a minute later.',
    ['order-abandoned'],
    'transfer',
    [own('down-for-a-while')],
  ),
  day(
    'calls-guessed',
    'The customer cancels an order, which is delivered and paid all the same.',
    ['unknown-path'],
    'canceled',
  ),
  day(
    'parameter-twice',
    'Which of two values counts is not defined: the price may be that of another duration.',
    ['ambiguous-request'],
    'transfer',
  ),
  day(
    'failed-event-never-stored',
    'Each event of a failed order is refused, so its customer is never paid back.',
    ['deliveries-given-up'],
    'with-receiver',
    ['failed-with-refund'],
    { bug: 'failed-event-refused' },
  ),

  day(
    'key-in-query',
    'The key is in every access log; whoever reads one can spend the balance.',
    ['key-in-url'],
    'transfer',
  ),

  // The chain.
  day(
    'transfer-at-202',
    'The transfer is sent once the order is accepted, before its Energy is there, and burns TRX.',
    ['transfer-burned'],
    'payout',
  ),
  day(
    'confirmed-after-rental',
    'The user confirms the transfer when the rental has ended: the rental and the burned TRX are both paid.',
    ['transfer-burned'],
    'payout',
  ),
  day(
    'one-rental-for-all',
    'What was rented for one transfer is to do for two: the second burns TRX.',
    ['transfer-burned'],
    'two-payouts',
  ),
  day(
    'broadcast-is-success',
    'A payout is shown as paid that failed in its block, with a fee limit of the old price of Energy.',
    ['broadcast-is-not-success'],
    'payout',
    ['energy-price-doubles'],
  ),

  // Habits.
  day(
    'price-per-redraw',
    'The price is asked for whenever the screen is drawn, which uses up the rate limit.',
    ['polled-too-often'],
    'redrawn',
    [],
    { isHabit: true },
  ),
  day(
    'balance-per-redraw',
    'Balance and price are asked for whenever the screen is drawn, which uses up the rate limit.',
    ['polled-too-often'],
    'redrawn',
    [],
    { isHabit: true },
  ),
  day(
    'delegated-is-the-only-end',
    'An order that was delivered while the app was closed is asked for every minute.',
    ['polled-too-often'],
    'away',
    [],
    { isHabit: true },
  ),
  day(
    'price-not-asked-again',
    'The customer sees one price and pays another.',
    ['charged-above-quote'],
    'considered',
    [own('price-doubles')],
    { isHabit: true },
  ),

  // The tests of the team find none of these: they assert deliveries only.
  suite(
    'suite-armed-after-two-minutes',
    'An order that takes longer than two minutes is forgotten, and the next press buys the same again.',
    ['delivery-stalls', 'slow-delivery', 'review-for-days', 'paid-twice'],
    'armed-after-two-minutes',
  ),
  suite(
    'suite-note-not-stored',
    'What is under way is forgotten when the app is closed, and bought again.',
    ['review-then-delivered', 'review-for-days', 'delivery-stalls', 'slow-delivery', 'paid-twice'],
    'note-not-stored',
  ),
  suite(
    'suite-status-error-is-lost',
    'One failed status request, and the order is bought again; both are delivered.',
    ['not-found-after-accept', 'truncated-answer', 'service-unavailable', 'rate-limited', 'paid-twice'],
    'status-error-is-lost',
  ),
  suite('reset-is-failure', 'Each reset connection buys the same once more.', [
    'response-lost',
    'response-lost-for-good',
    'paid-twice',
  ]),
  suite(
    'suite-gateway-error-is-failure',
    'Each gateway error after the order was made buys it once more.',
    ['gateway-502-after-commit', 'paid-twice'],
    'gateway-error-is-failure',
  ),
  suite(
    'broken-json-is-failure',
    'A response that breaks off is taken for a failure: the order is made again.',
    ['truncated-answer', 'paid-twice'],
  ),
  suite('reset-is-acceptance', 'An order that never arrived is shown as placed, and never made.', [
    'reset-before-commit',
    'reset-four-times',
    'order-abandoned',
  ]),
  suite('401-buys-anew', 'An order whose response was lost is bought again after the next login.', [
    'lost-then-unauthorized',
    'paid-twice',
  ]),
  suite('403-buys-anew', 'An order whose response was lost is bought again once the address is allowed.', [
    'lost-then-forbidden',
    'paid-twice',
  ]),
  suite(
    'denied-at-first-is-refusal',
    'While a key is renewed, purchases are dropped that need a new login only.',
    ['unauthorized', 'forbidden'],
  ),
  suite(
    'suite-gives-up-and-forgets',
    'In an outage, purchases are dropped that would have succeeded a minute later.',
    ['reset-four-times', 'order-abandoned', 'service-unavailable'],
    'gives-up-and-forgets',
  ),
  suite(
    'status-trusted-over-webhook',
    'A status that lags behind the webhook counts, and the order is bought again.',
    ['status-lags', 'paid-twice'],
  ),
  suite(
    'only-processing-is-accepted',
    'A repeat whose order is further than processing is taken for a failure, and the order is bought again.',
    ['delegating-before-response', 'lost-then-unauthorized', 'lost-then-forbidden', 'paid-twice'],
  ),
  suite('waits-for-webhooks', 'A customer whose webhook is lost waits for Energy that is there.', [
    'webhooks-lost',
    'webhook-late',
  ]),
  suite('parts-race', 'Two copies of an event at once buy the next rental twice.', ['webhook-duplicated']),
  suite(
    'last-event-remembered',
    'An event that comes again after another one buys the next rental once more.',
    ['webhook-replayed'],
  ),
  suite('replaced-per-event', 'Each copy of the event of a failed order buys its replacement once more.', [
    'refund-delivered-twice',
  ]),
  suite('refund-assumed', 'The books show money as returned that the service has kept.', [
    'failed-without-refund',
  ]),
  suite('refund-not-booked', 'The books show money as spent that the service has returned.', [
    'failed-with-refund',
  ]),
  suite('refusal-booked', 'The books show orders as paid that were refused.', ['insufficient-balance']),
  suite(
    'failed-items-taken-for-paid',
    'An item that a busy service refused is shown as placed, and never made.',
    ['bulk-items-unavailable', 'order-abandoned'],
  ),
  suite('busy-is-refusal', 'At busy hours sales are refused that would have succeeded a moment later.', [
    'service-unavailable',
    'order-abandoned',
  ]),
  suite(
    'logged-out-is-refusal',
    'While a session is renewed, purchases are dropped that need a new login only.',
    ['unauthorized', 'order-abandoned'],
  ),
  suite(
    'not-allowed-is-refusal',
    'After a change of the IP address, purchases are dropped that the operator could allow.',
    ['forbidden', 'order-abandoned'],
  ),
  suite(
    'review-is-lost-after-minutes',
    'An order that stays in review for five minutes is bought again; both are delivered.',
    ['review-for-days', 'paid-twice'],
  ),
  suite(
    'stuck-after-15-s',
    'An order that is delegated slowly ends on the screen of the support, although its Energy comes.',
    ['slow-delivery', 'delivery-stalls'],
  ),
  suite(
    'suite-signature-checked-if-present',
    'Whoever leaves out the header can report an order as refunded, and be paid back.',
    ['webhook-unsigned', 'signature-header', 'forged-accepted'],
    'signature-checked-if-present',
  ),
  suite(
    'suite-signatures-remembered',
    'A signature that was valid once is valid for any body: whoever sees one can report a refund.',
    ['webhook-forged', 'forged-body', 'forged-accepted'],
    'signatures-remembered',
  ),
  suite('status-of-header', 'A header that nobody signs can turn a completed rental into a failed one.', [
    'webhook-altered',
    'other-headers',
  ]),
  suite(
    'suite-signature-of-parsed-body',
    'The day the service writes JSON differently, all webhooks are refused and then lost.',
    ['webhook-reserialised', 'reserialised', 'trailing-newline', 'genuine-refused'],
    'signature-of-parsed-body',
  ),
  suite(
    'suite-new-kind-refused',
    'The day the service adds an event, its webhooks are retried for hours and lost.',
    ['webhook-unknown-event', 'unknown-event', 'genuine-refused'],
    'new-kind-refused',
  ),
  suite(
    'older-event-refused',
    'Events that arrive in another order are refused as impossible until they are given up.',
    ['webhook-reordered', 'reordered', 'genuine-refused'],
  ),
  suite(
    'unknown-order-refused',
    'Events that overtake the response to the order are refused: the wallet learns late that the Energy is there.',
    ['webhook-before-response', 'unknown-order', 'genuine-refused'],
  ),
  suite(
    'refused-after-20-s',
    'An event that waited for half a minute is refused as a replay: refunds are missed.',
    ['webhook-late', 'late', 'genuine-refused'],
  ),
  suite(
    'no-energy-is-lag',
    'No Energy on the chain is taken for a node that is behind: the transfer burns TRX when the Energy is late.',
    ['energy-late'],
  ),
  suite(
    'any-energy-is-enough',
    'The transfer is sent as soon as there is some Energy, and burns TRX for what is missing.',
    ['energy-short'],
  ),
  suite(
    'sent-with-next-batch',
    'The transfer waits for the next batch, and the Energy that it was to use is gone.',
    ['reclaimed-early'],
  ),
  suite(
    'transfer-made-again',
    'A transfer whose receipt takes 20 seconds is made again: its recipient is paid twice.',
    ['node-lagging'],
  ),
  suite(
    'fee-limit-fixed',
    'The fee limit has the old price of Energy: transfers fail, out of Energy, although enough was rented.',
    ['energy-price-doubles', 'broadcast-is-not-success'],
  ),
  suite(
    'suite-broadcast-is-success',
    'A payout is shown as paid that never came into a block.',
    ['broadcast-lost', 'broadcast-is-not-success'],
    'broadcast-is-success',
  ),
  suite(
    'node-down-is-no-energy',
    'A node that is down counts as a failed delivery: Energy is rented again, although it is there.',
    ['node-down'],
  ),
  suite(
    'node-late-is-no-energy',
    'A node that does not answer counts as a failed delivery: Energy is rented again, although it is there.',
    ['node-hangs'],
  ),
  suite(
    'node-busy-is-no-energy',
    'A node that answers 429 counts as a failed delivery: Energy is rented again, although it is there.',
    ['node-limited'],
  ),
  suite(
    'orders-in-memory',
    'A receiver that crashes forgets what it has acknowledged: a customer waits for Energy that was delivered.',
    ['receiver-restarted', 'restarted'],
  ),
  suite('ids-in-memory', 'After each deployment, an event that is repeated counts as another delivery.', [
    'duplicate-after-restart',
    'restarted',
  ]),
  suite(
    'refunds-noted-in-memory',
    'After each deployment, a refund whose webhook is repeated is paid to the customer once more.',
    ['refund-after-restart', 'restarted'],
  ),

  // Receivers.
  receiver(
    'length-in-characters',
    'One byte above 0x7F in a header that anyone can send ends the process, and with it all webhooks.',
    ['signature-header', 'other-headers'],
  ),
  receiver('old-secret-empty', 'Anyone can sign with an empty key, report a refund and be paid back.', [
    'forged-secret',
  ]),
  receiver('first-digits-compared', 'The first digits of a signature are enough, which can be guessed.', [
    'signature-header',
    'forged-body',
  ]),
  receiver(
    'secret-not-configured',
    'Without a secret, every event counts: anyone can report a refund.',
    FORGED,
    {
      day: 'with-receiver',
      scenarios: ['webhook-forged'],
    },
  ),
  receiver('id-header-trusted', 'A header that nobody signs makes events count as repeats, and be lost.', [
    'other-headers',
    'webhook-altered',
  ]),
  receiver('key-trimmed', 'An order that somebody placed by hand, without a key, ends the process.', [
    'null-or-large',
  ]),
  receiver('order-id-of-32-bits', 'One day the ids of orders are too large, and all webhooks are lost.', [
    'null-or-large',
  ]),
  receiver('paid-back-twice', 'Customers of failed orders get back twice what they paid.', ['money']),
  receiver(
    'marked-before-stored',
    'An event that meets a busy database is never applied: its repeat counts as known.',
    ['failed-with-refund', 'genuine'],
  ),
  receiver(
    'failed-event-refused',
    'Each event of a failed order is refused, so its customer is never paid back.',
    ['genuine', 'failed-with-refund'],
  ),
  receiver('failed-event-ignored', 'Events of failed orders change nothing: the orders stay open for ever.', [
    'genuine',
    'failed-with-refund',
  ]),
  receiver(
    'newer-by-the-second',
    'Of two changes within one second, the later is ignored: orders stay open.',
    ['same-second'],
  ),
  receiver(
    'refused-after-five-minutes',
    'After an outage, all events that waited are refused as replays: refunds are missed.',
    ['late'],
  ),
  receiver(
    'events-upserted',
    'A contradiction under a known event_id replaces what was stored: a delivered order becomes a failed one.',
    ['same-id-other-content'],
  ),
  receiver(
    'signatures-remembered',
    'A signature that was valid once is valid for any body: whoever sees one can report a refund.',
    ['forged-body'],
  ),
  receiver(
    'signature-of-parsed-body',
    'The day the service writes JSON differently, all webhooks are refused and then lost.',
    ['reserialised', 'trailing-newline'],
  ),
  receiver(
    'id-read-by-pattern',
    'The id of an event is read from the text of the body: the day the service writes JSON differently, webhooks are lost.',
    ['reserialised'],
  ),
  receiver(
    'new-kind-refused',
    'The day the service adds an event, its webhooks are retried for hours and lost.',
    ['unknown-event'],
  ),
  receiver('new-field-refused', 'The day the service adds a field, all webhooks are refused and then lost.', [
    'extra-field',
  ]),
  receiver(
    'customer-told-first',
    'The receiver tells the customer before it answers: the service sends everything again, which makes it slower.',
    ['answer-time'],
  ),
  receiver(
    'key-shared',
    'Under load, an event is stored under the order of another: the wrong customer is paid back.',
    ['parallel-orders'],
  ),
];
