/** What is removed from a schema, because a generator of 2020 fails on it or writes code that does not compile. */
function simplify(schema) {
  // Written as enums of strings (Java).
  if (schema.type === 'boolean') delete schema.enum;
  // Patterns are expected on strings only (Python).
  if (schema.format === 'date-time') delete schema.pattern;
  // NullPointerException (Python).
  if (!Array.isArray(schema.enum)) return;
  const values = schema.enum.filter(value => value !== null);
  if (values.length > 0) schema.enum = values;
  else delete schema.enum;
}

/** Simplifies everything in a value that can be a schema. */
function simplifyAll(value) {
  if (typeof value !== 'object' || value === null) return;
  simplify(value);
  for (const child of Object.values(value)) simplifyAll(child);
}

/**
 * The description without what OpenAPI Generator 4.3.1 and 5.0.0-beta2 cannot read. The requests and responses are the
 * same; what is missing are checks, and the callbacks, which clients do not call.
 */
export function forOldGenerators(description) {
  const simple = structuredClone(description);
  const { schemas, ...components } = simple.components;
  // With oneOf beside properties, the properties are left out of the class (Go).
  for (const name of ['OrderRequest', 'BulkItem']) delete schemas[name].oneOf;
  // Go does not compile: an unused import.
  delete schemas.WebhookEvent;
  delete components.callbacks;
  for (const path of Object.values(simple.paths))
    for (const operation of Object.values(path)) delete operation.callbacks;
  simple.components = { ...components, schemas };
  simplifyAll(simple);
  return simple;
}
