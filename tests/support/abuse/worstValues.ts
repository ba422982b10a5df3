import type { DocumentedRoute } from './requests.ts';
import type { JsonSchema, Known } from './schemaValues.ts';

/** A value in a request: in the query, or in the body under these names. */
export interface Field {
  readonly in: 'query' | 'body';
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** All fields of a route's query and body that are like this, however deep. */
export function getFields({ parameters, body }: DocumentedRoute, isWanted: (schema: JsonSchema) => boolean): Field[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => getLeaves(schema, [name], 'query'));
  return [...query, ...(body ? getLeaves(body, [], 'body') : [])].filter(({ schema }) => isWanted(schema));
}

function getLeaves(schema: JsonSchema, path: readonly string[], place: Field['in']): Field[] {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => getLeaves(choice, path, place));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => getLeaves(inner, [...path, name], place));
  if (schema.items) return getLeaves(schema.items, [...path, '0'], place);
  return [{ in: place, path, schema }];
}

export const isDate = ({ format }: JsonSchema) => format === 'date' || format === 'date-time';
export const isNumber = ({ type }: JsonSchema) => type === 'number' || type === 'integer';

/** A plain request to a route with these values in these fields, and nothing else that is not required. */
export function requestWith(route: DocumentedRoute, values: readonly (readonly [Field, unknown])[], known: Known) {
  const query = new URLSearchParams();
  for (const { name, schema, in: place, required } of route.parameters)
    if (place === 'query' && required) query.set(name, String(plain(schema, known, name)));
  if (route.parameters.some(({ name }) => name === 'locationId') && known.location)
    query.set('locationId', known.location);
  const body =
    route.body &&
    plain(
      route.body,
      known,
      '',
      values.flatMap(([field]) => (field.in === 'body' ? [field.path] : [])),
    );
  for (const [field, value] of values) {
    if (field.in === 'query') query.set(field.path.join('.'), String(value));
    else put(body, field.path, value);
  }
  const noun = getNoun(route.path);
  const path = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_hole, name: string) => known[name === 'id' ? noun : name.replace(/Id$/, '')] ?? known.stranger ?? '',
  );
  return {
    url: query.size > 0 ? `${path}?${query.toString()}` : path,
    ...(body !== undefined && { payload: body as object }),
  };
}

/** The noun in a path: `/api/sales-items/{id}` is about a `salesItem`. */
const getNoun = (path: string) =>
  (path.split('/')[2] ?? '')
    .replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

function put(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  const object = target as Record<string, unknown>;
  if (rest.length > 0) put(object[name], rest, value);
  else object[name] = value;
}

/** The simplest valid value: objects with what is required and what lies on the way to `wanted`. */
function plain(schema: JsonSchema, known: Known, name: string, wanted: readonly (readonly string[])[] = []): unknown {
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const choice =
    choices?.find(({ type, properties }) => (wanted.length > 0 ? properties : type !== 'null')) ?? choices?.[0];
  if (choice) return plain(choice, known, name, wanted);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const names = new Set([...(schema.required ?? []), ...wanted.flatMap(([first]) => first ?? [])]);
    const inner = (key: string) =>
      wanted
        .filter(([first]) => first === key)
        .map((path) => path.slice(1))
        .filter((path) => path.length > 0);
    return Object.fromEntries(
      [...names].map((key) => [key, plain(schema.properties?.[key] ?? {}, known, key, inner(key))]),
    );
  }
  if (type === 'array')
    return [
      plain(
        schema.items ?? {},
        known,
        name,
        wanted.map((path) => path.slice(1)).filter((path) => path.length > 0),
      ),
    ];
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1));
  if (type === 'boolean') return false;
  return type === 'string' ? plainText(schema, known, name) : null;
}

function plainText({ format, minLength = 0 }: JsonSchema, known: Known, name: string): string {
  if (format === 'uuid') return known[name.replace(/Ids?$/, '')] ?? known.stranger ?? '';
  if (format === 'date') return known.today ?? '';
  if (format === 'date-time') return `${known.today}T10:00:00.000Z`;
  if (format === 'email' || name === 'email') return 'new.person@member.test';
  return (
    {
      plan: 'Monthly Unlimited',
      timezone: 'America/Denver',
      country: 'USA',
      state: 'CO',
      amount: '999999.99',
      token: '0'.repeat(64),
    }[name] ?? 'Worst'.padEnd(minLength, 't')
  );
}
