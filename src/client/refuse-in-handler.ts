import { AsyncLocalStorage } from 'node:async_hooks';
import { SandboxError } from './errors.ts';
import { type Caller, ROOT } from './sandbox-control.ts';

interface HandledDelivery {
  readonly event: string;
  readonly eventId: string;
  /** True once the handler has returned, although work that it started may still run. */
  isAnswered: boolean;
}

const scope = new AsyncLocalStorage<HandledDelivery>();

/** Runs the handler of a delivery, so that calls which would wait for its response can be refused. */
export async function runHandler<Result>(
  { event, eventId }: { readonly event: string; readonly eventId: string },
  handler: () => Result | Promise<Result>,
): Promise<Result> {
  const delivery = { event, eventId, isAnswered: false };
  try {
    return await scope.run(delivery, handler);
  } finally {
    delivery.isAnswered = true;
  }
}

const isUnknownEvent = (error: unknown): boolean =>
  error instanceof SandboxError && (error.code === 'EVENT_NOT_FOUND' || error.code === 'ACCOUNT_NOT_FOUND');

async function hasEvent({ control, path }: Caller, eventId: string): Promise<boolean> {
  if (eventId === '') return false;
  try {
    await control.get(`${ROOT}/events/{event_id}`, { path: { ...path, event_id: eventId } });
    return true;
  } catch (error) {
    if (isUnknownEvent(error)) return false;
    throw error;
  }
}

/**
 * Refuses a call that waits for the deliveries of an account if the handler of such a delivery makes it. The call would
 * wait for the handler, and the handler for the call.
 * @throws SandboxError IN_HANDLER
 */
export async function refuseInHandler(call: string, caller: Caller): Promise<void> {
  const delivery = scope.getStore();
  if (!delivery || delivery.isAnswered || !(await hasEvent(caller, delivery.eventId))) return;
  const { event, eventId } = delivery;
  throw new SandboxError(
    `${call}: this call waits for the response to ${event} (${eventId}), but it was made by the handler that has yet to respond; return from the handler, and make the call outside it`,
    { code: 'IN_HANDLER' },
  );
}
