import { type ControlClient, controlClient, type Refusal } from './control-client.ts';
import { SandboxError } from './errors.ts';
import { isCertificateProblem, type NodeTransport } from './node-transport.ts';

/** The message with the name of the field at fault: `until` for `body.until`. A part of the path is no field. */
function naming(path: string, message: string): string {
  const name = path.slice(path.indexOf('.') + 1);
  if (message.includes(path)) return message.replaceAll(path, name);
  return name === path || path.startsWith('params.') ? message : `${name}: ${message}`;
}

function refused(url: string, { status, code, message, path }: Refusal): SandboxError {
  if (code === null) {
    const problem = `${url} responded with ${status}, but not as a sandbox does; is it a sandbox?`;
    return new SandboxError(problem, { code: 'NO_SANDBOX', status });
  }
  return new SandboxError(path === null ? message : naming(path, message), { code, status, path });
}

function unreachable(url: string, cause: Error): SandboxError {
  const why = (cause as NodeJS.ErrnoException).code ?? (cause.message || cause.name);
  const problem = isCertificateProblem(cause)
    ? `the certificate of ${url} is not trusted (${why}); pass the text of its CA file as the option ca, or start this process with NODE_EXTRA_CA_CERTS=<CA file>`
    : `no sandbox responds at ${url} (${why}); start one with "npx energy-rental-sandbox", or correct the address`;
  return new SandboxError(problem, { code: 'UNREACHABLE' });
}

/**
 * The control API for the library: its calls reject with SandboxError.
 * @param headers sent with every call; they identify the caller
 */
export const sandboxControl = (
  url: string,
  transport: NodeTransport,
  headers: Readonly<Record<string, string>>,
): ControlClient =>
  controlClient({
    url,
    headers: () => headers,
    transport: transport.options,
    refused: refusal => refused(url, refusal),
    unreachable: cause => unreachable(url, cause),
  });

/** The path of all calls that concern one account. */
export const ROOT = '/_sandbox/accounts/{account}';

/** The client and the account of a call. */
export interface Caller {
  readonly control: ControlClient;
  readonly path: { readonly account: string };
}
