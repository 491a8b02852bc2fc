import { type SseMessage, SseParser } from '../contract/json/sse-parser.ts';
import { api, CallError, UnreachableError } from './api.ts';

/** Receives the events of a stream. */
export interface Listener {
  onOpen(): void;
  onMessage(message: SseMessage): void;
}

/** Silence for longer than this means that the connection is dead: the server sends something every 15 s. */
const MAX_SILENCE_MS = 40_000;

/**
 * Follows the stream of an account until it ends or fails. It uses fetch because EventSource cannot send headers, which
 * the admin token requires.
 * @param lastId the id of the last message received; the stream continues after it
 * @throws UnreachableError, CallError
 */
export async function follow(
  account: string,
  lastId: string | null,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const watchdog = new AbortController();
  const either = AbortSignal.any([signal, watchdog.signal]);
  let timer = 0;
  const resetTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => watchdog.abort(), MAX_SILENCE_MS);
  };
  try {
    resetTimer();
    const headers: Record<string, string> = lastId === null ? {} : { 'Last-Event-ID': lastId };
    const input = { path: { account }, headers, signal: either };
    const stream = await api.open('/_sandbox/accounts/{account}/stream', input);
    listener.onOpen();
    const parser = new SseParser();
    const chunks = stream
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      resetTimer();
      for (const message of parser.push(chunk.value)) listener.onMessage(message);
    }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    throw new UnreachableError();
  } finally {
    clearTimeout(timer);
  }
}
