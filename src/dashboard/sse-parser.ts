/** One message of a live stream. */
export interface StreamMessage {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** Puts lines of Server-Sent Events together to messages; text may come in any pieces. */
export class MessageReader {
  #rest = '';
  #id: string | null = null;
  #event = 'message';
  #data: string[] = [];

  /** Takes a piece of text, and answers the messages that it completes. */
  take(piece: string): StreamMessage[] {
    const lines = (this.#rest + piece).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    const messages: StreamMessage[] = [];
    for (const line of lines) {
      if (line !== '') this.#line(line);
      else if (this.#data.length > 0) {
        messages.push({ id: this.#id, event: this.#event, data: this.#data.join('\n') });
        this.#data = [];
        this.#event = 'message';
      }
    }
    return messages;
  }

  #line(line: string): void {
    const [, field, value] = /^([^:]+):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') this.#id = value ?? null;
    else if (field === 'event') this.#event = value ?? 'message';
    else if (field === 'data') this.#data.push(value ?? '');
  }
}
