// Writes dist/sbom.cdx.json: the packages in dist/ in CycloneDX, for scanners, which cannot see what is bundled. `npm sbom`
// lists everything that is installed here; what was bundled is what THIRD-PARTY-LICENSES.txt names.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

const LICENSES = 'dist/THIRD-PARTY-LICENSES.txt';
const TITLE = /^={78}\n(\S+) (\S+?)(?: \(.*\))?\n={78}$/gm;

const bundled = new Set(
  [...(await readFile(LICENSES, 'utf8')).matchAll(TITLE)].map(([, name, version]) => `${name}@${version}`),
);
// The project declares its packages as development dependencies, because the build bundles them.
const listed = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  }),
);
const components = listed.components.filter(one => bundled.has(`${one.name}@${one.version}`));
const found = new Set(components.map(one => `${one.name}@${one.version}`));
const missing = [...bundled].filter(name => !found.has(name));
if (missing.length > 0)
  throw new Error(`the lockfile does not have ${missing.join(', ')}, which ${LICENSES} names`);

const isIncluded = ref => ref === listed.metadata.component['bom-ref'] || found.has(ref);
const dependencies = listed.dependencies
  .filter(({ ref }) => isIncluded(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded) }));
for (const one of components) {
  delete one.properties;
  one.scope = 'required';
}
const { component } = listed.metadata;
component.name = 'energy-rental-sandbox';
await writeFile(
  'dist/sbom.cdx.json',
  `${JSON.stringify({ ...listed, components, dependencies }, null, 2)}\n`,
);
console.log(`dist/sbom.cdx.json: ${components.length} packages`);
