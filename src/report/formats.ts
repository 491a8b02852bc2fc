export const REPORT_FORMATS = ['text', 'json', 'junit', 'sarif', 'github', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  txt: 'text',
  json: 'json',
  xml: 'junit',
  sarif: 'sarif',
  md: 'markdown',
  markdown: 'markdown',
};

/** The format that the name of a file asks for: `findings.sarif` and `findings.sarif.json` are SARIF; null for others. */
export function formatOfFile(path: string): ReportFormat | null {
  const name = path.toLowerCase();
  if (name.endsWith('.sarif.json')) return 'sarif';
  const extension = /\.([a-z]+)$/.exec(name)?.[1];
  return (
    (extension && Object.hasOwn(FORMAT_OF_EXTENSION, extension) && FORMAT_OF_EXTENSION[extension]) || null
  );
}
