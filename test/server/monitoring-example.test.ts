import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { MAX_ACCOUNTS } from '../../src/server/control/account-calls.ts';
import { freshFolder } from '../host/storage/folders.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../examples/monitoring', file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules: readonly Rule[] = parse(read('alerts.yaml')).groups[0].rules;
const panels: readonly Panel[] = JSON.parse(read('dashboard.json')).panels;

/** The labels of each metric of a server that has made an order and a delivery. */
async function metrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  await using sandbox = await startTestSandbox({ data: await freshFolder() });
  await sandbox.receive();
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await sandbox.quiet();
  await (await fetch(`${sandbox.baseUrl}/_sandbox/info`)).text();
  const text = await (await fetch(`${sandbox.baseUrl}/_sandbox/metrics`)).text();
  const found = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
    const known = found.get(name!) ?? new Set();
    found.set(name!, known);
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
  }
  return found;
}

/** The metrics of an expression. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:energy_sandbox|process|nodejs)_\w+/g) ?? [];

test('the alerts and the panels of the dashboard use metrics that the server has, and their labels', async () => {
  const known = await metrics();
  const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)];
  for (const { expr, ...rest } of expressions) {
    expect(metricsIn(expr).length).toBeGreaterThan(0);
    for (const name of metricsIn(expr)) expect([...known.keys()]).toContain(name);
    const labels = new Set([...known.get(metricsIn(expr)[0]!)!, 'instance', 'job']);
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(', '));
    const legend = 'legendFormat' in rest ? [...rest.legendFormat.matchAll(/\{\{(\w+)\}\}/g)] : [];
    for (const label of [...grouped, ...legend.map(([, name]) => name!)])
      expect([...labels]).toContain(label);
  }
});

test('the alert about a full server fires before the maximum of accounts', () => {
  const { expr } = rules.find(({ alert }) => alert === 'EnergySandboxNearlyFull')!;
  const bound = Number(/> (\d+)$/.exec(expr)![1]);
  expect(bound).toBe(0.9 * MAX_ACCOUNTS);
});
