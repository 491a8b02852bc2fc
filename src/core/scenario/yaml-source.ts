import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import type { Path } from './problem-messages.ts';
import { hasMoreValues, MAX_VALUES } from './value-schemas.ts';

/**
 * Converts a value to JSON data without shared objects, as if it were serialized and parsed again. Strings are not
 * copied: through YAML aliases, a small file can contain many megabytes of them.
 */
export function asJsonData(value: unknown): unknown {
  // JSON has no -0 either.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return asJsonData(value.toJSON());
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const one of value) copy.push(asJsonData(one) ?? null);
    return copy;
  }
  const entries: [string, unknown][] = [];
  for (const [name, one] of Object.entries(value)) {
    if (one !== undefined) entries.push([name, asJsonData(one)]);
  }
  return Object.fromEntries(entries);
}

export const MAX_ALIASES = 50;
/** The maximum number of tokens in a file: words, punctuation, runs of spaces, line breaks. */
export const MAX_TOKENS = 15_000;
/** How deeply the parser may nest. Far more than the deepest allowed reply body. */
const MAX_NESTING = 200;
/** One YAML error often causes others. */
const MAX_SYNTAX_PROBLEMS = 3;

export const TOO_DEEP = 'the file is nested too deeply; reduce the nesting';

const BAD_INDENTATION =
  'this line does not begin in the column of the lines it belongs to; indent it like them, and close each { and [ before it';
const TWO_VALUES =
  'this key has a value on its line, and something else follows; correct the indentation of the next line, or put the value in quotes';

/** Replacements, by code or text, for messages of the parser that refer to its API, its internals or the grammar of YAML. */
const YAML_MESSAGES: Readonly<Partial<Record<string, string>>> = {
  BAD_INDENT: BAD_INDENTATION,
  'Sequence item without - indicator': BAD_INDENTATION,
  BLOCK_AS_IMPLICIT_KEY: TWO_VALUES,
  MULTILINE_IMPLICIT_KEY: TWO_VALUES,
  TAB_AS_INDENT: 'a tab indents this line; use spaces',
  'Implicit map keys need to be followed by map values': 'a colon is missing; write this as "key: value"',
  MULTIPLE_DOCS: 'a second document starts here; put it in a file of its own',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

export interface SourceProblem {
  readonly offset: number;
  readonly message: string;
}

/** Reads the tokens of a text, in steps. Returns a problem if there are too many, or if they are nested too deeply. */
function* tokenSteps(
  text: string,
  lines: LineCounter,
  maxTokens: number,
): Generator<undefined, CST.Token[] | SourceProblem> {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    count += 1;
    if (count > maxTokens) {
      const message = `the file has more than ${maxTokens} tokens (words, punctuation, spaces, line breaks); split it`;
      return { offset: parser.offset, message };
    }
    if (parser.stack.length > MAX_NESTING) return { offset: parser.offset, message: TOO_DEEP };
    yield;
  }
  tokens.push(...parser.end());
  return tokens;
}

function compose(tokens: readonly CST.Token[], length: number): Document.Parsed {
  // The composer's own search for duplicate keys compares each key with all others.
  const composer = new Composer({ uniqueKeys: false });
  const [first, second] = composer.compose(tokens, true, length);
  if (second) first!.errors.push(new YAMLParseError([second.range[0], second.range[0]], 'MULTIPLE_DOCS', ''));
  return first!;
}

function keyProblems({ items }: YAMLMap, offsetOf: (node: unknown) => number): SourceProblem[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const offset = offsetOf(key);
    if (isCollection(key)) return [{ offset, message: 'a key must be a word, not a list or a mapping' }];
    const name = isScalar(key) ? String(key.value) : '';
    if (isScalar(key) && seen.has(name)) return [{ offset, message: 'duplicate key; remove one of the two' }];
    seen.add(name);
    return [];
  });
}

