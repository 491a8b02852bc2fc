import { Option } from 'commander';
import type { DataOf } from '../../client/control-client.ts';
import { drawFoundOrder } from '../../client/draw-order.ts';
import { ORDER_STATUSES } from '../../core/domain/order.ts';
import { escapeControls } from '../../core/text/escape.ts';
import { counted, grouped, trxText } from '../../core/text/wording.ts';
import { DIAGRAM_FORMATS, type DiagramFormat } from '../../judge/diagram/render-diagram.ts';
import { tableLines } from '../../judge/report/table.ts';
import {
  checkedClockMode,
  checkedDuration,
  checkedInstant,
  isOrderId,
  oneOf,
  parseWith,
  readGoal,
  readOperation,
  readOrderId,
  readRefund,
  readResponseStatus,
  readStatus,
  wholeNumber,
} from '../argument-parsers.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { commands, type Input, one, printColumns, remarkOnList, remote } from '../define-command.ts';
import {
  accountEventRow,
  exchangeRow,
  explanationLines,
  instantText,
  isWorthPrinting,
  orderTimeline,
  statusTint,
} from '../format.ts';
import { printTable, type Terminal } from '../process-io.ts';
import type { Remote } from '../remote.ts';

type RequestDetail = DataOf<'get', '/_sandbox/accounts/{account}/requests/{request}'>;

/** The id of an order given by its id or external_id. @throws CliError if no order has the external_id */
async function orderIdOf({ control, path, account, programName }: Remote, order: string): Promise<number> {
  if (isOrderId(order)) return Number(order);
  const query = { external_id: order, limit: 1 };
  const [found] = await control.list('/_sandbox/accounts/{account}/orders', { path, query });
  if (found) return found.id;
  throw new CliError(
    `account ${account} has no order with external_id ${JSON.stringify(order)}; list orders with: ${programName} orders`,
  );
}

const orderPath = async (remote: Remote, order: string) => ({
  ...remote.path,
  order: await orderIdOf(remote, order),
});

const ORDER = one('<order>', 'order id or external_id');

/** `--diagram`, true without a format. */
const DIAGRAM: Input<DiagramFormat | true, false> = {
  typed: new Option('--diagram [format]', 'print a sequence diagram: mermaid or svg')
    .argParser(parseWith(oneOf('format', DIAGRAM_FORMATS)))
    .conflicts('json'),
};

const bodyText = (text: string | null, json: unknown): string =>
  json === null || json === undefined ? (text ?? '') : JSON.stringify(json, null, 2);

function requestLines(request: RequestDetail, terminal: Terminal): string[] {
  const dim = (text: string): string => terminal.paint('dim', escapeControls(text));
  const { answer } = request;
  const status = request.status === null ? `no response (${request.fault})` : String(request.status);
  const notes: (readonly [string, readonly string[]])[] = [
    ['why', request.explanation ? [request.explanation] : []],
    ['rule', request.rule ? [`${request.rule.id}  ${request.rule.source}`] : []],
    ['violation', request.violations],
    ['near miss', request.near_misses],
  ];
  const responseHeaders = Object.entries(answer.headers as Record<string, unknown>);
  return [
    `${terminal.paint('bold', request.id)}  ${instantText(request.at)}  from ${request.ip}  ${request.duration_ms} ms`,
    '',
    terminal.paint('bold', escapeControls(`${request.method} ${request.url}`)),
    ...request.headers.map(({ name, value }) => dim(`${name}: ${value}`)),
    ...(request.body ? ['', escapeControls(bodyText(request.body, request.json))] : []),
    '',
    terminal.paint('bold', status),
    ...responseHeaders.map(([name, value]) => dim(`${name}: ${String(value)}`)),
    '',
    escapeControls(bodyText(answer.body, answer.json)),
    ...(notes.some(([, texts]) => texts.length > 0) ? [''] : []),
    ...notes.flatMap(([name, texts]) =>
      texts.map(text => `${terminal.paint('yellow', name.padEnd(9))}  ${escapeControls(text)}`),
    ),
  ];
}

