import { samples } from './samples.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  pattern?: string;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Place {
  schemas: Record<string, Schema>;
  /** The property, and the named schema that has it. */
  name: string;
  owner: string;
  depth: number;
}

/** A value that the schema allows, with names and amounts of one imagined gym. Undefined where only a file would do. */
export const buildExample = (schema: Schema, schemas: Record<string, Schema>): unknown =>
  build(schema, { schemas, name: '', owner: '', depth: 0 });

function build(schema: Schema, place: Place): unknown {
  const { schemas, name, owner } = place;
  if (place.depth > maxDepth) return undefined;
  if (schema.$ref) {
    const referenced = schema.$ref.split('/').at(-1) ?? '';
    return build(schemas[referenced] ?? {}, enterPlace(place, name, referenced.replace(/Input$/, '')));
  }
  if (schema.const !== undefined) return schema.const;
  const given = [...(samples[`${owner}.${name}`] ?? []), ...(samples[name] ?? [])];
  const sample = given.find((value) => fits(schema, value));
  if (sample !== undefined) return sample;
  if (schema.enum) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return buildVariant(variants, place);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => build(part, enterPlace(place))));
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'array') return buildArray(schema, place);
  if (type === 'object' || schema.properties) return buildObject(schema, place);
  return buildScalar(schema, type, name);
}

/** More than any schema has; none contains itself. */
const maxDepth = 30;

const enterPlace = (place: Place, name = place.name, owner = place.owner): Place => ({
  ...place,
  name,
  owner,
  depth: place.depth + 1,
});

/** The first that is neither null nor an empty text; a date rather than any text. */
function buildVariant(variants: Schema[], place: Place): unknown {
  const useful = variants.filter((one) => one.type !== 'null' && one.const !== '');
  const best = useful.find(({ format }) => format) ?? useful[0];
  return best ? build(best, enterPlace(place)) : null;
}

function buildArray({ items = {}, prefixItems, minItems = 1 }: Schema, place: Place) {
  if (prefixItems) return prefixItems.map((item) => build(item, enterPlace(place)));
  const one = build(items, enterPlace(place));
  return one === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => one);
}

function buildObject({ properties = {} }: Schema, place: Place) {
  const entries = Object.entries(properties).map(([key, property]) => [
    key,
    key === 'id' && property.format === 'uuid' ? toUuid(place.owner) : build(property, enterPlace(place, key)),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function buildScalar(schema: Schema, type: string | undefined, name: string): unknown {
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') {
    const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
    return Math.max(least, Math.min(1, schema.maximum ?? 1));
  }
  if (type !== 'string') return {};
  return buildText(schema, name);
}

const byFormat: Record<string, string> = {
  'date-time': '2026-03-01T16:00:00.000Z',
  date: '2026-03-01',
  email: 'maria@example.com',
  uri: 'https://www.example.com',
  time: '06:00',
};

function buildText({ format = '', minLength = 0, pattern }: Schema, name: string): string | undefined {
  if (format === 'binary') return undefined;
  if (format === 'uuid') return toUuid(name);
  const text = byFormat[format] ?? (pattern?.includes('[01]\\d|2[0-3]') ? '06:00' : undefined) ?? 'Example';
  return text.padEnd(minLength, '0');
}

/** The same for a record and for what names it: `contactId` is the id of the contact. */
function toUuid(name: string): string {
  const word = name.replace(/Ids?$/, '').toLowerCase();
  let number = 0;
  for (const letter of word) number = (number * 31 + letter.charCodeAt(0)) % 10_000;
  return `0190a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.some((one) => fits(one, value));
  const types = [schema.type ?? []].flat();
  if (Array.isArray(value)) return types.includes('array') && value.every((item) => fits(schema.items ?? {}, item));
  if (typeof value === 'object') return types.includes('object') && !schema.properties;
  if (typeof value === 'number')
    return (
      types.includes('number') ||
      (types.includes('integer') && Number.isInteger(value) && value <= (schema.maximum ?? value))
    );
  if (typeof value === 'boolean') return types.includes('boolean');
  if (!types.includes('string') || (schema.format && !byFormatFits(schema.format, value))) return false;
  return !schema.pattern || new RegExp(schema.pattern, 'u').test(String(value));
}

const byFormatFits = (format: string, value: unknown) =>
  (format === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value))) ||
  (format === 'email' && String(value).includes('@')) ||
  (format === 'uri' && String(value).startsWith('https://')) ||
  (format === 'date-time' && /^\d{4}-\d\d-\d\dT/.test(String(value)));
