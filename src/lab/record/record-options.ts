import type { Report } from '../../judge/report/report.ts';
import type { Outcome } from '../har/har-entry.ts';

/** Options of a recording. */
export interface RecordOptions {
  /** The origin of the service, such as `https://api.example.com`. */
  readonly target: string;
  /** The HAR file, which must not exist yet. */
  readonly out: string;
  /** The port for clients; 0, the default, picks a free one. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The URL of the webhook receiver. With it, webhooks are recorded, too. */
  readonly webhooksTo?: string;
  /** The port for webhooks; 0, the default, picks a free one. */
  readonly webhookPort?: number;
  /** The webhook secret, to record whether signatures verify. It is not written. */
  readonly webhookSecret?: string;
  /** Fields whose values are replaced, such as `address` or `external_id`. Credentials always are. */
  readonly redact?: readonly string[];
  /** Certificates of further authorities to trust, in PEM. */
  readonly ca?: string;
  /** Called after each exchange has been written. */
  readonly onExchange?: (exchange: RecordedSummary) => void;
  /** Called with a sentence if something could not be recorded. Traffic continues. */
  readonly onRemark?: (remark: string) => void;
}

/** An exchange in short, without its data. */
export interface RecordedSummary {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly direction: 'api' | 'webhook';
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly problems: readonly string[];
}

/** A recording in progress. */
export interface Recording {
  /** The base URL for clients. */
  readonly url: string;
  /** The URL for the service to send webhooks to; null without `webhooksTo`. */
  readonly webhookUrl: string | null;
  /**
   * Lets exchanges in progress end for up to two seconds, and closes the file.
   * @returns where the service and the description disagree
   */
  close(): Promise<Report>;
}

/** A recording that cannot begin. The message names the option and says how to fix it. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