export const { define } = commands({
  advance: remote({
    input: {
      // Sent as text, which the control API parses.
      by: one('[duration]', 'how far to advance: 250ms, 3s, 61m, 2h, 1d', checkedDuration),
      until: one(
        '--until <event>',
        'advance until an event happens, or until nothing is due (idle)',
        readGoal,
      ),
      order: one('--order <order>', 'with --until: the order of the event, by id or external_id'),
      txid: one('--txid <id>', 'with --until tx.confirmed: the transaction of the chain'),
      to: one('--to <instant>', 'advance to a time in ISO 8601', checkedInstant),
    },
    names: { external_id: 'order' },
    notes: `
The command returns when everything due has happened, and every webhook sent has
been answered or has failed.

Examples:
  energy-sandbox advance 61m
  energy-sandbox advance --until order.completed --order 48211
  energy-sandbox advance --until tx.confirmed --txid 7c2d…`,
    call({ control, path }, { order, ...goal }) {
      const which =
        order === undefined ? {} : isOrderId(order) ? { order: Number(order) } : { external_id: order };
      return control.post('/_sandbox/accounts/{account}/clock/advance', {
        path,
        body: { ...goal, ...which },
      });
    },
    print({ fired, fired_total, now }, { out, err }) {
      printTable(out, fired.filter(isWorthPrinting).map(accountEventRow));
      const omitted = fired_total - fired.length;
      if (omitted > 0) err.line(`… and ${counted(omitted, 'event')} more`);
      err.line(`${fired.length === 0 ? 'Nothing was due. ' : ''}The clock is now at ${instantText(now)}.`);
    },
  }),
  clock: remote({
    input: { mode: one('[mode]', 'real, manual, or a speed such as 60x', checkedClockMode) },
    notes: `
Examples:
  energy-sandbox clock manual     stop until it is advanced
  energy-sandbox clock 60x        run one hour per minute`,
    call: ({ control, path }, { mode }) =>
      mode === undefined
        ? control.get('/_sandbox/accounts/{account}/clock', { path })
        : control.put('/_sandbox/accounts/{account}/clock', { path, body: { mode } }),
    print: ({ now, mode }, { out }) => out.line(`${instantText(now)} UTC  ${mode}`),
  }),
  orders: remote({
    input: {
      status: one('--status <status>', 'only orders with this status', readStatus),
      external_id: one('--external-id <glob>', 'only orders with this external_id; * and ? are wildcards'),
      address: one('--address <glob>', 'only orders for this recipient; * and ? are wildcards'),
      limit: one('--limit <number>', 'maximum number of orders, newest first', wholeNumber('a count', 1), 50),
    },
    notes: `
Examples:
  energy-sandbox orders --status review
  energy-sandbox orders --external-id 'inv-2026-*' --json`,
    call: ({ control, path }, query) =>
      control.list('/_sandbox/accounts/{account}/orders', { path, query: { ...query, sort: 'newest' } }),
    print(found, remote, { limit }) {
      const { columns } = remote.out;
      printColumns(remote, found, {
        id: ({ id }) => String(id),
        status: ({ status, refunded }) => ({
          text: refunded ? `${status}, refunded` : status,
          tint: statusTint(status),
        }),
        external_id: ({ external_id }) => external_id ?? '-',
        energy: ({ energy_amount }) => grouped(energy_amount),
        rental: columns >= 90 && (({ duration_minutes }) => `${duration_minutes} min`),
        price: ({ price_trx }) => trxText(price_trx),
        created: ({ created_at }) => instantText(created_at),
        recipient: columns >= 116 && (({ address }) => address),
      });
      remarkOnList(remote, found, 'orders', limit);
    },
  }),
  order: remote({
    input: { order: ORDER, diagram: DIAGRAM },
    notes: `
Examples:
  energy-sandbox order inv-2026-001
  energy-sandbox order 48211 --diagram=svg > order.svg`,
    async call(remote, { order, diagram }) {
      if (diagram === true) {
        throw new CliError(
          '--diagram: name a format: --diagram=mermaid for an issue, or --diagram=svg for a file; without the flag, the timeline is printed',
          EXIT_USAGE,
        );
      }
      const path = await orderPath(remote, order);
      return remote.control.get('/_sandbox/accounts/{account}/orders/{order}', { path });
    },
    async print(found, { control, path, out, programName }, { diagram }) {
      if (diagram === undefined || diagram === true) {
        out.line(orderTimeline(found, out, programName));
        return;
      }
      out.line((await drawFoundOrder(control, path, found, diagram)).trimEnd());
    },
  }),
  move: remote({
    input: {
      order: ORDER,
      to: one('<status>', `new status: ${ORDER_STATUSES.join(', ')}`, readStatus),
      refund: one(
        '--refund <when>',
        'for failed: when to refund: now, never, or a duration such as 5s',
        readRefund,
      ),
    },
    notes: `
If the order's lifecycle passes through that state, the order continues from
there. Otherwise it stays in that state.

Examples:
  energy-sandbox move 48211 review
  energy-sandbox move 48211 failed --refund 5s`,
    call: async (remote, { order, ...body }) =>
      remote.control.post('/_sandbox/accounts/{account}/orders/{order}/transition', {
        path: await orderPath(remote, order),
        body,
      }),
    print: (moved, { out, programName }) => out.line(orderTimeline(moved, out, programName)),
  }),
  refund: remote({
    input: { order: ORDER },
    notes: `
Example:
  energy-sandbox refund 48211`,
    call: async (remote, given) =>
      remote.control.post('/_sandbox/accounts/{account}/orders/{order}/refund', {
        path: await orderPath(remote, given.order),
      }),
    print({ id, refund }, { out }) {
      if (refund)
        out.line(`order ${id}: refunded ${trxText(refund.amount_trx)} at ${instantText(refund.at)}`);
    },
  }),
  requests: remote({
    input: {
      operation: one('--operation <id>', 'only requests of this operation', readOperation),
      status: one('--status <code>', 'only requests with this response status', readResponseStatus),
      order: one('--order <id>', 'only requests that concern this order', readOrderId),
      external_id: one('--external-id <glob>', 'only requests with this external_id; * and ? are wildcards'),
      limit: one(
        '--limit <number>',
        'maximum number of requests, newest first',
        wholeNumber('a count', 1),
        50,
      ),
    },
    notes: `
Examples:
  energy-sandbox requests --status 422
  energy-sandbox requests --operation createOrder --json`,
    call: ({ control, path }, query) =>
      control.list('/_sandbox/accounts/{account}/requests', { path, query: { ...query, sort: 'newest' } }),
    print(found, remote, { limit }) {
      const { out } = remote;
      const rows = tableLines(found.map(exchangeRow), out);
      found.forEach((request, index) => {
        for (const line of [rows[index]!, ...explanationLines(request, out)]) out.line(line);
      });
      remarkOnList(remote, found, 'requests', limit);
    },
  }),
  request: remote({
    input: {
      request: one('<id>', 'request id, such as req-5 or 5', text =>
        /^\d+$/.test(text) ? `req-${text}` : text,
      ),
    },
    notes: `
Every response carries its request id in the header X-Sandbox-Request-Id.

Examples:
  energy-sandbox request req-5
  energy-sandbox request req-5 --json | jq .near_misses`,
    call: ({ control, path }, given) =>
      control.get('/_sandbox/accounts/{account}/requests/{request}', { path: { ...path, ...given } }),
    print(found, { out }) {
      for (const line of requestLines(found, out)) out.line(line);
    },
  }),
});
