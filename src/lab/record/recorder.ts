import { rootCertificates } from 'node:tls';
import type { Contract } from '../../contract/contract-types.ts';
import { builtinContract } from '../../contract/load-contract.ts';
import { namesServer } from '../../core/domain/ip.ts';
import { unknownOption } from '../../core/text/nearest-word.ts';
import { fileProblem } from '../../host/node/files.ts';
import { type HostClock, systemClock } from '../../host/node/host-clock.ts';
import { VERSION } from '../../host/node/version.ts';
import type { Report } from '../../judge/report/report-model.ts';
import { HarWriter, type Outcome } from '../har/write-har.ts';
import { Disagreements, examine } from './disagreements.ts';
import { pathOf, type RawExchange } from './exchange.ts';
import { entryOf } from './har-entry.ts';
import { Redactor } from './redactor.ts';
import { Listener, MAX_CONNECTIONS, type Target } from './relay.ts';

export interface RecordOptions {
  /** The origin of the service, such as `https://api.example.com`. */
  readonly target: string;
  /** The HAR file, which must not exist yet. */
  readonly out: string;
  /** The port for clients; 0, the default, picks a free one. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The URL of the webhook receiver. With it, webhooks are also recorded. */
  readonly webhooks_to?: string;
  /** The port for webhooks; 0, the default, picks a free one. */
  readonly webhook_port?: number;
  /** The webhook secret, to record whether signatures verify. It is not written. */
  readonly webhook_secret?: string;
  /** Fields whose values are replaced, such as `address` or `external_id`. Credentials always are. */
  readonly redact?: readonly string[];
  /** Certificates of further authorities to trust, in PEM. */
  readonly ca?: string;
  /** Called after each exchange has been written. */
  readonly on_exchange?: (exchange: RecordedSummary) => void;
  /** Called with a sentence if something could not be recorded. Traffic continues. */
  readonly on_remark?: (remark: string) => void;
}

const OPTIONS: readonly (keyof RecordOptions)[] = [
  'target',
  'out',
  'port',
  'host',
  'webhooks_to',
  'webhook_port',
  'webhook_secret',
  'redact',
  'ca',
  'on_exchange',
  'on_remark',
];

/** A summary of an exchange, without its data. */
export interface RecordedSummary {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly direction: 'api' | 'webhook';
  readonly method: string;
  readonly path: string;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly duration_ms: number;
  readonly outcome: Outcome;
  readonly problems: readonly string[];
}

/** A recording in progress. */
export interface Recording {
  /** The base URL for clients. */
  readonly url: string;
  /** The URL for the service to send webhooks to; null without `webhooks_to`. */
  readonly webhook_url: string | null;
  /**
   * Waits up to two seconds for exchanges in progress to end, and closes the file.
   * @returns where the service and the description disagree
   */
  close(): Promise<Report>;
}

/** A recording that cannot begin. The message names the option and says how to fix it. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}

/** Writes exchanges in the order in which they end. */
class Journal {
  readonly #options: RecordOptions;
  readonly #contract: Contract;
  readonly #writer: HarWriter;
  readonly #redactor: Redactor;
  readonly #disagreements = new Disagreements();
  #last: Promise<void> = Promise.resolve();
  #webhooks = 0;
  #incomplete = 0;
  #written = 0;
  #unrecorded = 0;
  #failed = false;

  constructor(options: RecordOptions, contract: Contract, writer: HarWriter) {
    this.#options = options;
    this.#contract = contract;
    this.#writer = writer;
    const { redact = [], webhook_secret: webhookSecret } = options;
    this.#redactor = new Redactor(redact, webhookSecret === undefined ? [] : [webhookSecret]);
  }

  add(exchange: RawExchange, origin: string): void {
    this.#last = this.#last
      .then(() => this.#write(exchange, origin))
      .catch((error: Error) =>
        this.#options.on_remark?.(`an exchange could not be recorded: ${error.stack}`),
      );
  }

  async close(): Promise<Report> {
    await this.#last;
    this.#writer.close();
    return this.#disagreements.report({
      file: this.#options.out,
      exchanges: this.#written,
      webhooks: this.#webhooks,
      incomplete: this.#incomplete,
      unrecorded: this.#unrecorded,
    });
  }

  async #write(exchange: RawExchange, origin: string): Promise<void> {
    const { request, response, outcome, direction } = exchange;
    const redactor = this.#redactor;
    const examined = await examine(exchange, this.#contract, this.#options.webhook_secret);
    const entry = entryOf(exchange, { origin, examined, redactor });
    const number = this.#append(entry);
    if (number === null) return;
    this.#written += 1;
    if (direction === 'webhook') this.#webhooks += 1;
    if (outcome.kind !== 'complete') this.#incomplete += 1;
    const problems = examined.problems.map(one => ({
      ...one,
      subject: redactor.text(one.subject),
      message: redactor.text(one.message),
    }));
    this.#disagreements.add(number, problems);
    this.#options.on_exchange?.({
      number,
      direction,
      method: request.method,
      path: redactor.url(pathOf(request.target)),
      status: response?.status ?? null,
      duration_ms: entry.time,
      outcome,
      problems: problems.map(({ message }) => message),
    });
  }

  /** @returns null if the file cannot be written; traffic continues unrecorded */
  #append(entry: Parameters<HarWriter['append']>[0]): number | null {
    try {
      const number = this.#writer.append(entry);
      this.#failed = false;
      return number;
    } catch (error) {
      this.#unrecorded += 1;
      const problem = `${this.#options.out} cannot be written: ${(error as Error).message}`;
      if (!this.#failed) this.#options.on_remark?.(`${problem}; traffic is passed on without being recorded`);
      this.#failed = true;
      return null;
    }
  }
}

