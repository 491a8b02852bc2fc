import type { Content, Entry, Param, PostDataCommon, Request, Response } from 'har-format';
import type { EntryExtensions } from './recorded-fields.ts';

export type { RecordedNotes, RecordedSignature } from './recorded-fields.ts';

/** The version of the HAR format that is written. */
export const HAR_VERSION = '1.2';

/** A request body as it is written. `_encoding` is `base64` if the bytes are not UTF-8 text. */
export type RecordedPostData = PostDataCommon & {
  readonly text: string;
  readonly params?: Param[];
  readonly _encoding?: 'base64';
};

export type RecordedRequest = Omit<Request, 'postData'> & { readonly postData?: RecordedPostData };

/** A response as it is written. A request that got none has status 0, as in browsers. */
export type RecordedResponse = Response & { readonly content: Content };

/** One entry as the recorder writes it: HAR 1.2 with the fields of `EntryExtensions`. */
export type RecordedEntry = Omit<Entry, 'request' | 'response'> & {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
} & EntryExtensions;

/** What takes the place of credentials. Equal credentials get equal pseudonyms within a file: `key-1`, `key-2`. */
export const PSEUDONYM_KINDS = ['key', 'cookie', 'secret'] as const;
export type PseudonymKind = (typeof PSEUDONYM_KINDS)[number];

/** Matches what is written in place of an API key. */
export const KEY_PSEUDONYM = /^key-[1-9]\d*$/;
