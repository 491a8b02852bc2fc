import { toTrx } from '../domain/money.ts';
import { type PlannedCall, type PlanStep, RECIPIENT } from './plan.ts';

const HEAD = `#!/bin/sh
# The calls that settle the most of what the specification leaves open. Send them through "energy-sandbox record":
#   ENERGY_URL=http://127.0.0.1:4030 ENERGY_KEY=<API key> ENERGY_ADDRESS=<your address> sh FILE
# What places orders, and so costs TRX, is done only with ENERGY_ORDERS=yes.
set -eu
: "\${ENERGY_URL:?the address that record prints}" "\${ENERGY_KEY:?an API key}" "\${ENERGY_ADDRESS:?your TRON address}"
type=application/json
key="Authorization: Bearer $ENERGY_KEY"

# call METHOD PATH [BODY]
call() {
  if [ $# -gt 2 ]; then
    printf %s "$3" | curl -sS -o /dev/null -w "%{http_code} $1 $2\\n" -X "$1" -H "$key" -H "Content-Type: $type" --data-binary @- "$ENERGY_URL$2"
  else
    curl -sS -o /dev/null -w "%{http_code} $1 $2\\n" -X "$1" -H "$key" "$ENERGY_URL$2"
  fi
}
`;

/** Text in single quotes, in which the shell replaces nothing but the recipient. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", "'\\''").replaceAll(RECIPIENT, `'"$ENERGY_ADDRESS"'`)}'`;

/** A long body consists of spaces. */
const isLong = (body: unknown): body is string => typeof body === 'string' && body.trim() === '';

function bodyText(body: unknown): string {
  if (isLong(body)) return `"$(printf '%${body.length}s' '')"`;
  return quoted(typeof body === 'string' ? body : JSON.stringify(body));
}

function callLine({ method, path, body, contentType, isAnonymous }: PlannedCall): string {
  const line = ['call', method, quoted(path), ...(body === undefined ? [] : [bodyText(body)])].join(' ');
  const changes = [
    ...(contentType === undefined ? [] : [`type=${contentType}`]),
    ...(isAnonymous ? ['key=X-No-Key:1'] : []),
  ];
  // A service that refuses a long body may close the connection before curl has sent all of it.
  if (isLong(body)) return `${line} || true`;
  return changes.length === 0 ? line : `(${changes.join('; ')}; ${line})`;
}

/** What a step without an order needs of an order before it. */
const isAboutOrders = ({ calls }: PlanStep): boolean =>
  calls.some(({ body }) => JSON.stringify(body ?? '').includes('calibrate-1'));

function stepText(step: PlanStep, index: number): string {
  const cost = step.orders === 0 ? '' : `: ${toTrx(step.costSun)} TRX`;
  const title = `# ${index + 1}. ${step.title}${cost}`;
  const lines = step.calls.map(callLine);
  if (!isAboutOrders(step)) return [title, ...lines].join('\n');
  return [title, IF_ORDERS, ...lines.map(line => `  ${line}`), 'fi'].join('\n');
}

const IF_ORDERS = `if [ "\${ENERGY_ORDERS:-no}" = yes ]; then`;

/** The plan as a shell script that uses curl. */
export const planScript = (steps: readonly PlanStep[]): string =>
  [HEAD, ...steps.map(stepText), ''].join('\n');