/** @throws RecordError if the file exists or cannot be created */
function openFile({ out }: RecordOptions): HarWriter {
  try {
    return new HarWriter(out, VERSION);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new RecordError(`out: ${out} exists; choose another name, or remove it`);
    const why = code === 'ENOENT' ? 'its folder does not exist; create it' : fileProblem(error as Error);
    throw new RecordError(`out: ${out} cannot be opened: ${why} (${code})`);
  }
}

/** The target of requests, with the path that its URL had. */
type Destination = Target & { readonly path: string };

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** @throws RecordError if it is not an HTTP URL, or contains a user or password */
function readDestination(option: string, text: string, ca: string | undefined): Destination {
  const url = URL.canParse(text) ? new URL(text) : null;
  const standardPort = url ? PORTS[url.protocol] : undefined;
  if (!url || standardPort === undefined)
    throw new RecordError(
      `${option}: expected a URL such as https://api.example.com, got ${JSON.stringify(text)}`,
    );
  if (url.username !== '' || url.password !== '')
    throw new RecordError(
      `${option}: a URL with a user or password is not supported; the client sends its own key`,
    );
  return {
    origin: url.origin,
    authority: url.host,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? standardPort : Number(url.port),
    tls: url.protocol === 'https:',
    ca: ca === undefined ? undefined : [...rootCertificates, ca],
    path: url.pathname + url.search,
  };
}

/** @throws RecordError if it has a path: the recorder passes paths on as they are */
function readTarget(text: string, ca: string | undefined): Destination {
  const destination = readDestination('target', text, ca);
  if (destination.path === '/') return destination;
  const { origin, path } = destination;
  throw new RecordError(
    `target: expected the origin alone, ${origin}; paths are passed on as they are, so add ${path} to the URL that the client uses`,
  );
}

/** Passes on each text once, so that what a client causes often does not hide everything else. */
function eachOnce(remark: RecordOptions['on_remark']): (text: string) => void {
  const passedOn = new Set<string>();
  return text => {
    if (!passedOn.has(text)) remark?.(text);
    passedOn.add(text);
  };
}

/**
 * Starts to record the traffic between clients and a service, and between the service and a webhook receiver.
 * @throws RecordError if an option is invalid, or the file or a port cannot be used
 */
export const record = (options: RecordOptions): Promise<Recording> => recordByClock(systemClock, options);

/** Records like `record`, with the times of another clock. */
export async function recordByClock(clock: HostClock, options: RecordOptions): Promise<Recording> {
  const unknown = unknownOption(options, OPTIONS);
  if (unknown !== null) throw new RecordError(unknown.problem);
  const {
    host = '127.0.0.1',
    port = 0,
    webhook_port: webhookPort = 0,
    webhooks_to: webhooksTo,
    ca,
  } = options;
  const service = readTarget(options.target, ca);
  const receiver = webhooksTo === undefined ? null : readDestination('webhooks_to', webhooksTo, ca);
  const contract = await builtinContract('energy-rental-v1');
  // Loads the validator of responses now, so that it does not delay the first exchange.
  await contract.validateResponse('getBalance', 200, {}, {});
  const journal = new Journal(options, contract, openFile(options));
  const remark = eachOnce(options.on_remark);
  const listen = async (
    direction: RawExchange['direction'],
    at: number,
    to: Destination,
  ): Promise<Listener> => {
    try {
      return await Listener.start({
        direction,
        host,
        port: at,
        portName: direction === 'api' ? 'port' : 'webhook_port',
        target: to,
        clock,
        // Webhooks may arrive through a tunnel, under any name. A page could send them anyway; it cannot sign them.
        isOwnHost: header => direction === 'webhook' || namesServer(header, host),
        onExchange: exchange => journal.add(exchange, to.origin),
        onUnrecorded: reason => remark(`not passed on, and the connection reset: ${reason}`),
        onRefused: () =>
          remark(`more than ${MAX_CONNECTIONS} connections at a time; further ones are closed`),
      });
    } catch (error) {
      throw new RecordError((error as Error).message);
    }
  };
  const listeners: Listener[] = [];
  const closeAll = async (): Promise<Report> => {
    await Promise.all(listeners.map(one => one.close()));
    return journal.close();
  };
  try {
    listeners.push(await listen('api', port, service));
    if (receiver) listeners.push(await listen('webhook', webhookPort, receiver));
  } catch (error) {
    await closeAll();
    throw error;
  }
  return {
    url: listeners[0]!.url,
    webhook_url: receiver ? listeners[1]!.url + receiver.path : null,
    close: closeAll,
  };
}
