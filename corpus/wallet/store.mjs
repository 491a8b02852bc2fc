import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A JSON file that each change replaces, or memory without a file. */
export class Store {
  #file;
  #data;

  constructor(file, initial) {
    this.#file = file;
    this.#data = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : initial;
  }

  get data() {
    return this.#data;
  }

  save() {
    if (!this.#file) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#data));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
