import { type SseMessage, SseParser } from '../wire/sse-parser.ts';
import { addressOf, controlHeaders } from './api.ts';
import { AwayError, CallError } from './envelope.ts';

/** Who listens to a stream. */
export interface Listener {
  opened(): void;
  heard(message: SseMessage): void;
}

/** Silence beyond this means that the connection is dead: the server says something every 15 s. */
const LONGEST_SILENCE_MS = 40_000;

/**
 * Follows an account's stream until it ends or breaks off. Read with fetch, because EventSource sends no headers and
 * so could not carry the admin token.
 * @param lastId the last message that was heard, to go on after it
 * @throws AwayError, CallError
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
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => watchdog.abort(), LONGEST_SILENCE_MS);
  };
  try {
    alive();
    const url = addressOf('/_sandbox/accounts/{account}/stream', { account });
    const resume: Record<string, string> = lastId === null ? {} : { 'Last-Event-ID': lastId };
    const response = await fetch(url, { headers: { ...controlHeaders(), ...resume }, signal: either });
    if (!response.ok || !response.body) {
      const json = (await response.json().catch(() => null)) as { error?: string; message?: string } | null;
      throw new CallError(
        response.status,
        json?.error ?? `HTTP ${response.status}`,
        json?.message ?? '',
        json,
      );
    }
    listener.opened();
    const parser = new SseParser();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      alive();
      for (const message of parser.push(piece.value)) listener.heard(message);
    }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    throw new AwayError('The sandbox does not answer.');
  } finally {
    clearTimeout(timer);
  }
}
