import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { toolPath } from '../support/tools.ts';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { writeDocumentedCode } from './documentation.ts';

describe('the built package', () => {
  let consumer: Consumer;
  let sandbox: Sandbox;
  let documented: string[];

  beforeAll(async () => {
    consumer = await Consumer.make(...VITEST_PACKAGES);
    documented = await writeDocumentedCode(consumer.folder);
    sandbox = await createSandbox();
  });

  afterAll(async () => {
    await sandbox.close();
    await consumer[Symbol.asyncDispose]();
  });

  test('type-checks in a strict consumer that checks libraries and has only the types of node', async () => {
    const { code, output } = await consumer.node('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']);
    expect(output).toBe('');
    expect(code).toBe(0);
  });

  test('type-checks its client in a project that resolves modules as Node 10 did', async () => {
    const { code, output } = await consumer.node('node_modules/typescript/bin/tsc', [
      '-p',
      'tsconfig.node10.json',
    ]);
    expect(output).toBe('');
    expect(code).toBe(0);
  });

  test('type-checks in every sample of its documentation', async () => {
    expect(documented.length).toBeGreaterThan(7);
    const { code, output } = await consumer.node('node_modules/typescript/bin/tsc', [
      ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'],
      ...['--lib', 'es2023,esnext.disposable', '--types', 'node'],
      ...documented,
    ]);
    expect(output).toBe('');
    expect(code).toBe(0);
  });

  test('works under Jest, from CommonJS, without a flag', async () => {
    const match = ['--testMatch', '**/buying.test.cjs', '--rootDir', '.', '--testTimeout', '100000'];
    const { code, output } = await consumer.node(toolPath('jest/bin/jest.js'), match, {
      SANDBOX_URL: sandbox.url,
    });
    expect(output).toContain('2 passed');
    expect(output).not.toContain('did not exit');
    expect(code).toBe(0);
  });

  test('works under Jest, from ES modules, with a sandbox in the process of the test', async () => {
    const words = [toolPath('jest/bin/jest.js'), '--testMatch', '**/buying.jest.mjs', '--rootDir', '.'];
    const { code, output } = await consumer.node('--experimental-vm-modules', [
      ...words,
      ...['--moduleFileExtensions', 'mjs', 'js', '--testTimeout', '100000'],
    ]);
    expect(output).toContain('1 passed');
    expect(output).not.toContain('did not exit');
    expect(code).toBe(0);
  });

  test('works under node:test', async () => {
    const { code, output } = await consumer.node('--test', ['buying.test.mjs']);
    expect(output).toMatch(/pass 1\b/);
    expect(code).toBe(0);
  });

  test.each([
    ['with a sandbox per file', {}],
    ['with one sandbox per run', { EXPECT_SHARED: 'yes' }],
  ])('has fixtures for Vitest, %s', async (_, environment) => {
    const { code, output } = await consumer.vitest('vitest.config.mjs', environment);
    expect(output).toMatch(/5 passed/);
    expect(code).toBe(0);
  });

  test('has a sandbox ready within 20 ms in a warm process', async () => {
    const { output } = await consumer.node('warm-start.mjs');
    expect((JSON.parse(output) as { bestMs: number }).bestMs).toBeLessThan(20);
  });

  test('has a client for CommonJS that is small and requires only node', async () => {
    const listing = `require('energy-rental-sandbox/client'); console.log(JSON.stringify(Object.keys(require.cache)))`;
    const { output } = await consumer.node('-e', [listing]);
    // What is loaded with the client. It loads rarely used parts later.
    const loaded = (JSON.parse(output) as string[]).filter(path => path.includes('energy-rental-sandbox'));
    expect(loaded.length).toBeGreaterThan(0);
    const sources = await Promise.all(loaded.map(path => readFile(path, 'utf8')));
    const required = sources.flatMap(source => [...source.matchAll(/require\("([^"]+)"\)/g)]);
    expect(required.map(([, name]) => name!).filter(name => !/^(node:|\.\/)/.test(name))).toEqual([]);
    expect(sources.reduce((sum, source) => sum + source.length, 0)).toBeLessThan(68_000);
  });
});
