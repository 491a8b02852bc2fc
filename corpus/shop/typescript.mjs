/** Lets Node 20 run the shop's TypeScript: `node --import ./corpus/shop/typescript.mjs FILE.ts`. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

export function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code } = transformSync(path, readFileSync(path, 'utf8'));
  return { format: 'module', source: code, shortCircuit: true };
}

if (!import.meta.url.includes('?')) register(`${import.meta.url}?hooks`);
