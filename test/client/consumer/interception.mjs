import { createSandbox, interceptFetch } from 'energy-rental-sandbox';

const origin = 'https://api.energy.example';
const place = Symbol.for('undici.globalDispatcher.1');

const sandbox = await createSandbox();
const interception = interceptFetch(sandbox, { origin });
const { status } = await fetch(`${origin}/readyz`);
// What undici's setGlobalDispatcher does.
const during = globalThis[place].compose(dispatch => (request, handler) => dispatch(request, handler));
globalThis[place] = during;
interception.end();
const kept = globalThis[place] === during ? 'kept' : 'replaced';
const after = await fetch(`${origin}/readyz`).then(
  () => 'intercepted',
  () => 'not intercepted',
);
console.log(`${status} during, ${kept} afterwards, ${after}`);
await sandbox.close();
