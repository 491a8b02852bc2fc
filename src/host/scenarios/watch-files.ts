import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileProblem } from '../node/files.ts';

/**
 * Where to look for changes: any entry of a folder, or one of its files. A watch of the file itself would lose a file that
 * an editor saves under another name and renames.
 */
interface Watched {
  readonly folder: string;
  /** Null for all entries. */
  readonly file: string | null;
}

export const folderAt = (folder: string): Watched => ({ folder, file: null });

export const fileAt = (path: string): Watched => ({ folder: dirname(path), file: basename(path) });

/** In a volume of Kubernetes, files are links into a folder `..data`, which is replaced as a whole. */
const concerns = ({ file }: Watched, name: string | null): boolean =>
  file === null || name === null || name === file || name.startsWith('..');

/**
 * Watches files. It does not keep the process alive.
 * @param onProblem told why a folder cannot be watched, or is no longer watched
 * @returns a function that ends it
 */
export function watchFiles(
  all: readonly Watched[],
  onChange: () => void,
  onProblem: (problem: string) => void,
): () => void {
  const watchers: FSWatcher[] = [];
  for (const watched of all) {
    const problem = (error: unknown): void => onProblem(`${watched.folder}: ${fileProblem(error)}`);
    try {
      const watcher = watch(watched.folder, { persistent: false }, (_type, name) => {
        if (concerns(watched, name)) onChange();
      });
      watchers.push(watcher.on('error', problem));
    } catch (error) {
      problem(error);
    }
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
