const BEARER = /^bearer +([^\s]+) *$/i;

/** The key after `Bearer` in an Authorization header, or null. */
export const keyInBearer = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;
