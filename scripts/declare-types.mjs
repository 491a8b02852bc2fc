// Writes the type declarations that the package's entry points need, file by file, and no others. The internals of the
// server and the types of its dependencies are not part of the package.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const RELATIVE_IMPORT = /((?:from|import)\s*\(?['"])(\.[^'"]+)\.ts(['"])/g;

/** The declarations of the exports of one file, derived from that file alone. */
function declarationOf(path, source) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, strict: true, isolatedDeclarations: true };
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    compilerOptions,
    fileName: path,
    reportDiagnostics: true,
  });
  if (diagnostics.length === 0) return outputText;
  const host = { getCurrentDirectory: () => '', getCanonicalFileName: name => name, getNewLine: () => '\n' };
  throw new Error(`cannot generate declarations for ${path}: ${ts.formatDiagnostics(diagnostics, host)}`);
}

/** Writes the declarations of source files, and of all files that they import, into a folder. */
async function declare(sourceFolder, entries, folder) {
  const seen = new Set(entries);
  for (const path of seen) {
    const declarations = declarationOf(path, await readFile(join(sourceFolder, path), 'utf8'));
    for (const [, , target] of declarations.matchAll(RELATIVE_IMPORT)) {
      seen.add(join(dirname(path), `${target}.ts`));
    }
    const file = join(folder, path.replace(/\.ts$/, '.d.ts'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, declarations.replace(RELATIVE_IMPORT, '$1$2.js$3'));
  }
}

/** Writes the declarations of the package's entries into `types` and, for CommonJS, `types-cjs`. */
export async function declareTypes(sourceFolder, dist) {
  const testing = ['testing/vitest.ts', 'testing/vitest-setup.ts'];
  await declare(sourceFolder, ['index.ts', 'client/index.ts', ...testing], `${dist}/types`);
  await declare(sourceFolder, ['client/index.ts'], `${dist}/types-cjs`);
  // The nearest package.json decides whether a declaration file is a CommonJS module.
  await writeFile(`${dist}/types-cjs/package.json`, '{ "type": "commonjs" }\n');
}
