// A hook for Node's module loader: bundled files note each CommonJS module in globalThis.wrappedModules.

/** The beginning of the bundler's helper that wraps a CommonJS module: `name=(module,exports)=>()=>(`. */
const HELPER = /([\w$]+)\s*=\s*(?=\(\s*[\w$]+\s*,\s*[\w$]+\s*\)\s*=>\s*\(\)\s*=>\s*\()/g;

/** The index behind the expression in parentheses that begins at an index. */
function endOf(source, start) {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return source.length;
}

/** Where the helper of a file is; null if it has none. */
function helperOf(source) {
  for (const { 0: begin, 1: name, index } of source.matchAll(HELPER)) {
    const start = index + begin.length;
    const body = source.indexOf('(', source.indexOf('()', endOf(source, start)) + 2);
    const end = endOf(source, body);
    if (/\{\s*exports:\s*\{\}\s*\}/.test(source.slice(body, end))) return { name, index, start, end };
  }
  return null;
}

export const hasHelper = source => helperOf(source) !== null;

/** Makes the helper of a file note what it wraps, with the path of the module if the bundle has it. */
export function remembering(source) {
  const helper = helperOf(source);
  if (!helper) return source;
  const { name, index, start, end } = helper;
  const wrap = `(...words)=>{const load=(${source.slice(start, end)})(...words);(globalThis.wrappedModules??=[]).push([words[0],load]);return load}`;
  return `${source.slice(0, index)}${name}=${wrap}${source.slice(end)}`;
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== 'module' || !url.startsWith('file:')) return loaded;
  return { ...loaded, source: remembering(String(loaded.source)) };
}
