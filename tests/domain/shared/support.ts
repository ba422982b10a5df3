import type { z } from 'zod';

/** What a form or a 400 would show: the first message by field; empty when the value is valid. */
export function listMessages(schema: z.ZodType, value: unknown): Record<string, string> {
  const { success, error } = schema.safeParse(value);
  if (success) return {};
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

export const sampleId = '01890a5d-ac96-774b-bcce-b302099a8057';
