/** A message of a stream of server-sent events. */
export interface SseMessage {
  /** The last id that the stream set, by this message or an earlier one; null if it has set none yet. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const DEFAULT_EVENT = 'message';
const FIELD = /^([^:]+):? ?(.*)$/s;

/** Parses server-sent events. The text may arrive in chunks of any size. */
export class SseParser {
  #incompleteLine = '';
  #id: string | null = null;
  #event = DEFAULT_EVENT;
  #data: string[] = [];

  /** Takes the next chunk of text and returns the messages that it completes. */
  push(chunk: string): SseMessage[] {
    const lines = (this.#incompleteLine + chunk).split(/\r?\n/);
    this.#incompleteLine = lines.pop() ?? '';
    return lines.flatMap(line => {
      if (line === '') return this.#endBlock();
      this.#readField(line);
      return [];
    });
  }

  #readField(line: string): void {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === 'id') this.#id = value;
    else if (name === 'event') this.#event = value;
    else if (name === 'data') this.#data.push(value);
  }

  /** The message of the block that ends; there is none in heartbeats and settings, which carry no data. */
  #endBlock(): SseMessage[] {
    const [event, data] = [this.#event, this.#data];
    this.#event = DEFAULT_EVENT;
    this.#data = [];
    return data.length > 0 ? [{ id: this.#id, event, data: data.join('\n') }] : [];
  }
}

/** The messages of a response body, as they arrive. An incomplete message at its end is dropped. */
export async function* sseMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseMessage> {
  const decoder = new TextDecoder();
  const parser = new SseParser();
  for await (const chunk of body) yield* parser.push(decoder.decode(chunk, { stream: true }));
}
