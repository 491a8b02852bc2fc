import { createHmac, randomBytes } from 'node:crypto';
import { isSecretName } from '../../contract/json/redaction.ts';
import { isHexTronAddress, isTronAddress, tronAddressOf } from '../../core/domain/address.ts';
import { REDACTED } from '../../judge/report/report-model.ts';
import type { SentHeader } from './exchange.ts';

/** How many replacements that are in use are tried before a longer one is chosen. */
const MAX_ATTEMPTS = 20;

const ADDRESS_BYTES = 20;
const HEX_DIGITS = /^[0-9a-f]+$|^[0-9A-F]+$/;

const A = 'a'.charCodeAt(0);
const UPPER_A = 'A'.charCodeAt(0);

/** The replacement of a character, which is of the same kind. Punctuation stays. */
function replaceCharacter(character: string, random: number, letters: number): string {
  if (character >= '0' && character <= '9') return String(random % 10);
  if (character >= 'a' && character <= 'z') return String.fromCharCode(A + (random % letters));
  if (character >= 'A' && character <= 'Z') return String.fromCharCode(UPPER_A + (random % letters));
  // Other letters are rare, so that any of them would reveal as much.
  return character > '\u007f' ? '\u00e9' : character;
}

/**
 * Replaces values by others of the same form: equal values by equal ones, different values by different ones. A valid
 * address becomes another valid one, an invalid one stays invalid, and lengths and punctuation stay, so that the service
 * would treat the replacement as it treated the value. The replacements depend on a random key that is not stored.
 */
export class Disguise {
  readonly #key = randomBytes(32);
  readonly #replacements = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The replacement of a value; undefined if it was never replaced. */
  known(value: string): string | undefined {
    return this.#replacements.get(value);
  }

  get isEmpty(): boolean {
    return this.#replacements.size === 0;
  }

  ofText(value: string): string {
    // Punctuation alone reveals nothing, and there is no other value of the same form.
    if (!/[A-Za-z0-9\u0080-\uffff]/.test(value)) return value;
    const known = this.#replacements.get(value);
    if (known !== undefined) return known;
    const replacement = this.#unused(value);
    this.#replacements.set(value, replacement);
    this.#taken.add(replacement);
    return replacement;
  }

  /** The replacement of a number, as it is written in JSON: another one with as many digits. */
  ofNumber(literal: string): string {
    const [, sign, digits, rest] = /^(-?)(\d*)(.*)$/.exec(literal)!;
    if (digits === '' || digits === '0') return literal;
    const replaced = this.ofText(digits!);
    return `${sign}${replaced.replace(/^0/, '1')}${rest!.replace(/^\.\d+/, fraction => `.${'0'.repeat(fraction.length - 1)}`)}`;
  }

  #unused(value: string): string {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const replacement = this.#derive(value, attempt);
      if (replacement !== value && !this.#taken.has(replacement)) return replacement;
    }
    const suffix = this.#bytes(value, MAX_ATTEMPTS).toString('hex', 0, 4);
    return `${this.#derive(value, MAX_ATTEMPTS)}-${suffix}`;
  }

  #bytes(value: string, attempt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${attempt}\0${value}`).digest();
  }

  #derive(value: string, attempt: number): string {
    const bytes = this.#bytes(value, attempt);
    if (isTronAddress(value)) return tronAddressOf(bytes.subarray(0, ADDRESS_BYTES));
    if (isHexTronAddress(value)) return `41${bytes.toString('hex', 0, ADDRESS_BYTES)}`;
    const letters = HEX_DIGITS.test(value) ? 6 : 26;
    let random = bytes;
    return [...value]
      .map((character, index) => {
        const at = index % random.length;
        if (index > 0 && at === 0) random = this.#bytes(random.toString('hex'), attempt);
        return replaceCharacter(character, random[at]!, letters);
      })
      .join('');
  }
}

/** The value of a JSON field: the text of a string, or a number as it is written. */
type FieldValue =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly literal: string };

/** Returns the new value, as JSON without the closing quote of a string, or null to keep the old one. */
type ReplaceField = (name: string, value: FieldValue) => string | null;

