import Assembler from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { jsonVerifier, type VerifierError } from 'stream-json/core/utils/verifier.js';

/** The maximum length of a string or number in characters. It does not apply to a document that arrives in one piece. */
export const MAX_TOKEN = 2 * 1024 * 1024;

/** A document that is nested more deeply than allowed. */
export class NestingError extends SyntaxError {}

/**
 * Parses a JSON document that is given piece by piece, so that a large one does not block the event loop. Accepts what
 * `JSON.parse` accepts, up to a nesting depth.
 */
export class LargeJson {
  readonly #maxDepth: number;
  readonly #parse = jsonParser({ streamValues: false });
  readonly #assembler = new Assembler();
  #depth = 0;
  /** Characters since the last complete token. */
  #pending = 0;
  #isEmpty = true;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** Parses a piece. @throws SyntaxError; NestingError */
  write(piece: string): void {
    const tokens = this.#tokensOf(piece);
    this.#pending = tokens.length > 0 ? 0 : this.#pending + piece.length;
    if (this.#pending > MAX_TOKEN) throw new SyntaxError(`a text longer than ${MAX_TOKEN} characters`);
    for (const token of tokens) {
      this.#isEmpty = false;
      if (token.name === 'startObject' || token.name === 'startArray') this.#depth += 1;
      else if (token.name === 'endObject' || token.name === 'endArray') this.#depth -= 1;
      if (this.#depth > this.#maxDepth) throw new NestingError(`nested deeper than ${this.#maxDepth} levels`);
      this.#assembler.consume(token);
    }
  }

  /** Ends the document and returns its value. @throws SyntaxError if it is not complete */
  end(): unknown {
    // A number ends only with the character after it.
    this.write(' ');
    if (this.#isEmpty || this.#depth > 0) throw new SyntaxError('Unexpected end of JSON input');
    return this.#assembler.current;
  }

  #tokensOf(piece: string): Token[] {
    try {
      const parsed = this.#parse(piece);
      return typeof parsed === 'object' && parsed !== null && 'values' in parsed
        ? (parsed.values as Token[])
        : [];
    } catch (error) {
      throw new SyntaxError((error as Error).message);
    }
  }
}

/** The expectation at the place of a mistake, such as `expected a value`. */
export const expectationOf = ({ message }: Error): string =>
  message.replace(/^ERROR at .*?\): /, '').replace(/^Verifier (cannot parse input: |has )/, '');

/** Finds the first mistake in a JSON document that is given in pieces. @returns null if it only ends too early */
export function* findMistake(pieces: Iterable<Buffer>): Generator<undefined, string | null> {
  const verify = jsonVerifier();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    for (const piece of pieces) {
      verify(decoder.decode(piece, { stream: true }));
      yield;
    }
    return null;
  } catch (error) {
    const { line, pos } = error as VerifierError;
    return `${expectationOf(error as Error)} at line ${line}, position ${pos}`;
  }
}
