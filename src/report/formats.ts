export const REPORT_FORMATS = ['text', 'json', 'junit', 'github', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  txt: 'text',
  json: 'json',
  xml: 'junit',
  md: 'markdown',
  markdown: 'markdown',
};

/** The format that the name of a file asks for, or null. */
export function formatOfFile(path: string): ReportFormat | null {
  const extension = /\.([a-z]+)$/.exec(path.toLowerCase())?.[1];
  return (
    (extension && Object.hasOwn(FORMAT_OF_EXTENSION, extension) && FORMAT_OF_EXTENSION[extension]) || null
  );
}
