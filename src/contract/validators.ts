import { Ajv } from 'ajv';
import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import standalone from 'ajv/dist/standalone/index.js';
import { PARTS, type PreparedContract, type RequestSchema, type Validators, validatorName } from './types.ts';

/** As prism compiles, but for `allErrors`: here the first violation decides, and prism tells them all. */
const OPTIONS = { strict: false, allowUnionTypes: true, allowMatchingProperties: true } as const;

/** What compiled schemas may call, as source text, so that their module imports nothing. */
const RUNTIME: Readonly<Record<string, string>> = {
  'ajv/dist/runtime/ucs2length': String(ucs2length.default),
  'ajv/dist/runtime/equal': String(equal.default),
};

function requestSchemas(prepared: PreparedContract): [name: string, schema: RequestSchema][] {
  return prepared.operations.flatMap(({ id, parts }) =>
    PARTS.flatMap(part =>
      parts[part] ? [[validatorName(id, part), parts[part]] as [string, RequestSchema]] : [],
    ),
  );
}

/** Compiles the request schemas in the process, for contracts that no build prepared. */
export function compileValidators(prepared: PreparedContract): Validators {
  const ajv = new Ajv(OPTIONS);
  return Object.fromEntries(
    requestSchemas(prepared).map(([name, schema]) => {
      const accepts = ajv.compile(schema);
      return [name, value => accepts(value)];
    }),
  );
}

/**
 * The compiled request schemas as the source of an ES module that imports nothing; its exports are the
 * validators.
 * @throws where a schema needs more than the module can carry, such as `format`.
 */
export function validatorsModule(prepared: PreparedContract): string {
  const ajv = new Ajv({ ...OPTIONS, code: { source: true, esm: true } });
  const names = requestSchemas(prepared).map(([name, schema]) => {
    ajv.addSchema(schema, name);
    return [name, name];
  });
  const code = standalone.default(ajv, Object.fromEntries(names));
  return code.replace(/require\("([^"]+)"\)(?:\.default)?/g, (_call, module: string) => {
    const source = RUNTIME[module];
    if (!source)
      throw new Error(`request schemas must do without what needs ${module}; use "pattern" for formats`);
    return `(${source})`;
  });
}
