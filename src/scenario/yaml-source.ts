import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { Path } from './problem-messages.ts';

const MAX_ALIASES = 50;
/** One slip of YAML draws others after it. */
const MAX_SYNTAX_PROBLEMS = 3;

/** What is said of a file whose brackets go deeper than the stack. */
export const TOO_DEEP = 'the file is nested too deeply to be read';

/** The parser's own words, where they speak of its interface or its insides. */
const YAML_MESSAGES: Readonly<Partial<Record<string, string>>> = {
  DUPLICATE_KEY: 'this key stands here twice; keep one',
  MULTIPLE_DOCS: 'a second document begins here; one file holds one scenario',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

/** A parsed YAML text that knows its lines. */
export class YamlSource {
  readonly document: Document.Parsed;
  private readonly lines = new LineCounter();
  private readonly fileName: string;

  constructor(text: string, fileName: string) {
    this.fileName = fileName;
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false });
  }

  /** The content as JSON would carry it: aliases written out, nothing but plain data. */
  plainData(): { readonly value: unknown } | { readonly message: string; readonly offset: number } {
    let value: unknown;
    try {
      value = this.document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return (
        this.lonelyAlias() ?? {
          message: `expected at most ${MAX_ALIASES} uses of aliases, found more; write the values out`,
          offset: 0,
        }
      );
    }
    try {
      return { value: JSON.parse(JSON.stringify(value)) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { message: 'an alias stands inside of what it repeats; write it out', offset: 0 };
    }
  }

  /** The first alias that repeats nothing, or null. */
  private lonelyAlias(): { readonly message: string; readonly offset: number } | null {
    let lonely: Alias | undefined;
    visit(this.document, {
      Alias: (_, alias) => {
        if (alias.resolve(this.document)) return undefined;
        lonely = alias;
        return visit.BREAK;
      },
    });
    if (!lonely) return null;
    const anchor = JSON.stringify(`&${lonely.source}`);
    return {
      message: `no ${anchor} stands before this alias; name one that does`,
      offset: lonely.range?.[0] ?? 0,
    };
  }

  /** `file:line:column` of an offset. */
  at(offset: number): string {
    const { line, col } = this.lines.linePos(offset);
    return `${this.fileName}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  /** The offset of the value at a path, or of its key; of the nearest thing around it where it is not there. */
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
      const found = atKey && depth === path.length - 1 ? key : ((next as Node | null) ?? key);
      offset = found?.range?.[0] ?? offset;
      node = (next as Node | null) ?? null;
    }
    return offset;
  }

  /** What YAML itself has to complain of, before any scenario is looked for. */
  complaints(): { offset: number; message: string }[] {
    return [...this.document.errors, ...this.document.warnings]
      .slice(0, MAX_SYNTAX_PROBLEMS)
      .map(error => ({ offset: error.pos[0], message: YAML_MESSAGES[error.code] ?? error.message }));
  }
}
