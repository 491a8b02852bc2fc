// Collects the licenses of the packages in dist/. These packages may not be redistributed without their licenses.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE_FOLDER = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/;
/** The last pattern matches the license file of a bundle within a package. */
const LICENSE_FILE = /^(licen[cs]e|copying|notice)|\.js\.LICENSE\.txt$/i;
const LINE = '='.repeat(78);

/** The text of the MIT license, for packages that name it without including it. */
const mitText = holder => `The package names the MIT license without including its text, which is:

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The license in a package.json, in its current and deprecated forms; null if there is none. */
const licenseName = ({ license, licenses }) =>
  license?.type ?? license ?? licenses?.map(({ type }) => type).join(' or ') ?? null;

async function licenseTexts(folder, manifest) {
  const names = (await readdir(folder)).filter(name => LICENSE_FILE.test(name)).sort();
  if (names.length > 0) {
    const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
    return texts.map(text => text.replaceAll('\r\n', '\n').trim());
  }
  if (licenseName(manifest) === 'MIT') {
    const { author, name } = manifest;
    return [mitText(author?.name ?? author ?? `the authors of ${name}`)];
  }
  throw new Error(
    `${folder} has no license file; add the text of its license to scripts/third-party-licenses.mjs`,
  );
}

/** The package folders of modules. Modules of this project have none. */
export const packageFolders = moduleIds =>
  moduleIds.flatMap(id => PACKAGE_FOLDER.exec(id.replace(/^\0/, ''))?.[0] ?? []);

/** Writes the names, versions and licenses of packages into one file, without duplicates, sorted by name. */
export async function writeThirdPartyLicenses(folders, file) {
  const packages = new Map();
  for (const folder of new Set(folders)) {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    packages.set(`${manifest.name} ${manifest.version}`, { folder, manifest });
  }
  const sections = [...packages.keys()].sort().map(async title => {
    const { folder, manifest } = packages.get(title);
    const texts = await licenseTexts(folder, manifest);
    const name = licenseName(manifest);
    return `${LINE}\n${title}${name ? ` (${name})` : ''}\n${LINE}\n\n${texts.join('\n\n')}\n`;
  });
  const head = 'energy-rental-sandbox contains code of the packages below, under their licenses.\n';
  await writeFile(file, [head, ...(await Promise.all(sections))].join('\n'));
}
