import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { PARTS, type PreparedContract, type RequestSchema, type Validators, validatorName } from './types.ts';

/** As prism compiles, but for `allErrors`: here the first violation decides, and prism tells them all. */
const OPTIONS = { strict: false, allowUnionTypes: true, allowMatchingProperties: true } as const;

/** What compiled schemas may call: functions that call nothing themselves. */
const RUNTIME = ['ajv/dist/runtime/ucs2length', 'ajv/dist/runtime/equal'];

const require = createRequire(import.meta.url);

/** A runtime function as source text, so that the module of compiled schemas imports nothing. */
function runtimeSource(module: string): string {
  if (!RUNTIME.includes(module)) throw new Error(`request schemas must do without what needs ${module}`);
  return `(${(require(module) as { default: unknown }).default})`;
}

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
 * @throws where a schema needs more than the module can carry.
 */
export function validatorsModule(prepared: PreparedContract): string {
  const ajv = new Ajv({ ...OPTIONS, code: { source: true, esm: true } });
  const names = requestSchemas(prepared).map(([name, schema]) => {
    ajv.addSchema(schema, name);
    return [name, name];
  });
  const code = standalone.default(ajv, Object.fromEntries(names));
  return code.replace(/require\("([^"]+)"\)\.default/g, (_call, module: string) => runtimeSource(module));
}
