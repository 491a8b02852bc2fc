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
/** One YAML error often causes others. */
const MAX_SYNTAX_PROBLEMS = 3;

/** The message for a file that is nested deeper than the stack allows. */
export const TOO_DEEP = 'the file is nested too deeply; reduce the nesting';

/** Replacements for messages of the parser that refer to its API or its internals. */
const YAML_MESSAGES: Readonly<Partial<Record<string, string>>> = {
  DUPLICATE_KEY: 'duplicate key; remove one of the two',
  MULTIPLE_DOCS: 'a second document starts here; put each scenario in a file of its own',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

/** A parsed YAML text with line numbers. */
export class YamlSource {
  readonly document: Document.Parsed;
  private readonly lines = new LineCounter();
  private readonly fileName: string;

  constructor(text: string, fileName: string) {
    this.fileName = fileName;
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false });
  }

  /** The content as JSON data, with aliases expanded. */
  plainData(): { readonly value: unknown } | { readonly message: string; readonly offset: number } {
    let value: unknown;
    try {
      value = this.document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return (
        this.lonelyAlias() ?? {
          message: `aliases are used more than ${MAX_ALIASES} times; write some of the values out`,
          offset: 0,
        }
      );
    }
    try {
      return { value: JSON.parse(JSON.stringify(value)) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return {
        message: 'an alias is used inside the value that it refers to; write the value out',
        offset: 0,
      };
    }
  }

  /** The first alias without an anchor, or null. */
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
      message: `there is no anchor ${anchor} before this alias; define it or correct the name`,
      offset: lonely.range?.[0] ?? 0,
    };
  }

  /** `file:line:column` of an offset. */
  at(offset: number): string {
    const { line, col } = this.lines.linePos(offset);
    return `${this.fileName}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }

  /** The line of the value at a path. */
  line(path: Path): number {
    return Math.max(this.lines.linePos(this.offset(path)).line, 1);
  }

  /** The offset of the value at a path, or of its key; if it does not exist, that of the innermost parent. */
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

  /** The syntax errors and warnings of the YAML parser. */
  complaints(): { offset: number; message: string }[] {
    return [...this.document.errors, ...this.document.warnings]
      .slice(0, MAX_SYNTAX_PROBLEMS)
      .map(error => ({ offset: error.pos[0], message: YAML_MESSAGES[error.code] ?? error.message }));
  }
}
