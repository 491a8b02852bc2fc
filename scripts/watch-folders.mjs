// Reports changes below folders. The recursive watch of Node.js on Linux watches each file by itself: it loses a file that
// an editor saves under another name and renames, and reports no later change of it. A watch of a folder does not.
import { readdirSync, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** A folder and all folders below it. */
function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const below = entries
      .filter(entry => entry.isDirectory())
      .flatMap(({ name }) => foldersIn(join(folder, name)));
    return [folder, ...below];
  } catch (error) {
    // It was removed while it was read.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return [];
  }
}

/** Calls `onChange` after every change in one of the folders, or in a folder at any depth below them. */
export function watchFolders(folders, onChange) {
  const watchers = new Map();

  /** Watches every folder. The next round finds a folder that appeared in another one before that one was watched. */
  function update() {
    let added;
    do {
      const missing = folders.flatMap(foldersIn).filter(folder => !watchers.has(folder));
      added = missing.filter(add);
    } while (added.length > 0);
  }
  function note(folder, type, name) {
    // A different folder may have this name now. Node reports the folder's own name for the folder itself or for an entry.
    if (type !== 'change' && name === basename(folder)) forget(folder);
    else if (type !== 'change' && name !== null) forget(join(folder, name));
    update();
    onChange();
  }
  function forget(folder) {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  }
  function add(folder) {
    try {
      const watcher = watch(folder, (type, name) => note(folder, type, name));
      // Windows reports a removed folder as an error.
      watcher.on('error', () => note(folder, 'error', basename(folder)));
      watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      return false;
    }
  }
  update();
}
