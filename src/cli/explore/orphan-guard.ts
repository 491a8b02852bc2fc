import { type ChildProcess, spawn } from 'node:child_process';

/**
 * The program of the guard. Each line on its stdin is a list of process ids, which replaces the one before. When stdin
 * ends, it ends those of the last list. It is plain JavaScript that `node -e` can run.
 */
const PROGRAM = `
const { spawnSync } = require('node:child_process');
const GRACE_MS = 2000;
let text = '';
const pids = () => text.split('\\n').at(-2)?.split(' ').filter(Boolean) ?? [];
const send = signal => {
  for (const pid of pids()) {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', pid, '/T', '/F']);
    else try { process.kill(-Number(pid), signal); } catch {}
  }
};
process.stdin.setEncoding('utf8').on('data', chunk => { text = (text + chunk).slice(-10000); });
process.stdin.on('end', () => {
  if (pids().length === 0) return;
  send('SIGTERM');
  setTimeout(send, GRACE_MS, 'SIGKILL');
});
`;

/**
 * A process that ends the suites in progress if this one is killed and cannot do so itself. It notices by the end of its
 * stdin, on all systems, and leaves by itself.
 */
export class OrphanGuard {
  readonly #pids = new Set<number>();
  #child: ChildProcess | null = null;

  /** @param pid leads a process group, or on Windows a tree of processes */
  watch(pid: number): void {
    this.#pids.add(pid);
    this.#tell();
  }

  /** Whatever has this id later is none of its business. */
  forget(pid: number): void {
    this.#pids.delete(pid);
    this.#tell();
  }

  #tell(): void {
    this.#child ??= this.#start();
    this.#child.stdin!.write(`${[...this.#pids].join(' ')}\n`);
  }

  /** A session of its own keeps Ctrl-C from it. Neither it nor its stdin keeps this process from ending. */
  #start(): ChildProcess {
    const child = spawn(process.execPath, ['-e', PROGRAM], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    // Without a guard, the exploration still works.
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.unref();
    (child.stdin as unknown as { unref?: () => void }).unref?.();
    return child;
  }
}
