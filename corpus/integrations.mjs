import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUGS } from './bugs.mjs';

/* The integrations of the corpus: how their tests and receivers are run, and their sound versions. */

const TYPESCRIPT = ['node', '--import', './corpus/shop/typescript.mjs'];
const SHOP_SERVER = [...TYPESCRIPT, 'corpus/shop/server.ts'];

/** Long delays, for an integration whose tests end before their time limit all the same. */
const SLOW = ['--slow', '--timeout', '300s', '--only', 'slow-answer,slow-delivery,review-then-delivered'];
/** The disturbances after which a call ends differently, and that the sound versions survive. */
const LOST = ['--only', 'response-lost-for-good'];
const UNAVAILABLE = ['--only', 'bulk-items-unavailable'];
const DENIED = 'unauthorized,forbidden,lost-then-unauthorized,lost-then-forbidden';
/** What the chain can do, and a payout is made all the same. */
const CHAIN = 'energy-late,reclaimed-early,node-lagging,energy-price-doubles,broadcast-lost';
/** What leaves a payout open. */
const NODE = 'energy-short,node-down,node-hangs,node-limited';
/** The customers of the shops do not look at the chain, and burn TRX where it differs from what the service says. */
const UNSEEN = ['--skip', `${CHAIN},${NODE}`];
/** A restart of the receiver, at the port that tools.mjs chooses. */
const RESTART = [
  ...['--restart', 'node corpus/wallet/restart.mjs'],
  ...['--only', 'receiver-restarted,duplicate-after-restart,refund-after-restart'],
];
/** How an order can end. The books of the wallet agree with the service in every case. */
const ENDS = 'failed-with-refund,failed-without-refund,insufficient-balance';

/** The flags of node:test, which takes no pattern for what is left out, for all tests of a file but some. */
const othersIn = (file, names) =>
  [...readFileSync(join(import.meta.dirname, '..', file), 'utf8').matchAll(/^test\('(.+)',/gm)]
    .map(([, name]) => name)
    .filter(name => !names.includes(name))
    .map(name => `--test-name-pattern=^${name}$`);

/** A pattern for the names of all tests but some. */
const allBut = names => `^(?!.*(?:${names.map(name => name.replace(/[^\w ]/g, '.')).join('|')}))`;

/**
 * How each integration's tests are run, and its receiver; `flags` are those of exec. `explore` has the flags of each
 * exploration; `skips` are the tests that the sound version does not pass in it, or `suite` is another suite. `without`
 * runs the suite without some tests.
 */
export const INTEGRATIONS = {
  'shop-vitest': {
    suite: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--root', 'corpus/shop-vitest'],
    without: (suite, names) => [...suite, '-t', allBut(names)],
    receiver: () => SHOP_SERVER,
    places: true,
    // One test scripts a response in which some orders of a bulk request are refused, and expects to receive it.
    explore: [
      { flags: UNSEEN },
      { flags: SLOW },
      { flags: LOST, skips: ['may partly be refused'] },
      { flags: UNAVAILABLE },
    ],
  },
  'shop-node-test': {
    suite: [...TYPESCRIPT, '--test', 'corpus/shop-node-test/shop.test.ts'],
    without: (suite, names) => suite.toSpliced(-1, 0, ...othersIn(suite.at(-1), names)),
    receiver: () => SHOP_SERVER,
    places: true,
    // Its tests expect each webhook in time.
    explore: [{ flags: ['--skip', 'timing'] }, { flags: LOST }, { flags: UNAVAILABLE }],
  },
  'python-shop': {
    suite: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'corpus/python-shop'],
    without: (suite, names) => [...suite, '-k', `not (${names.join(' or ')})`],
    receiver: () => ['python3', 'corpus/python-shop/receiver.py'],
    places: true,
    // As above.
    explore: [
      { flags: UNSEEN },
      { flags: LOST, skips: ['test_a_part_of_a_batch_may_be_refused'] },
      { flags: UNAVAILABLE },
    ],
  },
  'php-receiver': {
    suite: ['php', 'corpus/php-receiver/test.php'],
    receiver: port => ['php', '-q', '-S', `127.0.0.1:${port}`, 'corpus/php-receiver/receiver.php'],
    explore: [{ flags: ['--skip', 'timing'] }],
  },
  wallet: {
    suite: ({ day }) => ['node', 'corpus/wallet/days.mjs', day],
    flags: ({ scenarios, flags = [] }) => [
      ...['--clock', 'manual', ...flags],
      ...scenarios.flatMap(scenario => ['--scenario', scenario]),
    ],
    hasTests: false,
    explore: [],
  },
  'wallet-suite': {
    suite: ['node', '--test', 'corpus/wallet/wallet.test.mjs'],
    explore: [
      { flags: ['--include', `${DENIED},reset-four-times,bulk-items-unavailable`] },
      { flags: ['--only', ENDS], suite: ['node', '--test', 'corpus/wallet/books.test.mjs'] },
      { flags: ['--only', CHAIN], suite: ['node', '--test', 'corpus/wallet/payer.test.mjs'] },
      { flags: ['--only', NODE], suite: ['node', '--test', 'corpus/wallet/open-payouts.test.mjs'] },
      { flags: RESTART, suite: ['node', '--test', 'corpus/wallet/restarted.test.mjs'] },
    ],
  },
  'wallet-receiver': {
    suite: ({ day }) => day && ['node', 'corpus/wallet/days.mjs', day],
    flags: ({ scenarios }) => ['--clock', 'manual', ...scenarios.flatMap(name => ['--scenario', name])],
    hasTests: false,
    receiver: () => ['node', 'corpus/wallet/server.mjs'],
    explore: [],
  },
};

