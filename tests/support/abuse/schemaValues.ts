import fc from 'fast-check';
import { hostileText, hostileValue } from './hostile.ts';

type Type = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** The part of JSON Schema that the OpenAPI document uses for requests. */
export interface JsonSchema {
  type?: Type | Type[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Ids of existing records, by the noun in a field or a path. */
export type Known = Readonly<Record<string, string>>;

/** Values for a schema: mostly valid ones, so that they get far, sometimes something else. */
export function around(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: allowed(schema, known, name) }, { weight: 1, arbitrary: hostileValue });
}

function allowed(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => allowed(choice, known, name)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => allowed({ ...schema, type }, known, name)));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 12 }), edges(schema));
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
        edges(schema),
      );
    case 'array':
      return fc.array(around(schema.items ?? {}, known, name), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      return objects(schema.properties ?? {}, known);
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(schema, known, name);
    default:
      return hostileValue;
  }
}

const edges = ({ minimum = -9e15, maximum = 9e15 }: JsonSchema) =>
  fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, (minimum + maximum) / 2);

function objects(properties: Record<string, JsonSchema>, known: Known): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, around(schema, known, key)]),
  );
  const whole = fc.record(model);
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 3, arbitrary: fc.record(model, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.dictionary(hostileText, hostileValue, { maxKeys: 3 }))
        .map(([object, more]) => ({ ...object, ...more })),
    },
  );
}

function texts(
  { format, minLength = 0, maxLength = 20 }: JsonSchema,
  known: Known,
  name: string,
): fc.Arbitrary<string> {
  if (format === 'uuid') {
    const meant = known[name.replace(/Ids?$/, '')];
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(meant ?? '') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(known)) },
    );
  }
  if (format === 'date') return fc.constantFrom('2026-01-05', '2000-02-29', '2999-12-31', '0001-01-01');
  if (format === 'date-time') return fc.constantFrom('2026-01-05T10:00:00.000Z', '0001-01-01T00:00:00Z');
  if (format === 'email') return fc.constantFrom('casey@member.test', 'admin@gym.test', `${'a'.repeat(60)}@b.test`);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'Casey',
        '3035550123',
        '80202',
        'CO',
        'USA',
        'America/Denver',
        '2.50',
        '10',
        '2026-01-05',
        '12345678',
      ),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1)) },
  );
}
