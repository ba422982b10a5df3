import { HttpError } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';

/**
 * What a form's `onSubmit` returns when saving failed: the server's sentence for each field, and the sentence for the
 * whole, which `FormFailure` shows. `fallback` are spec §8's words for a failure without any.
 */
export const saveFailure = (error: unknown, fallback: string) => ({
  ...fieldErrors(error),
  root: { server: messageFrom(error, fallback) },
});

const fieldErrors = (error: unknown): Record<string, string> => {
  const body: unknown = error instanceof HttpError ? error.body : undefined;
  if (!body || typeof body !== 'object' || !('errors' in body) || !body.errors || typeof body.errors !== 'object') return {};
  return Object.fromEntries(Object.entries(body.errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};
