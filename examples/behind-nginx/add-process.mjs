// Adds a process: node add-process.mjs
// Start it first: node start.mjs --without-nginx 4 4
// The accounts whose hash leads to the new process move there, a few at a time. Meanwhile, all others are served as
// usual, and those that move get 503 for a moment. After an interruption, a second call continues.
import { addressOf, readLayoutInUse, switchTo, writeLayout } from './layout.mjs';
import { misplaced, moveAll, run, urlOf } from './move-accounts.mjs';

/** The layout with the accounts that have to move as pins, and nginx with it. */
async function prepare(layout) {
  if (layout.removed)
    throw new Error(
      `process ${layout.removed} is being removed; run remove-process.mjs again to complete that`,
    );
  if (layout.added === layout.processes) return layout;
  const next = layout.processes + 1;
  await fetch(`${urlOf(next)}/readyz`).catch(() => {
    const start = `node start.mjs --without-nginx ${next} ${next}`;
    throw new Error(`process ${next} does not run at ${addressOf(next)}; start it: ${start}`);
  });
  await switchTo({ ...layout, next, added: next });
  const prepared = { processes: next, next, added: next, pins: await misplaced(layout.processes) };
  await switchTo(prepared);
  return prepared;
}

await run(async () => {
  const { added, ...layout } = await moveAll(await prepare(await readLayoutInUse()));
  // For nginx, nothing changes.
  await writeLayout(layout);
  console.log(
    `process ${added} has its accounts; from now on, start with node start.mjs ${layout.processes}`,
  );
});
