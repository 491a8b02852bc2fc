import { expect, test } from 'vitest';
import { failingOutput } from '../../../src/lab/explore/failing-output.ts';

const TAP = `# Subtest: passes
ok 1 - passes
  ---
  duration_ms: 1.4
  ...
# a log line
# Subtest: group
    # Subtest: fails
    not ok 1 - fails
      ---
      duration_ms: 5.7
      location: '/shop/a.test.mjs:4:27'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:
        1 !== 2
      code: 'ERR_ASSERTION'
      stack: |-
        TestContext.<anonymous> (file:///shop/a.test.mjs:4:83)
      ...
    1..1
not ok 2 - group
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
1..2
# fail 1`;

const SPEC = `✔ passes (0.8ms)
✖ fails (6.0ms)
ℹ fail 1
✖ failing tests:
test at a.test.mjs:4:27
✖ fails (6.0ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  1 !== 2
      at TestContext.<anonymous> (file:///shop/a.test.mjs:4:83)`;

const VITEST = ` ❯ a.test.ts (2 tests | 1 failed) 59ms
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯
 FAIL  a.test.ts > group > fails
AssertionError: expected 1 to be 2 // Object.is equality
- Expected
+ Received
 ❯ a.test.ts:3:86
      1| import { test } from 'vitest';
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯
 Test Files  1 failed (1)`;

const JEST = `FAIL ./a.test.js
  ✕ fails (2 ms)
  ● group › fails
    expect(received).toBe(expected) // Object.is equality
    Expected: 2
    > 2 |   expect(1).toBe(2);
      at Object.toBe (a.test.js:2:13)
Test Suites: 1 failed, 1 total`;

const PYTEST = `=================================== FAILURES ===================================
__________________________________ test_fails __________________________________
    def test_fails():
        x = {"a": 1}
>       assert x["a"] == 2
E       assert 1 == 2
test_a.py:5: AssertionError
----------------------------- Captured stdout call -----------------------------
a log line
=========================== short test summary info ============================
FAILED test_a.py::test_fails - assert 1 == 2`;

const GO = `--- FAIL: TestOrder (0.00s)
    order_test.go:12: got processing, want delegated
FAIL
FAIL	example.com/shop	0.012s`;

test.each([
  [
    'TAP',
    TAP,
    [
      '    not ok 1 - fails',
      "      location: '/shop/a.test.mjs:4:27'",
      '      error: |-',
      '        Expected values to be strictly equal:',
      '        1 !== 2',
    ],
  ],
  [
    'node:test',
    SPEC,
    [
      '✖ fails (6.0ms)',
      '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      '  1 !== 2',
    ],
  ],
  [
    'Vitest',
    VITEST,
    [
      ' FAIL  a.test.ts > group > fails',
      'AssertionError: expected 1 to be 2 // Object.is equality',
      '- Expected',
      '+ Received',
      ' ❯ a.test.ts:3:86',
    ],
  ],
  [
    'Jest',
    JEST,
    ['  ● group › fails', '    expect(received).toBe(expected) // Object.is equality', '    Expected: 2'],
  ],
  [
    'pytest',
    PYTEST,
    [
      '__________________________________ test_fails __________________________________',
      '>       assert x["a"] == 2',
      'E       assert 1 == 2',
      'test_a.py:5: AssertionError',
    ],
  ],
  ['Go', GO, ['--- FAIL: TestOrder (0.00s)', '    order_test.go:12: got processing, want delegated']],
  ['an unknown runner', 'one\n2 of 3 failed', ['one', '2 of 3 failed']],
])('of %s, only the lines about failed tests are shown', (_runner, text, lines) => {
  expect(failingOutput(text.split('\n'))).toEqual({ lines, timeLimitMs: null, hasRetries: false });
});

test.each([
  ['node:test', "not ok 1 - slow\n  ---\n  error: 'test timed out after 50ms'\n  ...", 50],
  ['Vitest', ' FAIL  a.test.ts > slow\nError: Test timed out in 5000ms.', 5_000],
  ['Jest', '  ● slow\n    thrown: "Exceeded timeout of 5000 ms for a test.', 5_000],
  ['pytest', '____ test_slow ____\nE   Failed: Timeout (>2.5s) from pytest-timeout.', 2_500],
  ['Go', 'panic: test timed out after 30s', 30_000],
])('a time limit of %s is recognized', (_runner, text, timeLimitMs) => {
  expect(failingOutput(text.split('\n')).timeLimitMs).toBe(timeLimitMs);
});

test.each([
  [
    'another test failed for another reason',
    ' FAIL  a > slow\nError: Test timed out in 50ms.\n FAIL  a > b\nError: no',
  ],
  ['it is a time limit of the client', ' FAIL  a > slow\nAxiosError: timeout of 5000ms exceeded'],
  [
    'an assertion failed whose message quotes one',
    ' FAIL  a > b\nAssertionError: expected "Test timed out in 50ms." to be "delivered"',
  ],
  ['it is only in the log', 'Test timed out in 50ms.\n FAIL  a > b\nError: no'],
])('a failure is no time limit of the test runner if %s', (_why, text) => {
  expect(failingOutput(text.split('\n')).timeLimitMs).toBeNull();
});

test.each([
  ['Vitest', ' × buys once 5ms (retry x2)', true],
  ['Playwright', '    Retry #1 ───────────', true],
  ['pytest', '=== 1 failed, 3 passed, 2 rerun in 0.12s ===', true],
  ['Cypress', '    (Attempt 1 of 3) buys once', true],
  ['a client', 'retry 2 of 3 in 500 ms', false],
])('that %s repeats a failed test is recognized', (_runner, line, hasRetries) => {
  expect(failingOutput(['ok', line]).hasRetries).toBe(hasRetries);
});
