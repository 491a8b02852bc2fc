/** The name for a snapshot from a file: without its extension and without characters that names cannot have. */
export const snapshotNameOf = (fileName: string): string =>
  fileName
    .replace(/\.json$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'imported';
