// Generates clients with OpenAPI Generator: node generate.mjs FOLDER [LANGUAGE...]
// Needs java, and a running sandbox, which ENERGY_SANDBOX_URL names, for the description.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forOldGenerators } from './for-old-generators.mjs';

/** The last versions whose npm package contains the generator itself. Later ones fetch it from Maven. */
const RELEASE = '1.0.15-4.3.1';
const BETA = '1.0.18-5.0.0-beta2';

const LANGUAGES = {
  // The generator `go` of the beta writes no models.
  go: { version: RELEASE, name: 'go-experimental', options: 'packageName=energyrental,enumClassPrefix=true' },
  // Only the beta can generate a client that does not need jackson-databind-nullable.
  java: { version: BETA, name: 'java', options: 'library=native,openApiNullable=false' },
  php: { version: BETA, name: 'php', options: '' },
  python: { version: BETA, name: 'python', options: '' },
};

/** The path of the generator's jar, which is fetched from npm if it is missing. */
function jarOf(version, folder) {
  const home = join(folder, `generator-${version}`);
  const jar = join(home, 'package/bin/openapi-generator.jar');
  if (existsSync(jar)) return jar;
  mkdirSync(home, { recursive: true });
  const npm = [
    'pack',
    '--silent',
    '--pack-destination',
    home,
    `@openapitools/openapi-generator-cli@${version}`,
  ];
  const tarball = execFileSync('npm', npm, { encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', join(home, tarball), '-C', home]);
  return jar;
}

/** Writes the client of one language to FOLDER/LANGUAGE, and the generator's output to FOLDER/LANGUAGE.log. */
function generate(language, folder, description) {
  const { version, name, options } = LANGUAGES[language];
  const files = ['-i', description, '-o', join(folder, language)];
  const more = options === '' ? [] : ['--additional-properties', options];
  const words = ['-jar', jarOf(version, folder), 'generate', '-g', name, ...files, ...more];
  const log = execFileSync('java', words, { encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(folder, `${language}.log`), log);
  console.log(`${language}: OpenAPI Generator ${version.replace(/^.*?-/, '')}, ${name}`);
}

const [given = 'generated', ...languages] = process.argv.slice(2);
const unknown = languages.find(language => !(language in LANGUAGES));
if (unknown !== undefined) {
  console.error(`${unknown}: no such language; there are ${Object.keys(LANGUAGES).join(', ')}`);
  process.exit(2);
}
const { ENERGY_SANDBOX_URL } = process.env;
if (ENERGY_SANDBOX_URL === undefined) {
  console.error(
    'ENERGY_SANDBOX_URL is not set; run this with: npx energy-rental-sandbox exec -- node generate.mjs',
  );
  process.exit(2);
}
const folder = resolve(given);
mkdirSync(folder, { recursive: true });
const response = await fetch(`${ENERGY_SANDBOX_URL}/_sandbox/openapi/energy-rental-v1.json`);
if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`);
const description = join(folder, 'description.json');
writeFileSync(description, JSON.stringify(forOldGenerators(await response.json())));
for (const language of languages.length > 0 ? languages : Object.keys(LANGUAGES))
  generate(language, folder, description);
