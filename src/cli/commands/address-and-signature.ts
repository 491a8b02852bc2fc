import { buffer } from 'node:stream/consumers';
import { LONGEST_LIKE, readableAddress } from '../../core/domain/address.ts';
import { explainSignature } from '../../core/webhook/signature.ts';
import { readRegularBytes } from '../../host/node/files.ts';
import { wholeNumber } from '../argument-parsers.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE, fileError } from '../cli-error.ts';
import { commands, flag, local, one, required } from '../define-command.ts';
import type { ProcessIo } from '../process-io.ts';

const MAX_COUNT = 1_000;

/** An address that begins with a text; each ordinal gives another one with the same beginning. @throws CliError */
function addressLike(like: string, ordinal: number): string {
  try {
    return readableAddress(like, ordinal === 1 ? '' : String(ordinal));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(`--${error.message}`, EXIT_USAGE);
  }
}

const address = local({
  input: {
    like: one(
      '--like <text>',
      `begin with this text, of at most ${LONGEST_LIKE} characters with the T`,
      String,
      'T',
    ),
    count: one('--count <number>', 'how many addresses to print', wholeNumber('a count', 1, MAX_COUNT), 1),
    json: flag('--json', 'print a JSON array'),
  },
  notes: `
The checksum of each address is valid, and no key exists for it. The same flags
give the same addresses.

Examples:
  energy-sandbox address
  energy-sandbox address --like TShop7 --count 3`,
  run({ like, count, json }, { out }) {
    const addresses = Array.from({ length: count }, (_, index) => addressLike(like, index + 1));
    if (json) out.json(addresses);
    else for (const one of addresses) out.line(one);
  },
});

async function readBody(file: string, { input }: ProcessIo): Promise<Buffer> {
  if (file === '-') {
    if (input.isTTY) throw new CliError('no body: name a file, or pipe the body to stdin', EXIT_USAGE);
    return buffer(input);
  }
  try {
    return readRegularBytes(file);
  } catch (error) {
    throw fileError(file, 'read', error, EXIT_USAGE);
  }
}

const verifySignature = local({
  input: {
    file: one('[file]', 'file with the raw body; - or nothing reads it from stdin', String, '-'),
    secret: one('--secret <secret>', 'webhook secret [ENERGY_SANDBOX_WEBHOOK_SECRET]'),
    signature: required('--signature <value>', "value of X-Webhook-Signature, such as 'sha256=…'"),
    json: flag('--json', 'print the result as JSON: valid, why, sentence, bytes'),
  },
  notes: `
The body must be the exact bytes received, before any parser or editor changed
them.

Examples:
  energy-sandbox verify-signature --secret whsec_… --signature sha256=… body
  energy-sandbox verify-signature --signature 'sha256=…' < body.json`,
  async run({ file, secret: given, signature, json }, io) {
    const { out, environment } = io;
    const secret = given ?? environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
    if (!secret) {
      throw new CliError(
        'no secret: set --secret or ENERGY_SANDBOX_WEBHOOK_SECRET; the server prints it at startup',
        EXIT_USAGE,
      );
    }
    const body = await readBody(file, io);
    const verdict = explainSignature({ body, header: signature, secret });
    if (json) {
      out.json({ ...verdict, bytes: body.length });
      return verdict.valid ? 0 : EXIT_FAILED;
    }
    if (!verdict.valid)
      throw new CliError(`invalid signature: ${verdict.sentence} (${body.length} bytes of body)`);
    out.line(
      `${out.paint('green', 'valid')}: the signature matches these ${body.length} bytes and this secret`,
    );
    return 0;
  },
});

export const { define } = commands({ address, 'verify-signature': verifySignature });
