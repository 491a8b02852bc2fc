import type { Settings } from '../domain/assumptions.ts';
import { toTrx } from '../domain/money.ts';
import type { Report } from '../report/report.ts';
import { counted } from '../text/units.ts';
import type { Calibration } from './calibration.ts';
import { type PlannedCall, type PlanStep, planOf } from './plan.ts';

const MAX_SHOWN_CALLS = 6;
const LONGEST_BODY = 160;

function callText({ method, path, body, contentType, isAnonymous }: PlannedCall): string {
  const text =
    body === undefined ? '' : ` ${typeof body === 'string' ? shortened(body) : JSON.stringify(body)}`;
  const type = contentType === undefined ? '' : ` (Content-Type: ${contentType})`;
  return `${method} ${path}${text}${type}${isAnonymous ? ' (without a key)' : ''}`;
}

const shortened = (body: string): string => (body.length > LONGEST_BODY ? `(${body.length} bytes)` : body);

function stepLines({ title, calls, settles, costSun, orders }: PlanStep, index: number): string {
  const cost = orders === 0 ? 'free' : `${toTrx(costSun)} TRX`;
  const shown = calls.slice(0, MAX_SHOWN_CALLS).map(call => `     ${callText(call)}`);
  const rest =
    calls.length > MAX_SHOWN_CALLS ? [`     … and ${calls.length - MAX_SHOWN_CALLS} more like these`] : [];
  return [`${index + 1}. ${title} (${cost})`, ...shown, ...rest, `   settles: ${settles.join(', ')}`].join(
    '\n',
  );
}

type Learned = Pick<Calibration, 'rows'>;

/** The rows that a calibration has settled. */
export const settledBy = (calibration: Learned | null): ReadonlySet<string> =>
  new Set(
    calibration?.rows
      .filter(({ verdict }) => verdict === 'confirmed' || verdict === 'contradicted')
      .map(({ row }) => row),
  );

/** The plan as a report. @param calibration what is known already; null if nothing is */
export function planReport(settings: Settings, calibration: Learned | null): Report {
  const steps = planOf(settings, settledBy(calibration));
  const costSun = steps.reduce((sum, step) => sum + step.costSun, 0);
  const orders = steps.reduce((sum, step) => sum + step.orders, 0);
  const calls = steps.reduce((sum, step) => sum + step.calls.length, 0);
  const rows = new Set(steps.flatMap(({ settles }) => settles)).size;
  return {
    tool: 'calibrate',
    title: 'What to record',
    summary:
      steps.length === 0
        ? 'Nothing is left that more traffic would settle.'
        : `${calls} calls settle up to ${rows} rows. ${orders} of them place orders, which cost ${toTrx(costSun)} TRX at the prices of the config; the others are free.`,
    totals:
      steps.length === 0
        ? 'nothing to record'
        : `${counted(calls, 'call')}, ${counted(orders, 'order')}, ${toTrx(costSun)} TRX; send them through energy-sandbox record, then calibrate with the file that it writes`,
    rules: [],
    results: [],
    passed: [],
    skipped: [],
    blocks: steps.map(stepLines),
    data: {
      steps: steps.map(step => ({
        title: step.title,
        calls: step.calls.map(callText),
        settles: step.settles,
        cost_trx: toTrx(step.costSun),
        orders: step.orders,
      })),
      cost_trx: toTrx(costSun),
      orders,
    },
  };
}
