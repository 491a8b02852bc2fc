import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TYPES = fileURLToPath(new URL('../../dist/types/', import.meta.url));
const ENTRIES = ['index', 'client/index', 'testing/vitest', 'testing/vitest-setup'];

/** TypeScript's mark of a property that is readonly because a mapped type makes it so. */
const READONLY = 8;

const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);

/** Comments say nothing about types, and parsing those of all packages takes long. */
const host = { ...ts.createCompilerHost(options), jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** What users see of the exports of the package: names, and the structure of their types, whatever declares it. */
class PublicTypes {
  readonly #program = ts.createProgram(
    ENTRIES.map(entry => `${TYPES}${entry}.d.ts`),
    options,
    host,
  );
  readonly #checker = this.#program.getTypeChecker();

  /** The exports of an entry, one a paragraph, sorted by name. */
  of(entry: string): string {
    const file = this.#program.getSourceFile(`${TYPES}${entry}.d.ts`)!;
    const exports = this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(file)!);
    const names = exports.map(symbol => symbol.name).sort();
    return names.map(name => this.#export(exports.find(one => one.name === name)!)).join('\n\n');
  }

  #export(alias: ts.Symbol): string {
    const symbol = alias.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(alias) : alias;
    const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
    const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0;
    const value = this.#checker.getTypeOfSymbol(symbol);
    return [
      ...(isValue ? [`value ${alias.name}: ${this.#named(value)}`] : []),
      ...(isType
        ? [`type ${alias.name} = ${this.#text(this.#checker.getDeclaredTypeOfSymbol(symbol), '')}`]
        : []),
    ].join('\n');
  }

  #named(type: ts.Type): string {
    const text = this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    // In the order of their names, not of the files that mention them first.
    return text.replace(/"[^"]*"(?: \| "[^"]*")+/g, union => union.split(' | ').sort().join(' | '));
  }

  /** The structure of a type. Functions are shown by the names of their parameters' and results' types. */
  #text(type: ts.Type, indent: string): string {
    if (type.isUnion()) {
      const members = type.types.map(member => this.#text(member, indent));
      return [...new Set(members)].sort().join(' | ');
    }
    const isArray = this.#checker.isArrayType(type);
    if (isArray || this.#checker.isTupleType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      const isReadonly = this.#named(type).startsWith('readonly ');
      return `${isReadonly ? 'readonly ' : ''}(${item ? this.#text(item, indent) : ''})[]`;
    }
    const isStructure = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    const isForeign = type.symbol?.declarations?.some(({ parent }) =>
      /node_modules/.test(parent.getSourceFile().fileName),
    );
    const isMapped = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
    if (!isStructure || type.getCallSignatures().length > 0 || (isForeign && !isMapped))
      return this.#named(type);
    const inner = `${indent}  `;
    const index = this.#checker
      .getIndexInfosOfType(type)
      .map(
        info =>
          `${inner}${info.isReadonly ? 'readonly ' : ''}[key: ${this.#named(info.keyType)}]: ${this.#text(info.type, inner)}`,
      );
    const properties = type
      .getProperties()
      .map(property => this.#property(property, inner))
      .sort();
    return `{\n${[...index, ...properties].join('\n')}\n${indent}}`;
  }

  #property(symbol: ts.Symbol, indent: string): string {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const { checkFlags = 0 } = (symbol as { links?: { checkFlags?: number } }).links ?? {};
    const isDeclared = symbol.declarations?.some(
      one => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly) !== 0,
    );
    const isReadonly = isDeclared || (checkFlags & READONLY) !== 0;
    const mark = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    const name = symbol.name.replace(/@\d+$/, '');
    const isMethod = type.getCallSignatures().length > 0;
    return `${indent}${isReadonly && !isMethod ? 'readonly ' : ''}${name}${mark}: ${this.#text(type, indent)}`;
  }
}

/** `vitest run test/client/public-types.test.ts --update` writes a change that is meant. */
test('the public types are those that users know', async () => {
  const types = new PublicTypes();
  for (const entry of ENTRIES) {
    await expect(types.of(entry)).toMatchFileSnapshot(`fixtures/public-types/${entry.replace('/', '-')}.txt`);
  }
});
