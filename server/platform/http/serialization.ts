import fastJson, { type Schema } from 'fast-json-stringify';
import { serializerCompiler as validatingCompiler } from 'fastify-type-provider-zod';
import { toJSONSchema } from 'zod';

type Responses = Parameters<typeof validatingCompiler>[0]['schema'];
type Write = (data: unknown) => string;

/** Many routes share a response schema. */
const compiled = new WeakMap<Responses, Write>();

/**
 * Writes what the contract has in a response, and nothing else: a column that was added by mistake does not leave the server.
 * Compiled with the first response, since all at once would delay the start. `validates` checks each response against the contract too.
 */
export const contractSerializer =
  (validates: boolean): typeof validatingCompiler =>
  (route) => {
    const validate = validates ? validatingCompiler(route) : undefined;
    return (data) => {
      validate?.(data);
      return createSerializer(route.schema)(data);
    };
  };

function createSerializer(response: Responses): Write {
  const cached = compiled.get(response);
  if (cached) return cached;
  const write = fastJson(getJsonSchema(response));
  compiled.set(response, write);
  return write;
}

/** Its structure alone: what a stored text looks like was checked when it was written. */
function getJsonSchema(response: Responses): Schema {
  const schema = 'properties' in response ? response.properties : response;
  const described = toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const check of checks) Reflect.deleteProperty(jsonSchema, check);
      // Otherwise a union refuses what it should leave out.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return JSON.parse(JSON.stringify(described));
}

const checks = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'];
