import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { nulMessage, readOnlyFields } from '#domain/shared/fields.ts';
import { badRequest, notFound, Problem } from './problem.ts';

/** A malformed id in a path is a 404. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    try {
      return { value: httpPart === 'body' ? parseBody(schema, value) : parse(schema, value) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { error: httpPart === 'params' ? notFound('Record') : error };
    }
  };

/** Refuses an unknown field by its name. */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> =>
  parse(schema, body, unknownFields(schema, body));

function parse<S extends z.ZodType>(schema: S, value: unknown, extra: readonly string[] = []): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  const unstorable = success ? findUnstorable(data) : {};
  if (success && extra.length === 0 && Object.keys(unstorable).length === 0) return data;
  const errors = { ...toFieldErrors(error?.issues ?? []), ...unknownErrors(extra), ...unstorable };
  throw badRequest(Object.values(errors)[0] ?? 'Invalid input', errors);
}

/** PostgreSQL can hold it neither as text nor as JSON. Found here, so that no schema has to say so. No value is as deep as 20. */
function findUnstorable(value: unknown, path: readonly string[] = []): Record<string, string> {
  if (typeof value === 'string') {
    const message = value.includes('\0')
      ? nulMessage
      : /\p{Surrogate}/u.test(value)
        ? 'Must not contain half a character'
        : undefined;
    return message ? { [path.join('.')]: message } : {};
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || path.length === 20) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) => findUnstorable(inner, [...path, name])));
}

const namedFields = 20;

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
  /** The names that a strict schema does not know. */
  readonly keys?: readonly string[];
}

export function toFieldErrors(issues: readonly Issue[]): Record<string, string> {
  // A map, since a caller may name a field `__proto__`.
  const errors = new Map<string, string>();
  for (const { path, message, keys } of issues) {
    const unknown = keys?.slice(0, namedFields).map((key) => [...path, key].join('.'));
    for (const [field, text] of unknown ? Object.entries(unknownErrors(unknown)) : [[path.join('.'), message] as const])
      if (!errors.has(field)) errors.set(field, text);
  }
  return Object.fromEntries(errors);
}

export const unknownErrors = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, `Unknown field: ${field}`]));

/** Zod itself would drop them silently. */
export const unknownFields = (schema: z.ZodType, value: unknown): string[] =>
  findUnknown(schema, value, []).slice(0, namedFields);

function findUnknown(schema: unknown, value: unknown, path: readonly (string | number)[]): string[] {
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      Object.hasOwn(schema.shape, name)
        ? findUnknown(schema.shape[name], inner, [...path, name])
        : unlessRead(schema, name, path),
    );
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((inner, index) => findUnknown(schema.element, inner, [...path, index]));
  }
  if (schema instanceof z.ZodPipe) return findUnknown(schema.in, value, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findUnknown(schema.unwrap(), value, path);
  }
  return [];
}

const unlessRead = (schema: z.ZodObject, name: string, path: readonly (string | number)[]) =>
  readOnlyFields.get(schema)?.names.includes(name) ? [] : [[...path, name].join('.')];
