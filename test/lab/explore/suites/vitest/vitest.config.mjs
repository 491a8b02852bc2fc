// The package is loaded as it is, as from a user's node_modules. Here it is outside of them, so that Vitest would
// transform all of it.
export default {
  test: { include: ['*.suite.mjs'], pool: 'threads', server: { deps: { external: [/\/dist\//] } } },
};
