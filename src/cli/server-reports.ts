import { systemClock } from '../clock/host-clock.ts';
import type { RunningSandbox } from '../sandbox.ts';
import { failureOf, reportFailure } from './cli-error.ts';
import { jsonLogLine, type LogLevel } from './json-log.ts';
import type { ProcessIo } from './process-io.ts';
import { escapeControls } from './terminal.ts';

/** What a server reports about itself on stderr, in the form of its log. */
export interface ServerReports {
  /** Something that the operator should know, such as a file that cannot be read. */
  remark(text: string): void;
  started(sandbox: RunningSandbox, version: string): void;
  /** A signal asked the server to stop. */
  stopping(): void;
  stopped(): void;
  /** The server could not start, or not stop as it should. @returns the exit code */
  failed(error: unknown): number;
}

/** The reports as text: only what needs attention. */
export const textReports = ({ err }: ProcessIo): ServerReports => ({
  remark: text => err.line(`energy-sandbox: ${escapeControls(text)}`),
  started: () => undefined,
  stopping: () => undefined,
  stopped: () => undefined,
  failed: error => reportFailure(error, err),
});

/** The reports as lines of the JSON log. They contain no credentials. */
export function jsonReports({ err }: ProcessIo): ServerReports {
  const write = (level: LogLevel, fields: object): void =>
    err.line(jsonLogLine(level, fields, systemClock.wallMs()));
  return {
    remark: message => write('warn', { kind: 'remark', message }),
    started: ({ publicUrl, port, core }, version) => {
      const accounts = core.accounts.list().length;
      write('info', { kind: 'started', version, base_url: publicUrl, port, accounts });
    },
    stopping: () => write('info', { kind: 'stopping' }),
    stopped: () => write('info', { kind: 'stopped' }),
    failed: error => {
      const { message, exitCode } = failureOf(error);
      write('error', { kind: 'failed', message });
      return exitCode;
    },
  };
}
