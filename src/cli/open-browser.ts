import { spawn } from 'node:child_process';

/** The command that opens a URL in the default browser. */
function openerOf(url: string): readonly [string, readonly string[]] {
  if (process.platform === 'darwin') return ['open', [url]];
  if (process.platform === 'win32') return ['cmd', ['/c', 'start', '', url]];
  return ['xdg-open', [url]];
}

/** Opens a page in the browser. Errors are ignored, because the address was printed, too. */
export function openBrowser(url: string): void {
  const [command, args] = openerOf(url);
  const opener = spawn(command, args, { detached: true, stdio: 'ignore' });
  opener.on('error', () => undefined);
  opener.unref();
}
