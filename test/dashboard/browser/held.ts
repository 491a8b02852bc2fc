import type { Page, Request, Route } from 'playwright-core';
import { deferred } from '../../support/deferred.ts';

/** A request of the page that waits. */
export interface Held {
  /** Resolves once the page has made the request, and the server has handled it if its answer is held. */
  readonly reached: Promise<void>;
  /** Lets it go on. Resolves once the page has the response. */
  release(): Promise<void>;
}

/** Which request is held: its method, and what the path of its URL ends with. */
export interface Wanted {
  readonly method: string;
  readonly path: string;
  /** request: the server gets it when it is released; answer: the server gets it at once, but the page no answer. */
  readonly part: 'request' | 'answer';
}

const isWanted = (request: Request, { method, path }: Wanted): boolean =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path);

/** Holds the next request of a page of a kind. Further ones are not held. */
export async function hold(page: Page, wanted: Wanted): Promise<Held> {
  const reached = deferred();
  const released = deferred();
  const done = deferred();
  let isTaken = false;
  await page.route('**/*', async (route: Route) => {
    if (isTaken || !isWanted(route.request(), wanted)) return route.fallback();
    isTaken = true;
    const response = wanted.part === 'answer' ? await route.fetch() : null;
    reached.resolve();
    await released.promise;
    // The page may have given up the request.
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined);
    const answer = await route
      .request()
      .response()
      .catch(() => null);
    await answer?.finished();
    done.resolve();
  });
  return {
    reached: reached.promise,
    release: () => {
      released.resolve();
      return done.promise;
    },
  };
}

/** Counts the requests of a page of a kind from now on. */
export function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', request => {
    if (isWanted(request, { method, path, part: 'request' })) count += 1;
  });
  return () => count;
}

/** Waits until the page has opened the stream and asked again for what it may have missed until then. */
export async function untilLive(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).first().waitFor();
  await workedOff(page);
}

/** Waits until the page has worked off what it has received. */
export const workedOff = async (page: Page): Promise<void> => {
  await page.evaluate(
    'new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );
};
