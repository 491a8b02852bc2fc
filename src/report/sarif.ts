import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Invocation,
  Location,
  Log,
  LogicalLocation,
  Notification,
  ReportingDescriptor,
  Result,
} from 'sarif';
import { escapeControls } from '../text/escape-controls.ts';
import { VERSION } from '../version.ts';
import { jsonText } from './json-text.ts';
import {
  kindOf,
  type Report,
  type ReportFile,
  type ReportResult,
  type ReportRule,
  type ReportSeverity,
  type SkippedCase,
} from './report.ts';
import { manyLines, messageText, oneLine, SKIPPED_LABELS } from './wording.ts';

const LEVELS: Readonly<Record<ReportSeverity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** Text in which nothing is an embedded link of SARIF. */
const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

function descriptor({ id, severity, title, help, helpUri }: ReportRule): ReportingDescriptor {
  return {
    id: oneLine(id),
    shortDescription: { text: withoutLinks(oneLine(title)) },
    fullDescription: { text: withoutLinks(oneLine(help || title)) },
    help: { text: withoutLinks(manyLines(help || title)) },
    ...(helpUri === null ? {} : { helpUri }),
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

/** A path as a URI: relative to the working directory, or with the scheme `file`. */
function uriOf(path: string): { uri: string; uriBaseId?: string } {
  const safe = escapeControls(path);
  if (isAbsolute(safe)) return { uri: pathToFileURL(safe).href };
  const relative = safe.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  return { uri: relative.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}

const inFile = ({ path, line, column }: ReportFile): Location => ({
  physicalLocation: {
    artifactLocation: uriOf(path),
    ...(line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } }),
  },
});

/** The account and the orders of a result, for results that belong to no file. */
function logicalLocations({ account, evidence: { orders } }: ReportResult): LogicalLocation[] {
  const parent = account === null ? '' : `${oneLine(account)}/`;
  const ofOrders = orders.map(order => ({
    name: `order ${order}`,
    fullyQualifiedName: `${parent}orders/${order}`,
    kind: 'resource',
  }));
  if (ofOrders.length > 0 || account === null) return ofOrders;
  return [{ name: oneLine(account), fullyQualifiedName: oneLine(account), kind: 'resource' }];
}

function locationsOf(result: ReportResult): Location[] {
  if (result.file) return [inFile(result.file)];
  const logical = logicalLocations(result);
  return logical.length === 0 ? [] : [{ logicalLocations: logical }];
}

const hashOf = (parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

function resultOf(result: ReportResult, ruleIndex: number, fingerprint: string): Result {
  const { rule, severity, fix, evidence, account, at, costTrx, count, id } = result;
  const advice = fix === null ? '' : `\n\nFix: ${oneLine(fix)}`;
  return {
    ruleId: oneLine(rule),
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: LEVELS[severity],
    message: { text: withoutLinks(messageText(result) + advice) },
    locations: locationsOf(result),
    occurrenceCount: count,
    partialFingerprints: { 'energySandbox/v1': fingerprint },
    properties: {
      id: oneLine(id),
      account: account === null ? null : oneLine(account),
      at,
      cost_trx: costTrx,
      orders: evidence.orders,
      requests: evidence.requests.map(oneLine),
      events: evidence.events.map(oneLine),
    },
  };
}

function resultsOf({ tool, rules, results }: Report): Result[] {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const seen = new Map<string, number>();
  return results.map(result => {
    const hash = hashOf([tool, result.rule, result.account, result.id, result.file?.path ?? null]);
    const ordinal = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, ordinal);
    return resultOf(result, indexes.get(result.rule) ?? -1, `${hash}:${ordinal}`);
  });
}

/**
 * Which rules were not judged, as the run's configuration and notifications: a result would be shown as a problem by tools
 * that do not know its kind. None if all were judged.
 */
function invocations({ rules, skipped }: Report): { readonly invocations?: Invocation[] } {
  if (skipped.length === 0) return {};
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const reference = ({ id }: SkippedCase) => ({
    id: oneLine(id),
    ...(indexes.has(id) ? { index: indexes.get(id)! } : {}),
  });
  const notification = (one: SkippedCase): Notification => ({
    level: 'note',
    message: { text: withoutLinks(`${SKIPPED_LABELS[kindOf(one)]}: ${oneLine(one.reason)}`) },
    associatedRule: reference(one),
  });
  const off = skipped.filter(one => kindOf(one) === 'off');
  const others = skipped.filter(one => kindOf(one) !== 'off');
  const invocation: Invocation = {
    executionSuccessful: true,
    ruleConfigurationOverrides: off.map(one => ({
      descriptor: reference(one),
      configuration: { enabled: false },
    })),
    toolConfigurationNotifications: off.map(notification),
    toolExecutionNotifications: others.map(notification),
  };
  return { invocations: [invocation] };
}

/**
 * A report as SARIF 2.1.0. Results without a file have logical locations: their account and orders. GitHub code scanning
 * shows only results with a file. A fingerprint depends on the tool, the rule, the account, the result's id and the path.
 */
export function renderSarif(report: Report): string {
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'energy-sandbox',
            version: VERSION,
            semanticVersion: VERSION,
            rules: report.rules.map(descriptor),
          },
        },
        automationDetails: { id: `energy-sandbox/${report.tool}/` },
        columnKind: 'utf16CodeUnits',
        ...invocations(report),
        results: resultsOf(report),
      },
    ],
  };
  return jsonText(log);
}
