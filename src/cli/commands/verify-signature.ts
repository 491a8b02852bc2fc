import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { explainSignature } from '../../webhooks/signature.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE } from '../cli-error.ts';
import type { ProcessIo } from '../process-io.ts';

interface Flags {
  readonly secret?: string;
  readonly signature: string;
  readonly json?: boolean;
}

const EXAMPLES = `
The body has to be the bytes that came, before any parser or editor had them.

Examples:
  energy-sandbox verify-signature --secret whsec_… --signature sha256=… body
  export ENERGY_SANDBOX_WEBHOOK_SECRET=whsec_…
  energy-sandbox verify-signature --signature 'sha256=…' < body.json`;

/** The body's bytes, of a file or of what is piped in. */
async function readBody(file: string, { input }: ProcessIo): Promise<Buffer> {
  if (file === '-') {
    if (input.isTTY) throw new CliError('no body: name a file, or pipe it in', EXIT_USAGE);
    return buffer(input);
  }
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError(
      `${file}: cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`,
      EXIT_USAGE,
    );
  }
}

async function verify(file: string, flags: Flags, io: ProcessIo): Promise<void> {
  const { out, environment } = io;
  const secret = flags.secret ?? environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
  if (!secret) {
    throw new CliError(
      'no secret: give --secret or ENERGY_SANDBOX_WEBHOOK_SECRET; the banner of the server shows it',
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
  if (!verdict.valid) throw new CliError(`wrong: ${verdict.sentence} (${body.length} bytes of body)`);
  out.line(`${out.paint('green', 'right')}: this secret signed these ${body.length} bytes`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[file]', 'the body as it came; - or nothing reads it from stdin', '-')
    .option('--secret <secret>', 'the webhook secret [ENERGY_SANDBOX_WEBHOOK_SECRET]')
    .requiredOption('--signature <value>', "the value of X-Webhook-Signature, 'sha256=…'")
    .option('--json', 'the verdict as JSON: valid, why, sentence')
    .addHelpText('after', EXAMPLES)
    .action((file: string, flags: Flags) => verify(file, flags, io));
}
