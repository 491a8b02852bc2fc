/** The longest text or number in characters, except in a document that is complete at once. */
export const MAX_TOKEN = 2 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Numbers, true, false and null. */
const BARE_WORD = /[-+.0-9A-Za-z]+/y;
const LONGEST_QUOTE = 20;

/** A document that is nested more deeply than allowed. */
export class NestingError extends SyntaxError {}

/** A list or an object that is still open. */
interface Level {
  readonly container: unknown[] | Record<string, unknown>;
  /** The key of the value that comes next; null if a key comes next. */
  key: string | null;
}

/** What may come next: a value, a value or the end of an empty container, a colon, a comma or the end, or nothing. */
type Expecting = 'value' | 'first' | 'key' | 'colon' | 'comma' | 'nothing';

/**
 * Parses a JSON document that is given piece by piece, so that a large one does not block the event loop. Accepts what
 * `JSON.parse` accepts, up to a nesting depth.
 */
export class IncrementalJson {
  readonly #maxDepth: number;
  readonly #levels: Level[] = [];
  #expecting: Expecting = 'value';
  #result: unknown;
  /** The text that is not parsed yet: at most an incomplete token. */
  #text = '';
  #at = 0;
  /** The number of characters before `#text`. */
  #before = 0;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** Parses a piece. @throws SyntaxError with the position; NestingError */
  write(piece: string): void {
    this.#before += this.#at;
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    if (this.#text.length - piece.length > MAX_TOKEN) {
      throw new SyntaxError(`a text longer than ${MAX_TOKEN} characters at position ${this.#before}`);
    }
    while (this.#token(false));
  }

  /** Ends the document and returns its value. @throws SyntaxError if it is not complete */
  end(): unknown {
    while (this.#token(true));
    if (this.#expecting !== 'nothing' || this.#at < this.#text.length) {
      throw new SyntaxError('Unexpected end of JSON input');
    }
    return this.#result;
  }

  /** Parses one token. Returns false if there is no complete one. */
  #token(isLast: boolean): boolean {
    const code = this.#skipSpaces();
    switch (code) {
      case -1:
        return false;
      case QUOTE:
        return this.#string();
      case OPENING_BRACE:
        return this.#open({});
      case OPENING_BRACKET:
        return this.#open([]);
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        return this.#close(code === CLOSING_BRACKET);
      case COLON:
        return this.#separator('colon', 'value');
      case COMMA:
        return this.#separator('comma', this.#isInList() ? 'value' : 'key');
      default:
        return this.#bareWord(isLast);
    }
  }

  /** Skips white space. Returns the code of the next character, or -1. */
  #skipSpaces(): number {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    return -1;
  }

  #isInList(): boolean {
    return Array.isArray(this.#levels.at(-1)?.container);
  }

  #separator(expected: Expecting, next: Expecting): boolean {
    if (this.#expecting !== expected) this.#refuse();
    this.#expecting = next;
    this.#at += 1;
    return true;
  }

  #string(): boolean {
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) return false;
    const text = this.#parsed(this.#text.slice(this.#at, end + 1)) as string;
    const level = this.#levels.at(-1);
    const isKey =
      this.#expecting === 'key' || (this.#expecting === 'first' && level !== undefined && !this.#isInList());
    if (isKey) {
      level!.key = text;
      this.#expecting = 'colon';
    } else this.#add(text);
    this.#at = end + 1;
    return true;
  }

  #isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (this.#text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }

  #bareWord(isLast: boolean): boolean {
    BARE_WORD.lastIndex = this.#at;
    const [word] = BARE_WORD.exec(this.#text) ?? this.#refuse();
    if (this.#at + word.length === this.#text.length && !isLast) return false;
    this.#add(this.#parsed(word));
    this.#at += word.length;
    return true;
  }

  /** JSON.parse knows all rules of texts and numbers. */
  #parsed(token: string): unknown {
    try {
      return JSON.parse(token);
    } catch {
      return this.#refuse();
    }
  }

  #open(container: Level['container']): boolean {
    if (this.#levels.length >= this.#maxDepth) {
      throw new NestingError(`nested deeper than ${this.#maxDepth} levels`);
    }
    this.#add(container);
    this.#levels.push({ container, key: null });
    this.#expecting = 'first';
    this.#at += 1;
    return true;
  }

  #close(isList: boolean): boolean {
    const canEnd = this.#expecting === 'comma' || this.#expecting === 'first';
    if (!canEnd || this.#levels.length === 0 || this.#isInList() !== isList) this.#refuse();
    this.#levels.pop();
    this.#expecting = this.#levels.length === 0 ? 'nothing' : 'comma';
    this.#at += 1;
    return true;
  }

  #add(value: unknown): void {
    const level = this.#levels.at(-1);
    const isListStart = this.#expecting === 'first' && this.#isInList();
    if (this.#expecting !== 'value' && !isListStart) this.#refuse();
    if (!level) this.#result = value;
    else if (Array.isArray(level.container)) level.container.push(value);
    else if (level.key === '__proto__') defineProto(level.container, value);
    else level.container[level.key!] = value;
    this.#expecting = level ? 'comma' : 'nothing';
  }

  #refuse(): never {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + LONGEST_QUOTE));
    throw new SyntaxError(`Unexpected ${found} in JSON at position ${this.#before + this.#at}`);
  }
}

/** Adds a field as JSON.parse does, instead of setting the prototype. */
function defineProto(container: object, value: unknown): void {
  Object.defineProperty(container, '__proto__', {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
