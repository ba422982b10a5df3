import type { z } from 'zod';
import { badRequest } from './problem.ts';

/** Reads what the framework did not, as the fields of an upload: the schema's value, or 400 with a sentence a field. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join('.')] ??= message;
  throw badRequest(Object.values(errors)[0] ?? 'Invalid input', errors);
}
