import { withoutSecrets } from './redact.ts';
import type { Report, ReportFormat } from './report.ts';
import { renderText, type TextLayout } from './text.ts';

/** How a report is rendered. Width and colors apply to text only. */
export interface RenderOptions extends Partial<TextLayout> {
  /** Strings that must not appear, such as the API key and the webhook secret of the run. */
  readonly secrets?: readonly string[];
}

type Renderer = (report: Report, layout: TextLayout) => string;

/** The formats. The code of each is loaded when it is first used. */
const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer> | Renderer>> = {
  text: () => renderText,
  json: async () => (await import('./json.ts')).renderJson,
  junit: async () => (await import('./junit.ts')).renderJunit,
  github: async () => (await import('./github.ts')).renderGithub,
  markdown: async () => (await import('./markdown.ts')).renderMarkdown,
};

/**
 * Renders a report. The same report gives the same bytes; control characters are escaped in every format, and keys and
 * webhook secrets of the sandbox are replaced by `[redacted]`.
 * @returns text that ends with a line feed
 */
export async function renderReport(
  report: Report,
  format: ReportFormat,
  { color = false, columns = Number.POSITIVE_INFINITY, secrets = [] }: RenderOptions = {},
): Promise<string> {
  const render = await RENDERERS[format]();
  return render(withoutSecrets(report, secrets), { color, columns });
}
