const BEARER = /^bearer +([^\s]+) *$/i;

/** The API key or admin token after `Bearer` in an Authorization header, or null. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;
