// Where the processes and nginx are, and the configuration that nginx includes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const { env } = process;

/** The folder of the data of all processes, and of nginx. */
const FOLDER = resolve(env.SANDBOXES_FOLDER || 'sandboxes');
/** The address that nginx listens on. */
export const LISTEN = env.SANDBOXES_LISTEN || '127.0.0.1:4000';
if (!/:\d+$/.test(LISTEN)) {
  console.error(`SANDBOXES_LISTEN: expected an address and a port, such as 127.0.0.1:4000, got ${LISTEN}`);
  process.exit(2);
}
/** Process 1 listens on the port after this one, process 2 on the next, and so on. */
const BASE_PORT = Number(env.SANDBOXES_BASE_PORT || 4010);
/** The program, with words separated by spaces. Not by `npx`, which keeps signals from a process. */
export const PROGRAM = (env.SANDBOXES_PROGRAM || 'node_modules/.bin/energy-rental-sandbox').split(' ');

export const portOf = number => BASE_PORT + number;
export const addressOf = number => `127.0.0.1:${portOf(number)}`;
export const dataOf = number => join(FOLDER, 'data', String(number));

const NGINX = join(FOLDER, 'nginx');
const LAYOUT = join(NGINX, 'layout.json');

const numbersTo = count => Array.from({ length: count }, (_, index) => index + 1);

// max_fails=0: nginx must not consider a process as gone, because no other one has its accounts.
const upstream = (name, key, numbers) => `upstream ${name} {
${key ? `  hash ${key} consistent;\n` : ''}${numbers.map(one => `  server ${addressOf(one)} max_fails=0;\n`).join('')}  keepalive 64;
}
`;

/** How many processes there are, the one that comes or goes included. */
export const countOf = ({ next, removed = 0 }) => Math.max(next, removed);

/** The text of processes.conf. */
const processesConf = ({ processes, next, removed, pins }) => `# Written by layout.mjs.
map_hash_max_size ${Math.max(2048, 4 * Object.keys(pins).length)};
map_hash_bucket_size 128;

${upstream('hashed', '$account', numbersTo(processes))}
${upstream('new_account', '$new_account', numbersTo(processes))}
${upstream('next', '$next_account', numbersTo(next))}
${numbersTo(countOf({ next, removed }))
  .map(one => upstream(`process_${one}`, '', [one]))
  .join('')}
map $uri $processes { default ${processes}; }

map $number $process_by_number {
${numbersTo(countOf({ next, removed }))
  .map(one => `  ${one} process_${one};\n`)
  .join('')}}

# Accounts that stay at a process for now, whatever their hash.
map $account $process {
  default hashed;
  demo process_1;
  showroom process_1;
${Object.entries(pins)
  .map(([account, number]) => `  "${account}" process_${number};\n`)
  .join('')}}
`;

/**
 * The layout: `processes` share the accounts by hash, `next` is the number that is being prepared, `added` or `removed` is
 * the process with which that is not yet complete, if any, and `pins` are the processes of accounts that are not (yet)
 * where their hash leads.
 */
export const readLayout = async () => JSON.parse(await readFile(LAYOUT, 'utf8'));

/**
 * The layout that nginx uses, for scripts that change it.
 * @throws Error if there is none, or with other variables: all requests would then be sent elsewhere
 */
export async function readLayoutInUse() {
  const layout = await readLayout().catch(({ message }) => {
    throw new Error(`there is no layout (${message}); start the processes first: node start.mjs 3`);
  });
  const { listen = LISTEN, basePort = BASE_PORT } = layout;
  if (listen !== LISTEN || basePort !== BASE_PORT) {
    const variables = `SANDBOXES_LISTEN=${listen} SANDBOXES_BASE_PORT=${basePort}`;
    throw new Error(`start.mjs runs with ${variables}; set the same variables here`);
  }
  return layout;
}

/** Writes a layout and the configuration for it. nginx has to be reloaded. */
export async function writeLayout(layout) {
  await mkdir(NGINX, { recursive: true });
  await copyFile(new URL('nginx.conf', import.meta.url), join(NGINX, 'nginx.conf'));
  await writeFile(join(NGINX, 'listen.conf'), `listen ${LISTEN};\n`);
  await writeFile(join(NGINX, 'processes.conf'), processesConf(layout));
  const kept = { ...layout, listen: LISTEN, basePort: BASE_PORT };
  await writeFile(`${LAYOUT}.new`, JSON.stringify(kept, null, 2));
  await rename(`${LAYOUT}.new`, LAYOUT);
}

/** Starts nginx with further words, such as `-s reload`. */
export const startNginx = (...words) =>
  spawn('nginx', ['-p', NGINX, '-c', join(NGINX, 'nginx.conf'), '-e', join(NGINX, 'error.log'), ...words], {
    stdio: 'inherit',
  });

/** Runs nginx until it ends. @throws Error if it fails */
async function nginx(...words) {
  const [code] = await once(startNginx(...words), 'exit').catch(({ code: problem, message }) => {
    throw new Error(problem === 'ENOENT' ? 'nginx is not installed, or not in PATH' : message);
  });
  if (code !== 0) throw new Error(`nginx ${words.join(' ')} ended with ${code}`);
}

/** Writes a layout and makes nginx use it. Requests in progress are completed by the previous workers. */
export async function switchTo(layout) {
  await writeLayout(layout);
  await nginx('-t', '-q');
  await nginx('-s', 'reload');
}
