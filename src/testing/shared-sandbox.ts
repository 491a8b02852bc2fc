/** Where the sandbox of a whole run is. */
export interface SharedSandbox {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global setup `energy-rental-sandbox/vitest-setup`. */
    energySandbox: SharedSandbox;
  }
}
