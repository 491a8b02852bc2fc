/* Asks restarted.test.mjs to start its receiver again: energy-sandbox explore --restart 'node restart.mjs' */
const { ok } = await fetch(`http://127.0.0.1:${process.env.RESTART_PORT}/`, { method: 'POST' });
if (!ok) process.exitCode = 1;
