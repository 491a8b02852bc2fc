export interface SseMessage {
  /** The last id that the stream set, by this message or an earlier one; null if it has set none yet. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const FIELD = /^([^:]+):? ?(.*)$/s;

/** Parses server-sent events. The text may arrive in chunks of any size. */
export class SseParser {
  #incompleteBlock = '';
  #id: string | null = null;

  /** @returns the messages that the chunk completes */
  push(chunk: string): SseMessage[] {
    const blocks = (this.#incompleteBlock + chunk).split(/\r?\n\r?\n/);
    this.#incompleteBlock = blocks.pop()!;
    return blocks.flatMap(block => this.#read(block));
  }

  /** The message of a block; there is none in heartbeats and settings, which carry no data. */
  #read(block: string): SseMessage[] {
    const fields = block.split(/\r?\n/).map(line => FIELD.exec(line) ?? []);
    const valuesOf = (name: string): string[] =>
      fields.flatMap(([, field, value = '']) => (field === name ? value : []));
    this.#id = valuesOf('id').at(-1) ?? this.#id;
    const data = valuesOf('data');
    const event = valuesOf('event').at(-1) ?? 'message';
    return data.length > 0 ? [{ id: this.#id, event, data: data.join('\n') }] : [];
  }
}

/** The messages of a response body, as they arrive. An incomplete message at its end is dropped. */
export async function* sseMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseMessage> {
  const decoder = new TextDecoder();
  const parser = new SseParser();
  for await (const chunk of body) yield* parser.push(decoder.decode(chunk, { stream: true }));
}
