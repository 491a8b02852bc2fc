// Generates clients with OpenAPI Generator: node generate.mjs FOLDER [LANGUAGE...]
// Needs java, and a running sandbox, which ENERGY_SANDBOX_URL names, for the description.
import { execFileSync, spawnSync } from 'node:child_process';
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

/** The exit code if the generator cannot be fetched. */
const UNAVAILABLE = 3;

function exit(code, message) {
  console.error(message);
  process.exit(code);
}

/** Fetches the package with the generator from npm. @returns the name of its file in a folder */
function fetchGenerator(version, home, jar) {
  const name = `@openapitools/openapi-generator-cli@${version}`;
  const npm = ['pack', '--loglevel=error', '--fetch-retries=1', '--pack-destination', home, name];
  const { status, stdout, stderr, error } = spawnSync('npm', npm, { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  const lines = stderr?.split('\n').map(line => line.replace(/^npm (ERR!|error) /, '')) ?? [];
  const isReason = line => line.includes('reason: ') || /^(E?404|4\d\d|5\d\d) /.test(line);
  const why = error?.message ?? lines.find(isReason) ?? lines.join(' ').trim();
  return exit(UNAVAILABLE, `npm cannot fetch ${name}: ${why}\nWithout a registry, put its jar at ${jar}`);
}

/** The path of the generator's jar, which is fetched from npm if it is missing. */
function jarOf(version, folder) {
  const home = join(folder, `generator-${version}`);
  const jar = join(home, 'package/bin/openapi-generator.jar');
  if (existsSync(jar)) return jar;
  mkdirSync(home, { recursive: true });
  const tarball = fetchGenerator(version, home, jar);
  execFileSync('tar', ['-xzf', join(home, tarball), '-C', home]);
  return jar;
}

/** Writes the client of one language to FOLDER/LANGUAGE, and the generator's output to FOLDER/LANGUAGE.log. */
function generate(language, folder, description) {
  const { version, name, options } = LANGUAGES[language];
  const files = ['-i', description, '-o', join(folder, language)];
  const more = options === '' ? [] : ['--additional-properties', options];
  const words = ['-jar', jarOf(version, folder), 'generate', '-g', name, ...files, ...more];
  const { status, stdout, stderr } = spawnSync('java', words, { encoding: 'utf8' });
  const log = join(folder, `${language}.log`);
  writeFileSync(log, stdout + stderr);
  if (status !== 0) exit(1, `${language}: the generator failed; see ${log}`);
  console.log(`${language}: OpenAPI Generator ${version.replace(/^.*?-/, '')}, ${name}`);
}

const [given = 'generated', ...languages] = process.argv.slice(2);
const unknown = languages.find(language => !(language in LANGUAGES));
if (unknown !== undefined)
  exit(2, `${unknown}: no such language; there are ${Object.keys(LANGUAGES).join(', ')}`);
const { ENERGY_SANDBOX_URL } = process.env;
if (ENERGY_SANDBOX_URL === undefined)
  exit(
    2,
    'ENERGY_SANDBOX_URL is not set; run this with: npx energy-rental-sandbox exec -- node generate.mjs',
  );
if (spawnSync('java', ['-version']).status !== 0)
  exit(UNAVAILABLE, 'the generator needs java, which is not installed or fails with: java -version');
const folder = resolve(given);
mkdirSync(folder, { recursive: true });
const response = await fetch(`${ENERGY_SANDBOX_URL}/_sandbox/openapi/energy-rental-v1.json`);
if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`);
const description = join(folder, 'description.json');
writeFileSync(description, JSON.stringify(forOldGenerators(await response.json())));
for (const language of languages.length > 0 ? languages : Object.keys(LANGUAGES))
  generate(language, folder, description);
