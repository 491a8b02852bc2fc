import { escapeOutput } from '../../core/text/escape.ts';

/** Prints a notice of the server itself on stderr, escaped: an error may quote a client. */
export const printNotice = (text: string): void =>
  void process.stderr.write(`energy-rental-sandbox: ${escapeOutput(text, false)}\n`);
