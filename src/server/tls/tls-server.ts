import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { Server, type ServerOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { fileProblem, readRegularFile, warnIfExposed } from '../../host/node/files.ts';
import { carry, connectionOf } from '../connection.ts';
import { DEFAULT_HOST, optionError, type SandboxOptions } from '../sandbox-options.ts';

export interface ServerIdentity {
  /** The certificate, with any intermediate certificates, and its private key; both PEM. */
  readonly cert: string;
  readonly key: string;
  /**
   * Writes the generated authority, which clients have to trust, to a file. Call it once the server has its port, so that
   * a second server that cannot start does not replace the file of the first.
   * @returns the path; null for a certificate of the user's own
   * @throws OptionError
   */
  publish(): Promise<string | null>;
  /** Removes the file, unless the user chose its place. */
  close(): Promise<void>;
}

const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

const HOST_NAME =
  /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;
const MAX_NAME_LENGTH = 253;

async function readPem(option: 'tls_cert' | 'tls_key', path: string): Promise<string> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    throw optionError(option, `${path}: ${fileProblem(error)}`);
  }
}

function checkPart(
  option: 'tls_cert' | 'tls_key',
  path: string,
  part: { cert?: string; key?: string },
): void {
  try {
    if (Object.values(part).includes('')) throw new Error('the file is empty');
    createSecureContext(part);
  } catch (error) {
    throw optionError(
      option,
      `${path}: not a ${part.cert === undefined ? 'private key without a passphrase' : 'certificate'} in PEM format (${(error as Error).message})`,
    );
  }
}

async function readIdentity(
  { tls_cert, tls_key, tls_names, tls_ca_file }: SandboxOptions,
  remark: (text: string) => void,
): Promise<ServerIdentity> {
  if (tls_cert === undefined)
    throw optionError('tls_cert', 'missing; tls_key needs the certificate of the key');
  if (tls_key === undefined)
    throw optionError('tls_key', 'missing; tls_cert needs the private key of the certificate');
  for (const [option, value] of Object.entries({ tls_names, tls_ca_file })) {
    if (value === undefined) continue;
    const problem = 'applies to a generated certificate; omit it, or tls_cert and tls_key';
    throw optionError(option as 'tls_names' | 'tls_ca_file', problem);
  }
  // One after the other, so that the error is always the same if neither file can be read.
  const cert = await readPem('tls_cert', tls_cert);
  const key = await readPem('tls_key', tls_key);
  warnIfExposed(tls_key, remark);
  checkPart('tls_cert', tls_cert, { cert });
  checkPart('tls_key', tls_key, { key });
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw optionError(
      'tls_key',
      `${tls_key}: not the key of the certificate in ${tls_cert} (${(error as Error).message})`,
    );
  }
  return { cert, key, publish: async () => null, close: async () => undefined };
}

function namesOf({ host = DEFAULT_HOST, tls_names = [] }: SandboxOptions): string[] {
  for (const name of tls_names) {
    if (isIP(name) !== 0 || (name.length <= MAX_NAME_LENGTH && HOST_NAME.test(name))) continue;
    throw optionError(
      'tls_names',
      `expected a host name or an IP address, without scheme and port, got ${JSON.stringify(name)}`,
    );
  }
  return [...new Set([...LOCAL_NAMES, host.replace(/^\[(.*)\]$/, '$1'), ...tls_names])];
}

/**
 * Reads the certificate that the options name, or generates one.
 * @param remark receives a warning about the file of the key
 * @throws OptionError for a certificate, key, name or file that cannot be used
 */
export async function openIdentity(
  options: SandboxOptions,
  nowMs: number,
  remark: (text: string) => void,
): Promise<ServerIdentity> {
  if (options.tls_cert !== undefined || options.tls_key !== undefined) return readIdentity(options, remark);
  const names = namesOf(options);
  // Loaded on demand: @peculiar/x509 takes long to load.
  const { generateCertificate } = await import('./generate-certificate.ts');
  const { cert, key, ca } = await generateCertificate(names, nowMs);
  const { tls_ca_file } = options;
  let folder: string | null = null;
  const publish = async (): Promise<string> => {
    try {
      if (tls_ca_file === undefined) folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-tls-'));
      const path = folder === null ? resolve(tls_ca_file!) : join(folder, 'ca.pem');
      await writeFile(path, ca);
      return path;
    } catch (error) {
      throw optionError('tls_ca_file', `${tls_ca_file ?? tmpdir()}: ${fileProblem(error)}`);
    }
  };
  const close = async (): Promise<void> => {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  return { cert, key, publish, close };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** An HTTP server with TLS that also knows the connections in their handshake. */
class TlsServer extends Server {
  /** The connections, by the address and port of the client. */
  readonly #inHandshake = new Map<string, Socket>();

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (carrier: Socket) => {
      const peer = peerOf(carrier);
      this.#inHandshake.set(peer, carrier);
      carrier.once('close', () => {
        if (this.#inHandshake.get(peer) === carrier) this.#inHandshake.delete(peer);
      });
    });
    this.on('secureConnection', (connection: TLSSocket) => {
      const peer = peerOf(connection);
      const carrier = this.#inHandshake.get(peer);
      this.#inHandshake.delete(peer);
      if (carrier) carry(connection, connectionOf(carrier));
    });
    // No response can be sent before the handshake.
    this.on('tlsClientError', (_error, connection) => connection.destroy());
  }

  /** Also closes connections in their handshake. Node would wait for them, as they are not HTTP connections yet. */
  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const carrier of this.#inHandshake.values()) carrier.destroy();
  }
}

export const tlsServers =
  ({ cert, key }: ServerIdentity) =>
  (options: ServerOptions, listener: RequestListener): Server =>
    new TlsServer({ ...options, cert, key }, listener);
