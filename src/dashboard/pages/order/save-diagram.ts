import { escapeMarkup } from '../../../core/text/escape.ts';
import { clockText, type Diagram, type OrderRecord, titleOf } from '../../../judge/diagram/diagram-model.ts';
import { diagramSvg } from '../../../judge/diagram/render-diagram.ts';
import { forAccount, type Schemas } from '../../control-api.ts';
import { deliveryName, grouped, timeOfDay, trx } from '../../format.ts';
import { formatJson } from '../../parts/code.tsx';
import { saveFile } from '../../save-file.ts';

/** PNG files have this many pixels per pixel of the drawing, so that they are sharp on every screen. */
const PNG_SCALE = 2;

/** Saves a diagram as a PNG file. @throws Error if the browser cannot draw it */
export async function savePng(name: string, diagram: Diagram): Promise<void> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([diagramSvg(diagram)], { type: 'image/svg+xml' }));
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = document.createElement('canvas');
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser cannot draw a picture of this size. Save it as SVG.');
  saveFile(`${name}.png`, blob, 'image/png');
}

/** More requests than this are left out of a file. */
const MAX_REQUESTS = 50;

/** Saves everything about an order as one HTML file that needs no server. @throws CallError, UnreachableError */
export async function saveHtml(
  account: string,
  name: string,
  { order, requests }: OrderRecord,
  diagram: Diagram,
): Promise<void> {
  const details = await Promise.all(
    requests
      .slice(-MAX_REQUESTS)
      .map(({ id: request }) => forAccount(account).get('/requests/{request}', { path: { request } })),
  );
  saveFile(`${name}.html`, orderHtml(order, details, diagram), 'text/html');
}

const STYLE = `:root{color-scheme:light dark}body{max-width:900px;margin:32px auto;padding:0 16px;font:14px/1.5 system-ui,sans-serif}
svg{max-width:100%;height:auto}table{border-collapse:collapse}th,td{padding:3px 18px 3px 0;text-align:left;vertical-align:top}
th{font-weight:500;opacity:.7}details{margin:6px 0}summary{cursor:pointer}pre{padding:10px;overflow:auto;background:#8882}`;

function message(title: string, sent: string | null, answer: { readonly body: string } | null): string {
  const part = (name: string, body: string | null | undefined): string =>
    `<h4>${name}</h4><pre>${escapeMarkup(formatJson(body ?? '') || 'no body')}</pre>`;
  return `<details><summary>${escapeMarkup(title)}</summary>${part('Request', sent)}${part('Response', answer?.body)}</details>`;
}

/** An order as a page: its facts, its diagram, and the bodies of all messages. Headers, which can have keys, are left out. */
function orderHtml(
  order: Schemas['OrderDetail'],
  requests: readonly Schemas['RequestDetail'][],
  diagram: Diagram,
): string {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['Status', order.status],
    ['external_id', order.external_id],
    ['Recipient', order.address],
    ['Energy', grouped(order.energy_amount)],
    ['Duration', `${order.duration_minutes} min`],
    ['Price', `${trx(order.price_trx)} TRX`],
    ['Refund', order.refund ? `${trx(order.refund.amount_trx)} TRX, ${timeOfDay(order.refund.at)}` : null],
    ['Scenario', order.scenario],
    ['Transaction', order.txid],
  ];
  const deliveries = order.timeline.flatMap(({ event }) => event.deliveries);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(titleOf(diagram))}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(diagram.title)}</h1>
<table>${facts.map(([name, value]) => `<tr><th>${name}</th><td>${escapeMarkup(String(value ?? 'none'))}</td></tr>`).join('')}</table>
<h2>What happened</h2>
${diagramSvg(diagram)}
<h2>API requests</h2>
${requests
  .map(({ at, method, url, status, error, body, answer }) =>
    message(`${clockText(at)} ${method} ${url}: ${status ?? 'no response'} ${error ?? ''}`, body, answer),
  )
  .join('\n')}
<h2>Webhooks</h2>
${deliveries
  .map(one => {
    const title = `${clockText(one.at)} ${one.event}, ${deliveryName(one)}: ${one.answer?.status ?? one.outcome}`;
    return message(title, one.sent.body, one.answer);
  })
  .join('\n')}
</body></html>
`;
}
