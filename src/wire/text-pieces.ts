const PIECE_LENGTH = 64 * 1024;

/** A long text that is built in pieces of about 64 KiB, so that no step handles all of it. */
export class TextPieces {
  readonly #pieces: Buffer[] = [];
  #last = '';

  add(text: string): void {
    this.#last += text;
    if (this.#last.length >= PIECE_LENGTH) this.#finishPiece();
  }

  /** Returns the pieces, in UTF-8. */
  end(): Buffer[] {
    this.#finishPiece();
    return this.#pieces;
  }

  #finishPiece(): void {
    this.#pieces.push(Buffer.from(this.#last));
    this.#last = '';
  }
}
