import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { childEnvironment } from '../../support/child-environment.ts';
import { needing } from '../../support/needing.ts';
import { toolPath } from '../../support/tools.ts';
import { CONFIG } from './processes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLES = join(ROOT, 'examples');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A manifest of pods. */
interface Workload extends Manifest {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly env: readonly { readonly name: string; readonly value: string }[];
        }[];
      };
    };
  };
}

interface Model {
  /** @throws Error with the first problem */
  validate(): void;
}

async function manifests(): Promise<Manifest[]> {
  const files = ['sandbox.yaml', 'balancer.yaml'].map(name => join(EXAMPLES, 'kubernetes', name));
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')));
  return texts.flatMap(text => parseAllDocuments(text).map(document => document.toJS() as Manifest));
}

/** The first problem of a manifest, by the schema of its version and kind; null if it is valid. Unknown fields are. */
async function problemOf(manifest: Manifest): Promise<string | null> {
  const path = toolPath(`kubernetes-models/${manifest.apiVersion}/index.js`);
  const models = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<
    string,
    new (
      data: Manifest,
    ) => Model
  >;
  try {
    new models[manifest.kind]!(manifest).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What TypeScript says about manifests as values of the types of the schemas, in which unknown fields are errors. */
async function typeErrors(some: readonly Manifest[]): Promise<string> {
  const folder = await mkdtemp(toolPath('.manifests-'));
  const file = join(folder, 'manifests.ts');
  const lines = some.map((one, index) => {
    const type = `import('kubernetes-models/${one.apiVersion}').I${one.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(one)};\n`;
  });
  await writeFile(file, lines.join(''));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const words = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    file,
  ];
  try {
    await promisify(execFile)(process.execPath, [tsc, ...words], {
      cwd: folder,
    });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the manifests for Kubernetes', () => {
  test('are valid by the schemas of their versions', async () => {
    const all = await manifests();
    expect(await Promise.all(all.map(problemOf))).toEqual(all.map(() => null));
    const damaged = { ...all[1]!, spec: { replicas: 'three' } };
    expect(await problemOf(damaged)).toMatch(/spec\/replicas must be integer|required/);
  });

  test('have no field that the schemas do not have', async () => {
    const all = await manifests();
    expect(await typeErrors(all)).toBe('');
    expect(await typeErrors([{ ...all[0]!, specification: {} } as Manifest])).toContain('"specification"');
  });

  needing('haproxy').test('start HAProxy with a configuration that it accepts', async () => {
    const balancer = (await manifests()).find(({ kind }) => kind === 'Deployment') as Workload;
    const { command, env } = balancer.spec.template.spec.containers[0]!;
    const words = command.map(word => (word === '/etc/balancer/haproxy.cfg' ? CONFIG : word));
    // Names of services mean nothing here.
    const variables = env.map(({ name, value }) => [name, value.replace(/^sandbox-\d+:/, '127.0.0.1:')]);
    const { status, stderr } = spawnSync(words[0]!, [...words.slice(1), '-c'], {
      encoding: 'utf8',
      env: childEnvironment(Object.fromEntries(variables)),
    });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('ALERT')]);
  });
});
