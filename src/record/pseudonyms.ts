import { PSEUDONYMS, type PseudonymKind } from '../har/har-entry.ts';

/** How many credentials get a pseudonym of their own; all others share the next one. */
export const MAX_PSEUDONYMS = 1_000;

/** Shorter credentials are replaced where they stand, but not looked for elsewhere: they would occur by chance. */
const MIN_SOUGHT = 6;

/** Replaces credentials by names such as `key-1`. Equal credentials get equal names. */
export class Pseudonyms {
  readonly #names = new Map<string, string>();
  readonly #counts: Record<PseudonymKind, number>;
  /** The forms in which a credential can occur in a text, with its name. */
  readonly #sought: [form: string, name: string][] = [];

  /** @param used the highest numbers that are in use already, of each kind */
  constructor(used: Readonly<Record<PseudonymKind, number>>) {
    this.#counts = { ...used };
  }

  of(kind: PseudonymKind, credential: string): string {
    if (credential === '') return '';
    const id = `${kind} ${credential}`;
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const isNew = this.#names.size < MAX_PSEUDONYMS;
    const name = `${PSEUDONYMS[kind]}-${this.#counts[kind] + 1}`;
    if (isNew) this.#remember(id, kind, credential, name);
    return name;
  }

  #remember(id: string, kind: PseudonymKind, credential: string, name: string): void {
    this.#counts[kind] += 1;
    this.#names.set(id, name);
    if (credential.length < MIN_SOUGHT) return;
    for (const form of new Set([
      credential,
      encodeURIComponent(credential),
      JSON.stringify(credential).slice(1, -1),
    ]))
      this.#sought.push([form, name]);
  }

  /** Replaces credentials that were met before, wherever they occur in a text. */
  clean(text: string): string {
    let cleaned = text;
    for (const [form, name] of this.#sought)
      if (cleaned.includes(form)) cleaned = cleaned.replaceAll(form, name);
    return cleaned;
  }
}
