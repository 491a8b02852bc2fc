import type { RequestHandler } from 'express';

/**
 * A handler that is created on its first request, so that startup does not wait for it. If that fails, the next request
 * tries again.
 */
export function lazyHandler(create: () => Promise<RequestHandler>): RequestHandler {
  let creating: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    creating ??= create().catch(error => {
      creating = null;
      throw error;
    });
    const handler = await creating;
    await handler(request, response, next);
  };
}
