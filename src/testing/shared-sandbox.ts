/** The sandbox that all files of a test run share. */
export interface SharedSandbox {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global setup `energy-rental-sandbox/vitest-setup`. */
    energySandbox: SharedSandbox;
  }
}
