import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { bannerText } from '../../src/cli/commands/start.ts';
import { programNameOf } from '../../src/cli/process-io.ts';
import { scenarioTemplate } from '../../src/cli/scenario-template.ts';
import { createSandbox } from '../../src/create-sandbox.ts';
import { startSandbox } from '../../src/sandbox.ts';
import { cli, temporaryFolder } from './support.ts';

const absolute = (...parts: string[]): string => join(sep, ...parts);
const NPX = 'npx energy-rental-sandbox';

test.each([
  ['a checkout', ['work', 'dist', 'cli.js'], 'node dist/cli.js'],
  ['a checkout elsewhere', ['tools', 'dist', 'cli.js'], 'node /tools/dist/cli.js'],
  ['a project that installed it', ['work', 'node_modules', '.bin', 'energy-rental-sandbox'], NPX],
  ['a project, by its other name', ['work', 'node_modules', '.bin', 'energy-sandbox'], NPX],
  ['a shim for Windows', ['work', 'node_modules', 'energy-rental-sandbox', 'dist', 'cli.js'], NPX],
  ['a link in PATH', ['usr', 'local', 'bin', 'energy-sandbox'], 'energy-sandbox'],
  ['a link in PATH, by the name of the package', ['bin', 'energy-rental-sandbox'], 'energy-rental-sandbox'],
])('a program started from %s is called as %s says', (_where, script, name) => {
  expect(programNameOf(absolute(...script), absolute('work'))).toBe(name.replaceAll('/', sep));
});

/** Commands as the texts in the source have them. Before ` -- ` it is the name that another program gives to the sandbox. */
const NOT_RENAMED = /energy-sandbox (?!-- )[\w-]/;

test.each(COMMANDS.map(({ name }) => name))(
  'the help for %s has the commands as the user types them',
  async name => {
    const { out } = await cli(['help', name], { programName: NPX });
    expect(out).toContain(`Usage: ${NPX} ${name}`);
    expect(out).toMatch(new RegExp(`^ {2}${NPX} `, 'm'));
    expect(out).not.toMatch(NOT_RENAMED);
  },
);

test('the help for mcp registers it under a name of one word', async () => {
  const { out } = await cli(['help', 'mcp'], { programName: NPX });
  expect(out).toContain(`claude mcp add energy-sandbox -- npx --yes energy-rental-sandbox mcp\n`);
});

test.each([
  ['no command for exec', ['exec'], `write: ${NPX} exec [flags] -- <command>`],
  ['no command for explore', ['explore'], `write: ${NPX} explore [flags] -- <command>`],
  ['a command without -- for exec', ['exec', 'ls'], `write: ${NPX} exec [flags] -- ls`],
  ['a command without -- for explore', ['explore', 'ls'], `write: ${NPX} explore [flags] -- ls`],
  ['an unknown command', ['xyzzy'], `list all commands with: ${NPX} --help`],
  ['flags before the command', ['--url', 'http://127.0.0.1:1', 'orders'], `command first: ${NPX} orders …`],
  ['no server', ['orders', '--url', 'http://127.0.0.1:1'], `start one with "${NPX}", or`],
])('the hint for %s is a command that the user can type', async (_what, words, hint) => {
  const { err } = await cli(words, { programName: NPX });
  expect(err).toContain(hint);
  expect(err).not.toMatch(NOT_RENAMED);
});

test('hints about orders and webhooks are commands that the user can type', async () => {
  await using sandbox = await createSandbox({ clock: 'manual' });
  const options = { programName: NPX, environment: { ENERGY_SANDBOX_URL: sandbox.url } };
  const triggered = await cli(['trigger', 'processing', '--external-id', 'one'], options);
  expect(triggered.err).toContain(`set one with: ${NPX} webhook http://…`);
  expect((await cli(['order', 'one'], options)).out).toMatch(
    new RegExp(`Move it: ${NPX} move \\d+ delegating`),
  );
  expect((await cli(['order', 'two'], options)).err).toContain(`list orders with: ${NPX} orders`);
});

test('the banner and a new scenario file name commands that the user can type', async () => {
  await using folder = await temporaryFolder();
  const sandbox = await startSandbox({ port: 0, clock: 'manual' });
  expect(bannerText(sandbox, NPX)).toContain(`manual; advance it with: ${NPX} advance 61m`);
  await sandbox.close();
  const created = await cli(['scenario', 'new', 'mine', '--folder', folder.path], { programName: NPX });
  expect(created.err).toContain(`Try it: ${NPX} --scenario `);
  expect(scenarioTemplate('mine', null, NPX)).toMatch(new RegExp(`^# ${NPX} scenario check mine\\.yaml `));
});
