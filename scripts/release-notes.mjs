// Prints what CHANGELOG.md says about the version of a tag: node scripts/release-notes.mjs v0.2.0
// Fails if the tag does not match the version in package.json, or if CHANGELOG.md has no section about that version.
import { readFile } from 'node:fs/promises';

const textOf = path => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

/** The section of a version, without its heading; null if there is none, or if it is empty. */
function sectionOf(changelog, version) {
  const section = changelog.split(/^## /m).find(text => text.startsWith(`[${version}]`));
  return section?.slice(section.indexOf('\n')).trim() || null;
}

async function notesFor(tag) {
  const { version } = JSON.parse(await textOf('package.json'));
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but package.json has version ${version}`);
  const notes = sectionOf(await textOf('CHANGELOG.md'), version);
  if (notes === null) throw new Error(`CHANGELOG.md has no section [${version}], or an empty one`);
  return notes;
}

try {
  console.log(await notesFor(process.argv[2]));
} catch (error) {
  console.error(`release-notes: ${error.message}`);
  process.exitCode = 1;
}
