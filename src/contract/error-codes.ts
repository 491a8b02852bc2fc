import type { ErrorCode, ItemErrorCode, RequestErrorCode } from '../domain/errors.ts';
import type { components } from './energy-rental-v1.generated.ts';

/*
 * Compares the catalogue of domain/errors.ts with the description. Where a code is missing in either, this file does
 * not compile, and the compiler's message names the code.
 */

/** `true` where a catalogue and a description have the same codes; otherwise a type that names those of one alone. */
export type CodesMatch<InCatalogue, InDescription> = [
  Exclude<InCatalogue, InDescription>,
  Exclude<InDescription, InCatalogue>,
] extends [never, never]
  ? true
  : {
      readonly notInDescription: Exclude<InCatalogue, InDescription>;
      readonly notInCatalogue: Exclude<InDescription, InCatalogue>;
    };

/** Compiles where its argument is `true`. */
export type Assert<Holds extends true> = Holds;

type Schemas = components['schemas'];

/** The codes in the schema of an error body. */
type CodesOf<Schema> = Schema extends { readonly success: false; readonly error: infer Code } ? Code : never;

/** The codes in all error bodies of a description's schemas. */
export type CodesIn<All> = { [Name in keyof All]: CodesOf<All[Name]> }[keyof All];

type DescribedRequestCode = CodesIn<Schemas>;
type DescribedItemCode = Schemas['BulkItemError'];

export type RequestCodesMatch = Assert<CodesMatch<RequestErrorCode, DescribedRequestCode>>;
export type ItemCodesMatch = Assert<CodesMatch<ItemErrorCode, DescribedItemCode>>;
export type AllCodesMatch = Assert<CodesMatch<ErrorCode, DescribedRequestCode | DescribedItemCode>>;
