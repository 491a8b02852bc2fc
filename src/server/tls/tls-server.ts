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

async function readPem(option: 'tlsCert' | 'tlsKey', path: string): Promise<string> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    throw optionError(option, `${path}: ${fileProblem(error)}`);
  }
}

function checkPart(option: 'tlsCert' | 'tlsKey', path: string, part: { cert?: string; key?: string }): void {
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
  { tlsCert, tlsKey, tlsNames, tlsCaFile }: SandboxOptions,
  remark: (text: string) => void,
): Promise<ServerIdentity> {
  if (tlsCert === undefined) throw optionError('tlsCert', 'missing; tlsKey needs the certificate of the key');
  if (tlsKey === undefined)
    throw optionError('tlsKey', 'missing; tlsCert needs the private key of the certificate');
  for (const [option, value] of Object.entries({ tlsNames, tlsCaFile })) {
    if (value === undefined) continue;
    const problem = 'applies to a generated certificate; omit it, or tlsCert and tlsKey';
    throw optionError(option as 'tlsNames' | 'tlsCaFile', problem);
  }
  // One after the other, so that the error is always the same if neither file can be read.
  const cert = await readPem('tlsCert', tlsCert);
  const key = await readPem('tlsKey', tlsKey);
  warnIfExposed(tlsKey, remark);
  checkPart('tlsCert', tlsCert, { cert });
  checkPart('tlsKey', tlsKey, { key });
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw optionError(
      'tlsKey',
      `${tlsKey}: not the key of the certificate in ${tlsCert} (${(error as Error).message})`,
    );
  }
  return { cert, key, publish: async () => null, close: async () => undefined };
}

function namesOf({ host = DEFAULT_HOST, tlsNames = [] }: SandboxOptions): string[] {
  for (const name of tlsNames) {
    if (isIP(name) !== 0 || (name.length <= MAX_NAME_LENGTH && HOST_NAME.test(name))) continue;
    throw optionError(
      'tlsNames',
      `expected a host name or an IP address, without scheme and port, got ${JSON.stringify(name)}`,
    );
  }
  return [...new Set([...LOCAL_NAMES, host.replace(/^\[(.*)\]$/, '$1'), ...tlsNames])];
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
  if (options.tlsCert !== undefined || options.tlsKey !== undefined) return readIdentity(options, remark);
  const names = namesOf(options);
  // Loaded on demand: @peculiar/x509 takes long to load.
  const { generateCertificate } = await import('./generate-certificate.ts');
  const { cert, key, ca } = await generateCertificate(names, nowMs);
  const { tlsCaFile } = options;
  let folder: string | null = null;
  const publish = async (): Promise<string> => {
    try {
      if (tlsCaFile === undefined) folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-tls-'));
      const path = folder === null ? resolve(tlsCaFile!) : join(folder, 'ca.pem');
      await writeFile(path, ca);
      return path;
    } catch (error) {
      throw optionError('tlsCaFile', `${tlsCaFile ?? tmpdir()}: ${fileProblem(error)}`);
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
