// Reports changes below folders. The recursive watch of Node.js on Linux watches each file by itself: it loses a file that
// an editor saves under another name and renames, and reports no later change of it. A watch of a folder does not.
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** What distinguishes a folder from a later one of the same path. Its number alone can be used again. */
function identityOf(folder) {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/** The folders below a folder, and itself, each with its identity. */
function foldersIn(folder, found = new Map()) {
  try {
    found.set(folder, identityOf(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) foldersIn(join(folder, entry.name), found);
  } catch (error) {
    // It was removed while it was read.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    found.delete(folder);
  }
  return found;
}

/** Calls `onChange` after every change in one of the folders, or in a folder at any depth below them. */
export function watchFolders(folders, onChange) {
  const watched = new Map();

  function update() {
    const found = new Map(folders.flatMap(folder => [...foldersIn(folder)]));
    for (const [path, { identity, watcher }] of watched) {
      if (found.get(path) === identity) continue;
      watcher.close();
      watched.delete(path);
    }
    for (const [path, identity] of found) if (!watched.has(path)) add(path, identity);
  }
  function note() {
    update();
    onChange();
  }
  function add(path, identity) {
    try {
      const watcher = watch(path, note);
      // Windows reports a removed folder as an error.
      watcher.on('error', note);
      watched.set(path, { identity, watcher });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  update();
}