export function toEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export class YamlSource {
  readonly document: Document.Parsed;
  private readonly lines: LineCounter;
  private readonly fileName: string;

  private constructor(document: Document.Parsed, lines: LineCounter, fileName: string) {
    this.document = document;
    this.lines = lines;
    this.fileName = fileName;
  }

  /** Parses a text, in steps that take a few milliseconds at most; the last one takes up to about 30. */
  static *parse(
    text: string,
    fileName: string,
    maxTokens = MAX_TOKENS,
  ): Generator<undefined, YamlSource | { readonly where: string; readonly message: string }> {
    const lines = new LineCounter();
    const tokens = yield* tokenSteps(text, lines, maxTokens);
    if ('message' in tokens)
      return { where: locate(lines, fileName, tokens.offset), message: tokens.message };
    yield;
    return new YamlSource(compose(tokens, text.length), lines, fileName);
  }

  plainData(maxValues = MAX_VALUES, maxAliases = MAX_ALIASES): { readonly value: unknown } | SourceProblem {
    const problem = this.aliasProblem(maxAliases);
    if (problem) return problem;
    // The library's own limit counts the uses of each anchor. The value of an alias is shared, not copied.
    const value: unknown = this.document.toJS({ maxAliasCount: -1 });
    if (hasMoreValues(value, maxValues)) {
      const message = `the file has more than ${maxValues} values, counting what its aliases stand for each time; split it`;
      return { message, offset: 0 };
    }
    return { value: asJsonData(value) };
  }

  /** The first alias without an anchor before it, inside the value that it refers to, or beyond the limit; or null. */
  private aliasProblem(max: number): SourceProblem | null {
    const anchors = new Set<string>();
    let count = 0;
    let found: SourceProblem | null = null;
    visit(this.document, {
      Node: (_, node, path) => {
        if (!isAlias(node)) {
          if (node.anchor !== undefined) anchors.add(node.anchor);
          return undefined;
        }
        count += 1;
        const isInside = path.some(one => isNode(one) && !isAlias(one) && one.anchor === node.source);
        const message = !anchors.has(node.source)
          ? `there is no anchor ${JSON.stringify(`&${node.source}`)} before this alias; define it or correct the name`
          : isInside
            ? 'an alias is used inside the value that it refers to; write the value out'
            : `the file has more than ${max} aliases; write some of the values out`;
        if (anchors.has(node.source) && !isInside && count <= max) return undefined;
        found = { message, offset: node.range?.[0] ?? 0 };
        return visit.BREAK;
      },
    });
    return found;
  }

  at(offset: number): string {
    return locate(this.lines, this.fileName, offset);
  }

  line(path: Path): number {
    return Math.max(this.lines.linePos(this.offset(path)).line, 1);
  }

  /** The offset of the value at a path, or of its key; if it does not exist, the offset of the innermost parent. */
  offset(path: Path, atKey = false): number {
    let node: Node | null = this.document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const [depth, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.document) ?? null;
      if (!isCollection(node)) break;
      const pair = isMap(node)
        ? node.items.find(item => isScalar(item.key) && String(item.key.value) === String(step))
        : undefined;
      const next = pair ? pair.value : node.get(step, true);
      const key = pair?.key as Node | undefined;
      const found = atKey && key && depth === path.length - 1 ? key : ((next as Node | null) ?? key);
      offset = found?.range?.[0] ?? offset;
      node = (next as Node | null) ?? null;
    }
    return offset;
  }

  complaints(): SourceProblem[] {
    const ofParser = [...this.document.errors, ...this.document.warnings]
      .slice(0, MAX_SYNTAX_PROBLEMS)
      .map(({ pos, code, message }) => ({
        offset: pos[0],
        message: YAML_MESSAGES[message] ?? YAML_MESSAGES[code] ?? message,
      }))
      .filter(({ message }, index, all) => all.findIndex(one => one.message === message) === index);
    const offsetOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
    const ofKeys: SourceProblem[] = [];
    visit(this.document, {
      Map: (_, map) => {
        ofKeys.push(...keyProblems(map, offsetOf).slice(0, MAX_SYNTAX_PROBLEMS));
        return ofKeys.length < MAX_SYNTAX_PROBLEMS ? undefined : visit.BREAK;
      },
    });
    return [...ofParser, ...ofKeys].slice(0, MAX_SYNTAX_PROBLEMS);
  }
}

function locate(lines: LineCounter, fileName: string, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${fileName}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
}
