/**
 * Public reports of integrations that paid twice, lost events or were stopped by anyone: where they are, what went wrong in
 * our words, and the bugs of the corpus of the same kind.
 */
export const REPORTS = [
  [
    'qvapay/mobile_app#56',
    'A client of a rental of Energy loses sight of an order that is charged: it is slow or in review, the gateway answers instead of the service, or the note on disk is gone.',
    [
      'armed-after-two-minutes',
      'note-not-stored-slow',
      'note-not-stored-review',
      'gateway-error-is-failure',
      'changed-under-old-key',
      'empty-202-is-failure-empty-body',
      'suite-armed-after-two-minutes',
      'suite-note-not-stored',
      'suite-gateway-error-is-failure',
    ],
  ],
  ['qvapay/mobile_app#55', 'A price that arrives late enables the button again.', ['late-price-arms-button']],
  [
    'LedgerHQ/ledger-live#21731',
    'A read that fails counts as a failed delivery, and the retry pays again.',
    [
      'status-error-is-lost-503',
      'status-error-is-lost-500',
      'suite-status-error-is-lost',
      'node-down-is-no-energy',
      'node-late-is-no-energy',
      'node-busy-is-no-energy',
    ],
  ],
  [
    'vultisig/vultisig-ios#4393',
    'The fee limit is fixed, and too low for what a transfer uses, rented Energy included.',
    ['fee-limit-fixed', 'broadcast-is-success'],
  ],
  [
    'gemwalletcom/gem-android#244',
    'With rented Energy, a transfer runs out of Energy until the full fee is offered.',
    ['fee-limit-fixed'],
  ],
  [
    'cake-tech/cake_wallet#2073',
    'A transfer with rented Energy looks successful in the wallet, and has failed on the chain.',
    ['broadcast-is-success'],
  ],
  [
    'tronprotocol/java-tron#4939',
    'A transfer is broadcast successfully, and ends out of Energy.',
    ['broadcast-is-success', 'suite-broadcast-is-success'],
  ],
  [
    'OneKeyHQ/app-monorepo#7625',
    'The response to an order is not checked: a refusal counts as an order.',
    ['refusal-is-acceptance'],
  ],
  [
    'LedgerHQ/ledger-live#20928',
    'The duration comes from a remote configuration, in a unit that nobody checks.',
    ['refusal-is-acceptance'],
  ],
  [
    'square/square-mcp-server#31',
    'An agent is told that each request needs a key of its own.',
    ['key-per-attempt', 'new-id-per-attempt'],
  ],
  [
    'x402-foundation/x402#808',
    'A retry after a timeout pays again.',
    ['key-per-attempt', 'py-uuid-in-retry-loop'],
  ],
  [
    'nansen-ai/nansen-cli#569',
    'A quote can be executed once more after a timeout.',
    ['key-per-attempt-at-once', 'reset-is-failure'],
  ],
  [
    'akash-network/console#3449',
    'Each delivery of a request pays, and each webhook credits again.',
    ['key-per-attempt-with-receiver', 'refund-credited-per-delivery', 'replaced-per-event'],
  ],
  [
    'Adyen/adyen-commercetools#1305',
    'The key is a hash of fields that change between attempts.',
    ['hash-of-request-is-key'],
  ],
  ['tempoxyz/pympp#155', 'The key contains a token that expires.', ['minute-in-key']],
  ['soumen0818/C-Pay#33', 'The key contains the time.', ['minute-in-key']],
  [
    'ProgixDev/incacook-app#36',
    'The key lives as long as a screen; a restart makes another.',
    ['note-not-stored-slow', 'suite-note-not-stored'],
  ],
  ['stripe/stripe-ruby#598', 'A key is kept for the next, different operation.', ['key-of-last-purchase']],
  [
    'stripe/stripe-ruby#503',
    'Other parameters go out under a key that was used.',
    ['changed-under-old-key', 'two-clicks-two-orders'],
  ],
  ['aprin-labs/archimedes#1536', 'No key is sent, and the button is enabled again.', ['no-key-sent']],
  ['mozilla/fxa#4386', 'Fast clicks make several payments.', ['two-clicks-two-orders']],
  ['dancerfly/django-brambling#658', 'Fast clicks make several payments.', ['two-clicks-two-orders']],
  [
    'furthemore/APIS#193',
    'Nothing locks the purchase while a key alone does not help.',
    ['two-clicks-two-orders'],
  ],
  [
    'yaojingang/TokEMS#48',
    'By the local clock an order looks expired, and another payment is started.',
    ['expired-by-phone-clock', 'lost-after-120-s', 'lost-after-290-s', 'lost-after-310-s'],
  ],
  [
    'dimagi/commcare-hq#33509',
    'The key is the customer or the period.',
    ['day-is-the-key', 'customer-is-the-key'],
  ],
  [
    'mollie/mollie-api-php#412',
    'After the webhook, the status still says open.',
    ['status-trusted-over-webhook'],
  ],
  ['mswjs/msw#946', 'A call of a path that does not exist goes unnoticed.', ['calls-guessed']],
  [
    'laravel/cashier-stripe#1201',
    'Two events within a second, ordered by their times.',
    ['newer-by-the-second', 'order-of-arrival-trusted'],
  ],
  [
    'onetimesecret/onetimesecret#3692',
    'The data of an event is applied blindly, however old.',
    ['order-of-arrival-trusted', 'py-order-of-arrival-trusted'],
  ],
  [
    'NEARBuilders/nearmerch.com#209',
    'A late event sets a paid order back.',
    ['order-of-arrival-trusted', 'php-order-of-arrival-trusted'],
  ],
  ['AlexsanderVargas/vendas-bot#80', 'A late event sets a paid order back.', ['order-of-arrival-trusted']],
  [
    'theexperiencecompany/gaia#1241',
    'Two events of an order race between a check and a write.',
    ['duplicates-race', 'php-no-lock', 'parts-race'],
  ],
  [
    'invertase/stripe-firebase-extensions#119',
    'A slow handler writes what it read long before.',
    ['php-no-lock', 'one-slot-for-all-orders'],
  ],
  [
    'AI-Shipping-Labs/website#285',
    'An event is marked as processed before its handler succeeds, so the repeat is skipped.',
    ['marked-before-stored'],
  ],
  ['Ixotic27/The-Leetcode-City#927', 'The same, in another shop.', ['marked-before-stored']],
  [
    'NorthlandPositronics/Cogtrix#125',
    'A repeated event credits twice.',
    ['no-deduplication', 'py-repeats-counted'],
  ],
  [
    'pollinations/pollinations#10621',
    'A check for repeats that reads first and acts later.',
    ['duplicates-race'],
  ],
  [
    'wasp-lang/open-saas#688',
    'A repeated event credits twice.',
    ['no-deduplication', 'last-event-remembered'],
  ],
  [
    'nandinigoyaldev/Open-Source-Contribution-Atelier#2597',
    'A repeat meets a unique index and is answered 500.',
    ['py-repeat-answered-with-500', 'repeat-answered-with-409'],
  ],
  [
    '3scale/porta#3086',
    'Events of payments that the receiver does not know are refused.',
    ['unknown-order-404'],
  ],
  ['btcpayserver/btcpayserver#3146', 'Events of the payments of others are refused.', ['unknown-order-404']],
  [
    'vendurehq/vendure#1878',
    'Only the event of a failure is refused.',
    ['failed-event-refused', 'failed-event-never-stored'],
  ],
  ['nozzlegear/ShopifySharp#919', 'Repeats are recognized by a hash of the body.', ['deduplicated-by-bytes']],
  ['muxinc/mux-node-sdk#83', 'Repeats are recognized by a hash of the body.', ['deduplicated-by-bytes']],
  [
    'paypal/PayPal-node-SDK#414',
    'The signature is verified over JSON that was parsed and written again.',
    ['verified-after-parsing', 'py-verified-after-parsing', 'php-verified-after-parsing'],
  ],
  [
    'coinbase/coinbase-commerce-node#53',
    'A number such as 1.0 does not survive parsing, and its signature fails.',
    ['verified-after-parsing'],
  ],
  [
    'inkbox-ai/inkbox#178',
    'A comparison in constant time throws at another length, and the process ends.',
    ['length-in-characters'],
  ],
  [
    'mercadopago/sdk-nodejs#459',
    'Lengths are compared in characters, not in bytes.',
    ['length-in-characters'],
  ],
  ['stripe/stripe-node#2841', 'An empty secret is accepted.', ['old-secret-empty']],
  ['corsairdev/corsair#830', 'An empty secret is accepted.', ['old-secret-empty']],
  [
    'Adyen/adyen-shopware6#475',
    'Without a configured secret, nothing is verified.',
    ['secret-not-configured', 'signature-not-checked'],
  ],
  ['n8n-io/n8n#25011', 'Without a configured secret, nothing is verified.', ['secret-not-configured']],
  [
    'smartstore/Smartstore#1544',
    'A refund is booked by the call and once more by its webhook.',
    ['paid-back-twice'],
  ],
  [
    'woocommerce/woocommerce-paypal-payments#522',
    'A refund is booked twice.',
    ['paid-back-twice', 'refund-credited-per-delivery'],
  ],
  [
    'Sachinchaurasiya360/InternHack#2955',
    'An event that could not be processed is answered 200. From outside, this looks like an event that changes nothing.',
    ['failed-event-ignored'],
  ],
].map(([report, what, bugs]) => ({ report, what, bugs }));
