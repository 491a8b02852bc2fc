/** The analyser in JavaScript only. The package's main module looks for native programs, and for Java. */
declare module 'recheck/lib/browser.js' {
  const recheck: typeof import('recheck');
  export default recheck;
}
