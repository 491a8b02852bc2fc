import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** A message of a stream. */
export interface Heard {
  readonly id: string | null;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads server-sent events over a real connection. */
export class Reader {
  readonly heard: Heard[] = [];
  readonly response: IncomingMessage;
  readonly ended: Promise<unknown>;
  #text = '';
  #wake: () => void = () => undefined;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.ended = once(response, 'close');
    response.setEncoding('utf8').on('data', (piece: string) => this.#take(piece));
  }

  static async open(baseUrl: string, path: string, headers: Record<string, string> = {}): Promise<Reader> {
    const request = get(`${baseUrl}${path}`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new Reader(response);
  }

  /** Resolves when a message of a kind has arrived. */
  async until(event: string): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(one => one.event === event);
      if (found) return found;
      await this.next();
    }
  }

  /** Resolves when further messages have arrived. */
  next(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve;
    });
  }

  #take(piece: string): void {
    this.#text += piece;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = field('data');
      if (data === undefined) continue;
      this.heard.push({ id: field('id') ?? null, event: field('event')!, data: JSON.parse(data) });
    }
    this.#wake();
  }
}
