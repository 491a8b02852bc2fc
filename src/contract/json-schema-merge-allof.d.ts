/** The package has no types of its own. */
declare module '@stoplight/json-schema-merge-allof' {
  /**
   * A schema without `allOf`: its own keywords and those of the schemas in it, also in nested schemas.
   * @param options `defaultResolver` returns the value of a keyword that JSON Schema does not define
   * @throws Error if no value can match, such as a string that is an integer
   */
  export default function mergeAllOf<Schema extends object>(
    schema: Schema,
    options: { readonly resolvers: { readonly defaultResolver: (values: readonly unknown[]) => unknown } },
  ): Schema;
}
