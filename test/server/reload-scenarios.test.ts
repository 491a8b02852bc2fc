import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { asAfterCrash, freshFolder, storedPart } from '../host/storage/folders.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';

const FIELDS = { address: RECIPIENT, package_id: 1 };
const MAGIC = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const refusing = (name: string, status: number, error: string, more = ''): string =>
  `name: ${name}\nsummary: A refusal.\n${more}requests:\n  - match: { operation: createOrder }\n    reply: { status: ${status}, error: ${error} }\n`;

const UNAVAILABLE = refusing('busy', 503, 'SERVICE_UNAVAILABLE');
const LIMITED = refusing('busy', 429, 'RATE_LIMITED');

/** The remarks of a server, of which a test takes one after the other. */
class Remarks {
  #unread: readonly string[] = [];
  #arrived = (): void => undefined;

  readonly add = (text: string): void => {
    this.#unread = [...this.#unread, text];
    this.#arrived();
  };

  /** The next remark that matches; those before it are skipped. */
  async next(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.#unread.findIndex(text => pattern.test(text));
      if (found >= 0) {
        const text = this.#unread[found]!;
        this.#unread = this.#unread.slice(found + 1);
        return text;
      }
      await new Promise<void>(resolve => {
        this.#arrived = resolve;
      });
    }
  }
}

const READ_AGAIN = /^scenario files were read again/;

async function newFolder(): Promise<string> {
  const folder = await freshFolder();
  await mkdir(folder);
  return folder;
}

async function start(options: TestOptions): Promise<{ sandbox: TestSandbox; remarks: Remarks }> {
  const remarks = new Remarks();
  const sandbox = await startTestSandbox({ ...options, on_remark: remarks.add });
  onTestFinished(() => sandbox.close());
  return { sandbox, remarks };
}

let orders = 0;
async function order({ api }: TestSandbox, address = RECIPIENT): Promise<string> {
  orders += 1;
  return (await api.order({ ...FIELDS, external_id: `order-${orders}`, address })).outcome;
}

test('a changed file applies at once in the accounts in which its scenario is active', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'busy.yaml'), UNAVAILABLE);
  const { sandbox, remarks } = await start({ scenarios_dir: folder, scenarios: ['busy'] });
  expect(await order(sandbox)).toBe('503 SERVICE_UNAVAILABLE');
  await writeFile(join(folder, 'busy.yaml'), LIMITED);
  expect(await remarks.next(READ_AGAIN)).toBe('scenario files were read again: changed scenario busy');
  expect(await order(sandbox)).toBe('429 RATE_LIMITED');
  const other = sandbox.openAccount();
  expect((await other.api.order({ ...FIELDS, external_id: 'other' })).outcome).toBe('429 RATE_LIMITED');
});

test('a file that an editor saves under another name and renames is read again', async () => {
  const folder = await newFolder();
  const path = join(folder, 'busy.yaml');
  await writeFile(path, UNAVAILABLE);
  const { sandbox, remarks } = await start({ scenarios: [path] });
  for (const [text, outcome] of [
    [LIMITED, '429 RATE_LIMITED'],
    [UNAVAILABLE, '503 SERVICE_UNAVAILABLE'],
  ] as const) {
    await writeFile(`${path}~`, text);
    await rename(`${path}~`, path);
    await remarks.next(READ_AGAIN);
    expect(await order(sandbox)).toBe(outcome);
  }
});

test('a file with a mistake is reported with its place, and the last good scenarios stay', async () => {
  const folder = await newFolder();
  const path = join(folder, 'busy.yaml');
  await writeFile(path, UNAVAILABLE);
  const { sandbox, remarks } = await start({ scenarios_dir: folder, scenarios: ['busy'] });
  await writeFile(path, UNAVAILABLE.replace('reply', 'replly'));
  const remark = await remarks.next(/stay as they were/);
  expect(remark).toContain(`${path}:5:5: `);
  expect(remark).toContain('replly');
  expect(await order(sandbox)).toBe('503 SERVICE_UNAVAILABLE');
  await writeFile(path, LIMITED);
  await remarks.next(READ_AGAIN);
  expect(await order(sandbox)).toBe('429 RATE_LIMITED');
});

test('new files add scenarios, and removed ones remove them, except where they are active', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'busy.yaml'), UNAVAILABLE);
  const { sandbox, remarks } = await start({ scenarios_dir: folder, scenarios: ['happy-path'] });
  const { core, account } = sandbox;
  core.runner.execute(account, 'setScenarios', { scenarios: [core.library.get('busy')!] });
  await writeFile(join(folder, 'limited.yaml'), refusing('limited', 429, 'RATE_LIMITED'));
  expect(await remarks.next(READ_AGAIN)).toContain('new scenario limited');
  await rm(join(folder, 'busy.yaml'));
  expect(await remarks.next(READ_AGAIN)).toContain('removed scenario busy');
  expect(sandbox.core.library.get('busy')).toBeUndefined();
  expect(sandbox.core.library.get('limited')?.name).toBe('limited');
  expect(await order(sandbox)).toBe('503 SERVICE_UNAVAILABLE');
});

test('a folder that is removed leaves the scenarios as they were, and says what is not noticed', async () => {
  const folder = join(await newFolder(), 'scenarios');
  await mkdir(folder);
  await writeFile(join(folder, 'busy.yaml'), UNAVAILABLE);
  const { sandbox, remarks } = await start({ scenarios_dir: folder, scenarios: ['busy'] });
  await rm(folder, { recursive: true });
  expect(await remarks.next(/stay as they were/)).toContain(
    'cannot read the scenarios: no such file or folder',
  );
  expect(await order(sandbox)).toBe('503 SERVICE_UNAVAILABLE');
});

test('orders from before and after a change are the same after a crash', async () => {
  const [folder, data] = [await newFolder(), await freshFolder()];
  const path = join(folder, 'magic.yaml');
  const magic = (status: number, error: string): string =>
    refusing('magic', status, error, `magic_address: ${MAGIC}\n`);
  await writeFile(path, magic(503, 'SERVICE_UNAVAILABLE'));
  await writeFile(
    join(folder, 'insufficient-balance.yaml'),
    refusing('insufficient-balance', 422, 'PRODUCT_REQUIRED'),
  );
  const { sandbox, remarks } = await start({ scenarios_dir: folder, data });
  expect(await order(sandbox)).toBe('202');
  expect(await order(sandbox, MAGIC)).toBe('503 SERVICE_UNAVAILABLE');
  // The order to the magic address is placed from now on, as any other.
  await writeFile(
    path,
    `name: magic\nsummary: Slow.\nmagic_address: ${MAGIC}\norders:\n  - lifecycle:\n      - { after: 3h, to: delegating }\n`,
  );
  await remarks.next(READ_AGAIN);
  expect(await order(sandbox, MAGIC)).toBe('202');
  expect(await order(sandbox)).toBe('202');
  await sandbox.core.runner.settled();
  const { state } = sandbox.core.accounts.get('demo')!;
  const crashed = await start({ scenarios_dir: folder, data: await asAfterCrash(data) });
  expect(storedPart(crashed.sandbox.core.accounts.get('demo')!.state).orders).toEqual(
    storedPart(state).orders,
  );
  expect(state.orders.length).toBe(3);
});
