import Assembler from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { jsonVerifier, type VerifierError } from 'stream-json/core/utils/verifier.js';

/** The maximum length of a string or number in characters. It does not apply to a document that arrives in one piece. */
export const MAX_TOKEN = 2 * 1024 * 1024;

/** A document that is nested more deeply than allowed, or has too many values. The message continues "the document …". */
export class JsonLimitError extends SyntaxError {}

interface JsonLimits {
  readonly maxDepth: number;
  /** The maximum number of values in the document: texts, numbers, objects and so on. */
  readonly maxValues: number;
  /** The maximum number of fields of an object. Listing the fields of an object cannot be interrupted. */
  readonly maxFields: number;
}

/**
 * Parses a JSON document that is given piece by piece, so that a large one does not block the event loop. Accepts what
 * `JSON.parse` accepts, up to a nesting depth and a number of values.
 */
export class LargeJson {
  readonly #limits: JsonLimits;
  readonly #parse = jsonParser({ streamValues: false });
  readonly #assembler = new Assembler();
  #values = 0;
  /** The number of fields of each object that is open, and 0 for each array. */
  readonly #open: number[] = [];
  /** Characters since the last complete token. */
  #pending = 0;
  #isEmpty = true;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** @throws SyntaxError; JsonLimitError */
  write(piece: string): void {
    const tokens = this.#tokensOf(piece);
    this.#pending = tokens.length > 0 ? 0 : this.#pending + piece.length;
    if (this.#pending > MAX_TOKEN) throw new SyntaxError(`a text longer than ${MAX_TOKEN} characters`);
    for (const token of tokens) {
      this.#isEmpty = false;
      this.#count(token);
      this.#assembler.consume(token);
    }
  }

  #count({ name }: Token): void {
    const { maxDepth, maxValues, maxFields } = this.#limits;
    if (name === 'endObject' || name === 'endArray') this.#open.pop();
    else if (name === 'keyValue') {
      if (++this.#open[this.#open.length - 1]! > maxFields)
        throw new JsonLimitError(`has an object with more than ${maxFields} fields`);
    } else {
      if (++this.#values > maxValues) throw new JsonLimitError(`has more than ${maxValues} values`);
      if (name !== 'startObject' && name !== 'startArray') return;
      this.#open.push(0);
      if (this.#open.length > maxDepth) throw new JsonLimitError(`is nested deeper than ${maxDepth} levels`);
    }
  }

  /** Ends the document and returns its value. @throws SyntaxError if it is not complete */
  end(): unknown {
    // A number ends only with the character after it.
    this.write(' ');
    if (this.#isEmpty || this.#open.length > 0) throw new SyntaxError('Unexpected end of JSON input');
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
