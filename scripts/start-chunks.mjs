// Which modules the build puts into one file, because they are always loaded together. Otherwise a start reads sixty small
// files, one for each set of commands that share a module, which takes a tenth of its time.

/** A module and all modules that it imports, directly or indirectly; those that it loads with `import()` if wanted. */
function reachable(root, context, withDynamic = false) {
  const found = new Set();
  const waiting = [root];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (found.has(id)) continue;
    found.add(id);
    const { importedIds, dynamicallyImportedIds } = context.getModuleInfo(id);
    waiting.push(...importedIds, ...(withDynamic ? dynamicallyImportedIds : []));
  }
  return found;
}

/**
 * The groups of a bundle.
 * @param program the modules that the command line loads for every command
 * @param server the module that starts a server
 * @param client the entry of the client library, which must not load the server: what both use is in a file of its own
 */
export function startChunks({ program, server, client }) {
  let sets = null;
  const find = context => ({
    program: reachable(program, context),
    server: reachable(server, context),
    client: reachable(client, context, true),
  });
  const group = (debugName, priority, isIn) => ({
    debugName,
    priority,
    name(id, context) {
      sets ??= find(context);
      return isIn(id) ? debugName : null;
    },
  });
  return {
    groups: [
      group('shared', 3, id => sets.client.has(id) && (sets.program.has(id) || sets.server.has(id))),
      group('program', 2, id => sets.program.has(id)),
      group('server', 1, id => sets.server.has(id)),
    ],
  };
}
