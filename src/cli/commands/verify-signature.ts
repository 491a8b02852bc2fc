import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { fileProblem } from '../../files/file-problem.ts';
import { explainSignature } from '../../webhooks/signature.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE } from '../cli-error.ts';
import type { ProcessIo } from '../process-io.ts';

interface Flags {
  readonly secret?: string;
  readonly signature: string;
  readonly json?: boolean;
}

const EXAMPLES = `
The body must be the exact bytes received, before any parser or editor changed
them.

Examples:
  energy-sandbox verify-signature --secret whsec_… --signature sha256=… body
  export ENERGY_SANDBOX_WEBHOOK_SECRET=whsec_…
  energy-sandbox verify-signature --signature 'sha256=…' < body.json`;

/** Reads the body from a file or from stdin. */
async function readBody(file: string, { input }: ProcessIo): Promise<Buffer> {
  if (file === '-') {
    if (input.isTTY) throw new CliError('no body: name a file, or pipe the body to stdin', EXIT_USAGE);
    return buffer(input);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new CliError(`${file}: cannot read the file: ${fileProblem(error)}`, EXIT_USAGE);
  }
}

async function verify(file: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, environment } = io;
  const secret = flags.secret ?? environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
  if (!secret) {
    throw new CliError(
      'no secret: set --secret or ENERGY_SANDBOX_WEBHOOK_SECRET; the server prints it at startup',
      EXIT_USAGE,
    );
  }
  const body = await readBody(file, io);
  const verdict = explainSignature({ body, header: flags.signature, secret });
  if (flags.json) {
    out.json(
      verdict.valid
        ? { valid: true, bytes: body.length }
        : { valid: false, why: verdict.why, sentence: verdict.sentence, bytes: body.length },
    );
    if (!verdict.valid) throw new CliError('', EXIT_FAILED);
    return;
  }
  if (!verdict.valid)
    throw new CliError(`invalid signature: ${verdict.sentence} (${body.length} bytes of body)`);
  out.line(
    `${out.paint('green', 'valid')}: the signature matches these ${body.length} bytes and this secret`,
  );
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[file]', 'file with the raw body; - or nothing reads it from stdin', '-')
    .option('--secret <secret>', 'webhook secret [ENERGY_SANDBOX_WEBHOOK_SECRET]')
    .requiredOption('--signature <value>', "value of X-Webhook-Signature, such as 'sha256=…'")
    .option('--json', 'print the result as JSON: valid, why, sentence, bytes')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: Flags) => verify(file, flags, io));
}