/** A string with its colon if it is a name, a number, or punctuation. A string can be cut off at the end of the text. */
const TOKEN = /"((?:[^"\\]|\\.)*)("?)(\s*:)?|(-?\d[\d.eE+-]*)|[[\]{},]/gs;

/** The text of a JSON string, given without its quotes; as it stands if it is not valid. */
function unescapeText(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`);
  } catch {
    return inner;
  }
}

/** A string as JSON, without the closing quote. */
const openString = (text: string): string => JSON.stringify(text).slice(0, -1);

/**
 * Replaces values of fields in a JSON text that may be invalid or cut off, and the strings of a field that is a list.
 * Everything else stays as it is: spaces, the order of fields, and repeated ones. Takes linear time.
 */
function replaceFields(text: string, replace: ReplaceField): string {
  /** The field whose value comes next. */
  let field: string | null = null;
  /** The field whose list is being read. */
  let list: string | null = null;
  return text.replace(TOKEN, (token, inner?: string, close = '', colon?: string, number?: string) => {
    const name = field ?? (number === undefined ? list : null);
    field = null;
    if (inner !== undefined && colon !== undefined) {
      field = unescapeText(inner);
      list = null;
    } else if (inner === undefined && number === undefined) {
      if (token !== ',') list = token === '[' ? name : null;
    } else if (name !== null) {
      const replaced = replace(
        name,
        number === undefined
          ? { kind: 'string', text: unescapeText(inner!) }
          : { kind: 'number', literal: number },
      );
      return replaced === null ? token : replaced + close;
    }
    return token;
  });
}

/** The maximum number of credentials with their own pseudonyms; all others share the next one. */
export const MAX_PSEUDONYMS = 1_000;

/**
 * Shorter credentials are replaced where they stand, but not searched for elsewhere, where they could occur by chance.
 */
const MIN_SOUGHT = 6;

/** Replaces credentials by names such as `key-1`. Equal credentials get equal names. */
class Pseudonyms {
  readonly #names = new Map<string, string>();
  /** The forms in which a credential can occur in a text, with its name. */
  readonly #sought: [form: string, name: string][] = [];
  #keys = 0;

  of(credential: string): string {
    if (credential === '') return '';
    const known = this.#names.get(credential);
    if (known !== undefined) return known;
    const name = `key-${this.#keys + 1}`;
    if (this.#names.size >= MAX_PSEUDONYMS) return name;
    this.#keys += 1;
    this.remember(credential, name);
    return name;
  }

  remember(credential: string, name: string): void {
    this.#names.set(credential, name);
    if (credential.length < MIN_SOUGHT) return;
    const forms = [credential, encodeURIComponent(credential), JSON.stringify(credential).slice(1, -1)];
    for (const form of new Set(forms)) this.#sought.push([form, name]);
  }

  /** Replaces credentials that occurred before, wherever they occur in a text. */
  clean(text: string): string {
    let cleaned = text;
    for (const [form, name] of this.#sought)
      if (cleaned.includes(form)) cleaned = cleaned.replaceAll(form, name);
    return cleaned;
  }
}

/** Fields that hold the same kind of value as another one. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = { address: ['recipient_address'] };

/** A signature reveals no key, and can be checked with the secret. */
const SIGNATURE = 'x-webhook-signature';

/** Names that are secret in a URL or header, but mean something else in a body. */
const HARMLESS_FIELDS = new Set(['code', 'key', 'session', 'session_id', 'signature', 'sig']);

/** A word that can be an address or an external_id, in a text that has no fields. */
const WORD = /[A-Za-z0-9._:-]{6,200}/g;

/** True for words with a single meaning. Numbers, and words such as `failed`, are replaced in their fields only. */
const isTelling = (word: string): boolean => /\d/.test(word) && /\D/.test(word);

/** Headers with cookies, which the service does not use. */
const COOKIES = new Set(['cookie', 'set-cookie']);

/** Headers that have a scheme in front of the key. */
const WITH_SCHEME = new Set(['authorization', 'proxy-authorization']);

/** A user and password before the host of a URL. */
const USER_INFO = /(:\/\/)[^/?#\s@"\\<>]*(?:@[^/?#\s@"\\<>]*)*@/g;

/** A parameter of a URL that occurs in a text. */
const PARAMETER = /([?&;#]([^?&;#=\s"'\\<>]{1,200})=)([^&;#\s"'\\<>]+)/g;

const SCHEME = /^([A-Za-z][A-Za-z-]{0,20})( +)(\S.*)$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/**
 * Removes credentials from what is recorded, always, and replaces the values of chosen fields. Texts are changed in
 * place: JSON keeps its spaces, the order of its fields, repeated fields and mistakes.
 */
export class Redactor {
  readonly #fields: ReadonlySet<string>;
  readonly #disguise = new Disguise();
  readonly #pseudonyms = new Pseudonyms();

  /**
   * @param fields names of JSON fields, query parameters and headers, in any case
   * @param secrets that must not occur, such as the webhook secret
   */
  constructor(fields: readonly string[], secrets: readonly string[]) {
    const lower = fields.map(field => field.toLowerCase());
    this.#fields = new Set(lower.flatMap(field => [field, ...(SYNONYMS[field] ?? [])]));
    for (const [index, secret] of secrets.entries()) this.#pseudonyms.remember(secret, `secret-${index + 1}`);
  }

  /** True if values besides credentials are replaced. */
  get replacesFields(): boolean {
    return this.#fields.size > 0;
  }

  header({ name, value }: SentHeader): SentHeader {
    const lower = name.toLowerCase();
    if (lower === SIGNATURE) return { name, value };
    if (COOKIES.has(lower)) return { name, value: REDACTED };
    if (this.#fields.has(lower)) return { name, value: this.#disguise.ofText(value) };
    if (WITH_SCHEME.has(lower)) return { name, value: this.#credential(value) };
    if (isSecretName(name)) return { name, value: this.#pseudonyms.of(value) };
    return { name, value: this.text(value) };
  }

  /** A path with its query, or an absolute URL. */
  url(url: string): string {
    const [, path = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
    const cleaned = this.text(path.replace(/(\/\/)[^/@]*@/, '$1'));
    return cleaned + (query === undefined ? '' : `?${this.form(query)}`) + this.text(fragment);
  }

  /** The parameters of a query or a form. Those that are not replaced keep their encoding. */
  form(query: string): string {
    return query
      .split('&')
      .map(parameter => {
        const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(parameter) ?? [];
        if (value === undefined) return this.text(parameter);
        const decodedName = decode(name);
        if (this.#fields.has(decodedName.toLowerCase()))
          return `${name}=${encodeURIComponent(this.#disguise.ofText(decode(value)))}`;
        if (isSecretName(decodedName)) return `${name}=${this.#pseudonyms.of(decode(value))}`;
        return `${name}=${this.text(value)}`;
      })
      .join('&');
  }

  /** A body, which is usually JSON. */
  body(text: string): string {
    return this.text(replaceFields(text, (name, value) => this.#field(name, value)));
  }

  /** Any text: replaces credentials in the URLs that it contains, and what was replaced elsewhere before. */
  text(text: string): string {
    const cleaned = this.#pseudonyms.clean(this.#urls(text));
    if (this.#disguise.isEmpty) return cleaned;
    return cleaned.replace(WORD, word => this.#word(word));
  }

  #urls(text: string): string {
    return text
      .replace(USER_INFO, '$1')
      .replace(PARAMETER, (whole, start: string, name: string, value: string) =>
        isSecretName(name) ? start + this.#pseudonyms.of(decode(value)) : whole,
      );
  }

  /** A word, or what is left of it without the punctuation of a sentence. */
  #word(word: string): string {
    if (!isTelling(word)) return word;
    const known = this.#disguise.known(word);
    if (known !== undefined) return known;
    const [, inner = '', after = ''] = /^(.*?)([.:-]*)$/.exec(word) ?? [];
    return (this.#disguise.known(inner) ?? inner) + after;
  }

  #field(name: string, value: FieldValue): string | null {
    const lower = name.toLowerCase();
    if (this.#fields.has(lower)) {
      return value.kind === 'string'
        ? openString(this.#disguise.ofText(value.text))
        : this.#disguise.ofNumber(value.literal);
    }
    if (value.kind === 'number' || HARMLESS_FIELDS.has(lower) || !isSecretName(name)) return null;
    return openString(this.#pseudonyms.of(value.text));
  }

  /** A key with its scheme. The scheme stays, because a wrong one is a common mistake. */
  #credential(value: string): string {
    const [, scheme, space, key] = SCHEME.exec(value) ?? [];
    if (scheme === undefined || space === undefined || key === undefined) return this.#pseudonyms.of(value);
    return `${scheme}${space}${this.#pseudonyms.of(key)}`;
  }
}