/** What the days of the wallet run besides those of its bugs: days, scenarios and flags on which nothing may be said. */
const QUIET_DAYS = [
  ...[
    'happy-path',
    'response-lost',
    'slow-delivery',
    'service-unavailable',
    'rate-limited',
    'truncated-answer',
  ].map(scenario => ['weekly', [scenario]]),
  ...['gateway-502-after-commit', 'not-found-after-accept', 'stuck-processing', 'webhook-duplicated'].map(
    scenario => ['two-parts', [scenario]],
  ),
  ['two-customers', []],
  ['two-rentals', []],
  ['topped-up', [], ['--balance', '1']],
  ['three-customers', ['corpus/wallet/scenarios/key-expired.yaml']],
  ['with-receiver', ['webhook-forged']],
  ['with-receiver', ['webhook-reordered']],
];

const wallet = { name: '', integration: 'wallet', part: 'sound' };
const ofBugs = BUGS.filter(({ integration }) => integration === 'wallet').map(
  ({ day, scenarios, flags = [] }) => ({ ...wallet, day, scenarios, flags }),
);
const quiet = QUIET_DAYS.map(([day, scenarios, flags = []]) => ({ ...wallet, day, scenarios, flags }));

/** The key of a bug, or of the sound version, in the results. */
export const keyOf = ({ name, integration, ...row }) =>
  name || (integration === 'wallet' ? `sound ${integration} ${dayOf(row)}` : `sound ${integration}`);

/** A day of the wallet, in words. */
export const dayOf = ({ day, scenarios = [], flags = [] }) =>
  [day, ...scenarios.map(path => path.replace(/^.*\/|\.yaml$/g, '')), ...flags].join(' ');

/** The sound version of each integration, measured like a bug; of the wallet, on each of its days. */
export const SOUND = [
  ...Object.keys(INTEGRATIONS)
    .filter(integration => integration !== 'wallet')
    .map(integration => ({ name: '', integration, part: 'sound' })),
  ...new Map([...ofBugs, ...quiet].map(one => [keyOf(one), one])).values(),
];
