import { spawn } from 'node:child_process';

/** The program that opens a URL as a click on it would. */
function openerOf(url: string): readonly [string, readonly string[]] {
  if (process.platform === 'darwin') return ['open', [url]];
  if (process.platform === 'win32') return ['cmd', ['/c', 'start', '', url]];
  return ['xdg-open', [url]];
}

/** Opens a page in the browser. Where there is none, the address that was printed has to do. */
export function openBrowser(url: string): void {
  const [command, words] = openerOf(url);
  const opener = spawn(command, words, { detached: true, stdio: 'ignore' });
  opener.on('error', () => undefined);
  opener.unref();
}
