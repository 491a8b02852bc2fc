import { describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '../../../src/core/domain/order.ts';
import { totalsText } from '../../../src/judge/report/text.ts';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../../src/lab/explore/disturbance.ts';
import { explore, type Trial } from '../../../src/lab/explore/explore.ts';
import { reportOf, scenarioFile } from '../../../src/lab/explore/explore-report.ts';
import type { ScenarioContent } from '../../../src/lab/explore/render-scenario.ts';
import { describePoint } from '../../../src/lab/explore/strike-points.ts';
import { ExplorationEnded, type RunSuite, type SuiteRun } from '../../../src/lab/explore/suite-run.ts';
import { account, event, failing, made, matchesOf, passing } from './fake-suite.ts';
import { readScenarioText } from './read-scenario-text.ts';

const ALL = disturbancesWith(SHORT);
const only = (...ids: string[]): Disturbance[] => ALL.filter(({ id }) => ids.includes(id));
const OPTIONS = { budget: 60, jobs: 1 };

const SHOPS = ['one', 'two', 'three'].map(label =>
  account(label, [made(`${label}-1`), made(`${label}-2`), made(`${label}-3`), made(`${label}-4`)]),
);

/** Whether the rules strike the order of an account: as the conditions of a scenario decide. */
const strikes = (scenario: ScenarioContent | null, label: string, externalId: string): boolean =>
  matchesOf(scenario).some(
    match =>
      (match.account ?? label) === label &&
      (match.external_id ?? externalId) === externalId &&
      match.operation === 'createOrder',
  );

const single = ({ trials }: { readonly trials: readonly Trial[] }): Trial => trials[0]!;

describe('an exploration', () => {
  test('reduces a failure to the one order that causes it', async () => {
    const run: RunSuite = async scenario =>
      strikes(scenario, 'two', 'two-3') ? failing(SHOPS) : passing(SHOPS);
    const found = await explore(run, only('response-lost'), OPTIONS);
    expect(single(found)).toMatchObject({ verdict: 'broke', note: '', break: { failed: 2, of: 2 } });
    expect(matchesOf(single(found).break!.scenario)).toEqual([
      { operation: 'createOrder', account: 'two', external_id: 'two-3' },
    ]);
    expect(found.runs).toBeLessThanOrEqual(20);
  });

  test('keeps all that is needed: without any one of the points, the suite passes', async () => {
    const run: RunSuite = async scenario =>
      strikes(scenario, 'one', 'one-2') && strikes(scenario, 'three', 'three-4')
        ? failing(SHOPS)
        : passing(SHOPS);
    const { break: found } = single(await explore(run, only('response-lost'), OPTIONS));
    expect(matchesOf(found!.scenario).map(match => match.external_id)).toEqual(['one-2', 'three-4']);
  });

  test('identifies orders with random ids by their number', async () => {
    let runs = 0;
    const run: RunSuite = async scenario => {
      runs += 1;
      const accounts = [account('demo', [made(`random-${runs}-a`), made(`random-${runs}-b`)])];
      return matchesOf(scenario).some(({ nth }) => nth === 2) ? failing(accounts) : passing(accounts);
    };
    const { break: found } = single(await explore(run, only('response-lost'), OPTIONS));
    expect(matchesOf(found!.scenario)).toEqual([{ operation: 'createOrder', nth: 2 }]);
  });

  test('reports a disturbance that has nowhere to strike as not met, without running the suite for it', async () => {
    const found = await explore(async () => passing(SHOPS), only('webhook-duplicated'), OPTIONS);
    expect(single(found)).toMatchObject({ verdict: 'not-met', runs: 0 });
    expect(found.runs).toBe(2);
  });

  test('believes a failure only once it occurs again, and otherwise says that the suite is flaky', async () => {
    let runs = 0;
    const run: RunSuite = async () => (++runs === 3 ? failing(SHOPS) : passing(SHOPS));
    const found = await explore(run, only('response-lost', 'rate-limited'), OPTIONS);
    expect(single(found)).toMatchObject({ verdict: 'survived', note: 'failed in 1 of 3 runs: flaky' });
    const report = reportOf(found, () => ({ file: 'explore/x.yaml', command: 'x' }));
    expect(report.blocks.join('\n')).toContain(
      'The suite is flaky: under response-lost, runs of the same scenario',
    );
    expect(report.results).toEqual([]);
  });

  test('reports what broke with how often it failed, how to fix it and how to see it again', async () => {
    const run: RunSuite = async scenario => (scenario ? failing(SHOPS, ['not ok 1']) : passing(SHOPS));
    const found = await explore(run, only('response-lost'), OPTIONS);
    const report = reportOf(found, () => ({ file: 'explore/x.yaml', command: 'exec --disturbance x' }));
    expect(report.title).toMatch(/^Explored the suite in \d+ runs: 1 broke, 0 survived, 0 not met$/);
    const text = report.blocks.join('\n');
    expect(text).toContain('result:     exit code 1, in 2 of 2 runs; undisturbed runs in between passed\n');
    expect(text).toContain('fix:        Repeat an order whose outcome is unknown');
    expect(text).toContain('reproduce:  exec --disturbance x\n');
    expect(text).toContain('    not ok 1');
    expect(text).not.toContain('flaky');
    const file = scenarioFile(single(found), 'npm test');
    expect(file.replaceAll('\n# ', ' ')).toContain('Then `npm test` fails with exit code 1');
    expect(readScenarioText(file)).toMatchObject({ name: 'response-lost' });
  });

  describe('blames a disturbance only beside undisturbed runs', () => {
    /** A suite that fails under every disturbance. @param undisturbed what its runs without one are like, in order */
    const suite = (undisturbed: readonly Partial<SuiteRun>[]) => {
      const made: string[] = [];
      const run: RunSuite = async scenario => {
        made.push(scenario?.name ?? 'undisturbed');
        if (scenario) return failing([account('demo', [made1])]);
        const index = made.filter(name => name === 'undisturbed').length - 1;
        return { ...passing([account('demo', [made1])]), ...undisturbed[index] };
      };
      return { made, run };
    };
    const made1 = made('a');

    test('that alternate with the disturbed ones, two of each', async () => {
      const { run, made: order } = suite([]);
      const found = await explore(run, only('response-lost', 'reset-before-commit'), OPTIONS);
      expect(found.trials.map(({ verdict }) => verdict)).toEqual(['broke', 'broke']);
      expect(order).toEqual([
        'undisturbed',
        'undisturbed',
        'response-lost',
        'reset-before-commit',
        'undisturbed',
        'response-lost',
        'undisturbed',
        'reset-before-commit',
        'undisturbed',
      ]);
    });

    test('and judges nothing while they fail', async () => {
      for (const first of [2, 3]) {
        const { run } = suite(
          Array.from({ length: 20 }, (_, index) => (index < first ? {} : { exitCode: 1 })),
        );
        const found = await explore(run, only('response-lost', 'webhook-duplicated'), OPTIONS);
        const note = 'the command failed without a disturbance as well: exit code 1';
        expect(single(found)).toMatchObject({ verdict: 'not-judged', note, break: null });
        const report = reportOf(found, () => ({ file: 'x.yaml', command: 'x' }));
        expect(report.title).toContain('0 broke, 0 survived, 1 not judged, 1 not met');
        expect(report.results).toEqual([]);
        expect(totalsText(report)).toBe('0 errors, 0 warnings, 0 passed, 1 not met, 1 not judged');
      }
    });

    test.each([
      ['failed once', { exitCode: 1 }],
      ['was slow once', { durationMs: 1_100 }],
    ])('and judges a disturbance again at the end, alone, if one of them %s', async (_, third) => {
      for (const first of [2, 3]) {
        const { run } = suite([...Array.from({ length: first }, () => ({})), third]);
        const found = await explore(run, only('response-lost'), OPTIONS);
        expect(single(found)).toMatchObject({ verdict: 'broke', break: { failed: 2, of: 2 } });
      }
    });

    test('and compares with their neighbours on a machine that stays slow', async () => {
      const { run } = suite([{}, {}, ...Array.from({ length: 20 }, () => ({ durationMs: 5_000 }))]);
      const found = await explore(run, only('response-lost', 'reset-before-commit'), OPTIONS);
      expect(found.trials.map(({ verdict }) => verdict)).toEqual(['broke', 'broke']);
    });

    test('and gives up a disturbance as too slow only once the budget is used up', async () => {
      const { run } = suite(
        Array.from({ length: 60 }, (_, index) => ({ durationMs: index < 2 ? 1 : 4_000 ** index })),
      );
      const found = await explore(run, only('response-lost'), { budget: 20, jobs: 1 });
      expect(found).toMatchObject({ runs: 20, endedBy: 'budget' });
      expect(single(found).note).toMatch(/^the machine is too slow to judge/);
    });

    test('that come after failures only', async () => {
      const shops = [account('demo', [made1])];
      const found = await explore(async () => passing(shops), only('response-lost', 'rate-limited'), OPTIONS);
      expect(found.runs).toBe(4);
    });
  });

  test.each([
    [
      10_002,
      'not-judged',
      'it ran into a time limit of 10s, which a slow machine can exceed; raise the limit',
    ],
    [10_003, 'broke', 'exit code 1: the tests ran into their time limit of 10s'],
  ])('believes a time limit of %i ms of a suite that takes 1 ms: %s', async (timeLimitMs, verdict, text) => {
    const run: RunSuite = async scenario => (scenario ? { ...failing(SHOPS), timeLimitMs } : passing(SHOPS));
    const trial = single(await explore(run, only('response-lost'), OPTIONS));
    expect(trial.verdict).toBe(verdict);
    expect(trial.break?.failure.text ?? trial.note).toContain(text);
  });

  test('counts a warning only under the disturbance that provokes it', async () => {
    const shops = [account('shop', [made('a')], [event('order.delegating', 1), event('order.delegated', 1)])];
    const finding = {
      rule: 'genuine-refused',
      account: 'demo',
      severity: 'warning',
      message: 'Refused.',
      fix: '2xx',
      orders: [],
      cost_trx: null,
    } as const;
    const run: RunSuite = async scenario => ({ ...passing(shops), findings: scenario ? [finding] : [] });
    const { trials } = await explore(run, only('webhook-duplicated', 'webhook-unknown-event'), OPTIONS);
    expect(trials.map(({ verdict, break: found }) => [verdict, found?.failure.text])).toEqual([
      ['survived', undefined],
      ['broke', 'finding genuine-refused'],
    ]);
  });

  describe('under a disturbance under which the suite may fail', () => {
    const mayFail = (id: string) => only(id).map(one => ({ ...one, mayFail: true }));
    const repeated = {
      rule: 'refusal-ignored',
      account: 'demo',
      severity: 'warning',
      message: 'Again.',
      fix: 'Once.',
      orders: [],
      cost_trx: null,
    } as const;
    const undone = {
      ...repeated,
      rule: 'order-abandoned',
      severity: 'error',
      orders: [1],
      cost_trx: 3.9,
    } as const;
    const run =
      (exitCode: number, hasRetries = false): RunSuite =>
      async scenario =>
        scenario ? { ...passing(SHOPS), exitCode, hasRetries, findings: [undone, repeated] } : passing(SHOPS);

    test('counts what the disturbance provokes, and names the rest', async () => {
      const explored = await explore(run(1), mayFail('insufficient-balance'), OPTIONS);
      expect(single(explored)).toMatchObject({
        verdict: 'broke',
        warnings: ['order-abandoned'],
        break: { failure: { text: 'finding refusal-ignored' } },
      });
    });

    test('counts what is left undone only if the command succeeded', async () => {
      expect(single(await explore(run(1), mayFail('review-for-days'), OPTIONS))).toMatchObject({
        verdict: 'survived',
        note: 'only money and findings count; the command failed',
        warnings: ['order-abandoned', 'refusal-ignored'],
      });
      const { break: found } = single(await explore(run(0), mayFail('review-for-days'), OPTIONS));
      expect(found!.failure.text).toBe('finding order-abandoned');
    });

    test('counts nothing if the test runner has repeated failed tests', async () => {
      const found = await explore(run(1, true), mayFail('insufficient-balance'), OPTIONS);
      expect(single(found).verdict).toBe('survived');
    });

    test('says that only money and findings count', async () => {
      const explored = await explore(run(1), mayFail('review-for-days'), OPTIONS);
      expect(reportOf(explored, () => ({ file: '', command: '' })).blocks).toContainEqual(
        expect.stringMatching(/^only money and findings count: under review-for-days, calls or orders end/),
      );
    });
  });

  test('counts the findings that are no failures, and names them, whatever the disturbance', async () => {
    const warning = {
      rule: 'order-abandoned',
      account: 'demo',
      severity: 'warning',
      message: 'Never.',
      fix: 'Again.',
      orders: [],
      cost_trx: null,
    } as const;
    const run: RunSuite = async scenario => ({ ...passing(SHOPS), findings: scenario ? [warning] : [] });
    const outcome = only('reset-four-times').map(one => ({ ...one, mayFail: true }));
    const explored = await explore(run, [...only('response-lost', 'rate-limited'), ...outcome], OPTIONS);
    const { title, blocks } = reportOf(explored, () => ({ file: '', command: '' }));
    expect(title).toBe(
      'Explored the suite in 5 runs: 0 broke, 3 survived, 0 not met; 3 findings, not counted',
    );
    expect(blocks.join(' ').replaceAll('\n', ' ')).toContain(
      'Findings, not counted: response-lost: order-abandoned; rate-limited: order-abandoned; reset-four-times: order-abandoned.',
    );
  });

  test('strikes every attempt of all orders if they have random ids, and the items of bulk requests by position', async () => {
    let runs = 0;
    const seen: ScenarioContent[] = [];
    const run: RunSuite = async scenario => {
      if (scenario) seen.push(scenario);
      const bulk = { operation: 'createOrdersBulk', external_id: null, made: false } as const;
      return passing([account('demo', [bulk, made(`random-${++runs}-a`), made(`random-${runs}-b`)])]);
    };
    await explore(run, only('reset-four-times', 'bulk-items-unavailable'), OPTIONS);
    expect(seen.map(({ requests }) => requests)).toEqual([
      [{ match: { operation: 'createOrder' }, per: 'external_id', times: 4, fault: 'connection-reset' }],
      [
        {
          match: { operation: 'createOrder', item: 1 },
          per: 'external_id',
          times: 1,
          reply: { error: 'SERVICE_UNAVAILABLE' },
        },
      ],
    ]);
  });

  test('runs suites at the same time only if they pass so undisturbed', async () => {
    let running = 0;
    let most = 0;
    const runWith =
      (isShareable: boolean): RunSuite =>
      async () => {
        most = Math.max(most, ++running);
        await new Promise(resolve => setImmediate(resolve));
        const isAlone = most === 1 || isShareable || running === 1;
        running -= 1;
        return isAlone ? passing(SHOPS) : failing(SHOPS);
      };
    const chosen = only('response-lost', 'rate-limited', 'slow-answer', 'service-unavailable');
    const sharing = await explore(runWith(true), chosen, { budget: 60, jobs: 3 });
    expect([most, sharing.isOneByOne, sharing.runs]).toEqual([3, false, 7]);
    const alone = await explore(runWith(false), chosen, { budget: 60, jobs: 3 });
    expect([alone.isOneByOne, alone.runs]).toEqual([true, 9]);
    expect(reportOf(alone, () => ({ file: '', command: '' })).blocks).toContainEqual(
      expect.stringContaining('so the runs were made one by one'),
    );
  });

  test('says on one line each what became of the disturbances that it tried', async () => {
    const lines: string[] = [];
    const run: RunSuite = async scenario =>
      scenario?.name === 'rate-limited' ? failing(SHOPS) : passing(SHOPS);
    const chosen = only('response-lost', 'rate-limited', 'webhook-duplicated');
    await explore(run, chosen, { ...OPTIONS, onVerdict: text => lines.push(text) });
    expect(lines).toEqual([
      'passes undisturbed; 2 of 3 disturbances can strike: at least 2 ms',
      'response-lost: survived',
      'rate-limited: broke, exit code 1',
    ]);
  });

  test('counts an error finding that the undisturbed runs did not have as a failure', async () => {
    const finding = {
      rule: 'paid-twice',
      account: 'demo',
      severity: 'error',
      message: 'twice',
      fix: 'once',
      orders: [1],
      cost_trx: 3.9,
    } as const;
    const known = {
      rule: 'key-in-url',
      account: 'demo',
      severity: 'error',
      message: 'key',
      fix: 'header',
      orders: [],
      cost_trx: null,
    } as const;
    const run: RunSuite = async scenario => ({
      ...passing(SHOPS),
      tail: ['ok 1'],
      findings: scenario ? [known, finding] : [known],
    });
    const explored = await explore(run, only('response-lost'), OPTIONS);
    const { break: found } = single(explored);
    expect(found!.failure).toMatchObject({
      kind: 'finding',
      text: 'finding paid-twice',
      findings: [finding],
    });
    const { blocks } = reportOf(explored, () => ({ file: 'x.yaml', command: 'x' }));
    expect(blocks.join('\n')).toContain('finding:    paid-twice: twice');
    expect(blocks.join('\n')).not.toContain('output of the command');
  });

  test('counts a run that does not end in time as a failure', async () => {
    const run: RunSuite = async scenario =>
      scenario ? { ...passing(SHOPS), exitCode: null } : passing(SHOPS);
    const { break: found } = single(await explore(run, only('response-lost'), OPTIONS));
    expect(found!.failure).toMatchObject({ kind: 'timeout', text: 'it did not end in time' });
  });

  test('stops within its budget and says what it knows', async () => {
    const run: RunSuite = async scenario => (scenario ? failing(SHOPS) : passing(SHOPS));
    const found = await explore(run, only('response-lost', 'rate-limited', 'slow-answer'), {
      budget: 5,
      jobs: 1,
    });
    expect(found).toMatchObject({ runs: 5, endedBy: 'budget' });
    expect(found.trials.map(({ verdict }) => verdict)).toEqual(['not-tried', 'not-tried', 'not-tried']);
    const { title, blocks } = reportOf(found, () => ({ file: 'explore/x.yaml', command: 'x' }));
    expect(title).toContain('; ended before everything was tried');
    const text = blocks.join('\n').replaceAll('\n', ' ');
    expect(text).toContain('The budget of 5 runs was used up before everything was tried.');
    expect(text).toContain(
      'The command failed once under response-lost, rate-limited, slow-answer, which is not confirmed.',
    );
  });

  test('first tries where another disturbance broke the suite, which saves most of the runs', async () => {
    const many = Array.from({ length: 16 }, (_, index) => account(`test-${index}`, [made('a'), made('b')]));
    const run: RunSuite = async scenario =>
      strikes(scenario, 'test-11', 'b') ? failing(many) : passing(many);
    const { trials } = await explore(run, only('response-lost', 'rate-limited'), OPTIONS);
    const [first, second] = trials;
    expect(second!.break!.points.map(describePoint)).toEqual(first!.break!.points.map(describePoint));
    expect(first!.runs).toBeGreaterThan(10);
    // The first run, its confirmation, the guess, its confirmation.
    expect(second!.runs).toBe(4);
  });

  test('reduces a failure elsewhere as well if the guess is wrong', async () => {
    const run: RunSuite = async scenario => {
      const label = scenario?.name === 'rate-limited' ? 'three' : 'one';
      return strikes(scenario, label, `${label}-2`) ? failing(SHOPS) : passing(SHOPS);
    };
    const { trials } = await explore(run, only('response-lost', 'rate-limited'), OPTIONS);
    expect(trials.map(one => one.break!.points.map(({ account: label }) => label))).toEqual([
      ['one'],
      ['three'],
    ]);
  });

  test('confirms all failures before it looks for the smallest case of any', async () => {
    const run: RunSuite = async scenario => (scenario ? failing(SHOPS) : passing(SHOPS));
    const chosen = only('response-lost', 'rate-limited', 'slow-answer');
    const found = await explore(run, chosen, { budget: 12, jobs: 1 });
    expect(found).toMatchObject({ runs: 12, endedBy: 'budget' });
    expect(found.trials.map(({ verdict, note }) => [verdict, note])).toEqual(
      chosen.map(() => ['broke', 'no time to find the smallest case']),
    );
  });

  test('keeps a confirmed failure if it is ended before the smallest case is found', async () => {
    let runs = 0;
    const run: RunSuite = async scenario => {
      if (++runs > 6) throw new ExplorationEnded();
      return scenario ? failing(SHOPS) : passing(SHOPS);
    };
    const found = await explore(run, only('response-lost'), OPTIONS);
    expect(found.endedBy).toBe('signal');
    expect(single(found)).toMatchObject({ verdict: 'broke' });
  });

  test.each([
    ['fails', [1, 1], /^the command ended with exit code 1 without any disturbance/],
    ['is flaky', [0, 1], /^the command is flaky/],
    ['never ends', [null, null], /^the command did not end in time without any disturbance; raise --timeout/],
  ] as const)('refuses a suite that %s undisturbed', async (_, codes, message) => {
    let runs = 0;
    const run = async (): Promise<SuiteRun> => ({ ...passing(SHOPS), exitCode: codes[runs++]! });
    await expect(explore(run, ALL, OPTIONS)).rejects.toThrow(message);
  });

  test('refuses a suite that uses no sandbox', async () => {
    await expect(explore(async () => passing([]), ALL, OPTIONS)).rejects.toThrow(
      'made no request to a sandbox and received no webhook from one',
    );
  });

  test('takes a suite that only triggers webhooks', async () => {
    const triggering = [account('demo', [], [event('order.delegated', 1)])];
    const run: RunSuite = async scenario => (scenario ? failing(triggering) : passing(triggering));
    const { break: found } = single(await explore(run, only('webhook-duplicated'), OPTIONS));
    expect(found!.points.map(describePoint)).toEqual(['order.delegated, number 1 in account demo']);
  });
});

/** A shop with a receiver: each order is made, asked for, and followed by its webhooks. */
const RESELLER = [['first-shop', ['a-1']] as const, ['second-shop', ['b-1', 'b-2', 'b-3']] as const].map(
  ([label, ids]) =>
    account(
      label,
      ids.flatMap(id => [made(id), { operation: 'getOrderStatus', external_id: id, made: false } as const]),
      ids.flatMap((id, index) => EVENT_NAMES.map(name => event(name, index + 1, id))),
    ),
);

/** Whether a scenario strikes requests or events of this kind. */
const strikesKind = (scenario: ScenarioContent | null, kind: string): boolean =>
  [...(scenario?.requests ?? []), ...(scenario?.webhooks ?? [])]
    .map(({ match }) => match as { readonly operation?: string; readonly event?: string })
    .some(({ operation, event: name }) => (operation ?? name) === kind);

describe('a disturbance that strikes at many kinds of places', () => {
  const breaksAt =
    (kind: string): RunSuite =>
    async scenario =>
      strikesKind(scenario, kind) ? failing(RESELLER) : passing(RESELLER);

  test.each([
    ['truncated-answer', 'getOrderStatus'],
    ['not-found-after-accept', 'getOrderStatus'],
    ['rate-limited', 'createOrder'],
    ['service-unavailable', 'createOrder'],
    ['webhook-duplicated', 'order.delegated'],
    ['webhook-reordered', 'order.undelegating'],
    ['webhook-reserialised', 'order.completed'],
    ['webhook-unknown-event', 'order.delegating'],
    ['webhook-altered', 'order.delegated'],
    ['webhook-forged', 'order.processing'],
    ['webhook-replayed', 'order.completed'],
    ['webhooks-lost', 'order.delegated'],
  ])('%s, is reduced to one %s of one order', async (id, kind) => {
    const found = await explore(breaksAt(kind), only(id), OPTIONS);
    expect(single(found).break!.points.map(describePoint)).toEqual([
      `${kind} of order a-1 in account first-shop`,
    ]);
    expect(found.runs).toBeLessThanOrEqual(20);
  });

  test('is tried only once if the suite survives it', async () => {
    const { trials, runs } = await explore(async () => passing(RESELLER), ALL, OPTIONS);
    const survived = trials.filter(({ verdict }) => verdict === 'survived');
    expect(survived.map(({ runs: own, note }) => [own, note])).toEqual(survived.map(() => [1, '']));
    expect(runs).toBe(2 + survived.length);
    expect(trials.filter(({ verdict }) => verdict === 'broke')).toEqual([]);
  });
});
