/** A message of a live stream. */
export interface StreamMessage {
  /** Null where the message has none: it is about the stream itself. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const FIELD = /^(\w+):? ?(.*)$/;

/** A block of lines as a message; null for heartbeats and settings. */
function messageOf(block: string): StreamMessage | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { id, event, data: data.join('\n') } : null;
}

/** The messages of a body of server-sent events, as they come in; what is cut off at its end is left out. */
export async function* messagesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const message = messageOf(block);
      if (message) yield message;
    }
  }
}
