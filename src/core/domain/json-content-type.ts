const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(;|$)/i;

/** What is wrong with the Content-Type of a request with a JSON body, or null. */
export const contentTypeProblem = (type: string | undefined): string | null =>
  JSON_TYPE.test(type ?? '') ? null : `Content-Type is ${type ?? 'missing'}, not application/json`;
