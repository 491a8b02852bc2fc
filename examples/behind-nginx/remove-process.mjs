// Removes the last process: node remove-process.mjs
// Its accounts move to the others, a few at a time. Meanwhile, all others are served as usual, and those that move get
// 503 for a moment. After an interruption, a second call continues. Stop the process afterwards.
import { readLayoutInUse, switchTo } from './layout.mjs';
import { misplaced, moveAll, run } from './move-accounts.mjs';

/** The layout without the last process, whose accounts are pins, and nginx with it. */
async function prepare(layout) {
  const { processes } = layout;
  if (layout.added)
    throw new Error(`process ${layout.added} is being added; run add-process.mjs again to complete that`);
  if (layout.removed > processes) return layout;
  if (processes === 1) throw new Error('there is only one process, and the accounts need one');
  const next = processes - 1;
  await switchTo({ ...layout, next, removed: processes });
  const prepared = { processes: next, next, removed: processes, pins: await misplaced(processes) };
  await switchTo(prepared);
  return prepared;
}

await run(async () => {
  const { removed, ...layout } = await moveAll(await prepare(await readLayoutInUse()));
  await switchTo(layout);
  const start = `node start.mjs ${layout.processes}`;
  console.log(`process ${removed} has no accounts any more: stop it; from now on, start with ${start}`);
});
