import { HttpError } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';

/**
 * A form's `onSubmit` returns it when saving failed: the server's message for each field, shown under its input, and the message as
 * a whole for `FormError`.
 */
export const formErrors = (error: unknown, fallback: string) => ({
  ...fieldErrors(error),
  root: { serverError: messageFrom(error, fallback) },
});

export const fieldErrors = (error: unknown): Record<string, string> => {
  const body: unknown = error instanceof HttpError ? error.body : undefined;
  return body && typeof body === 'object' && 'errors' in body ? { ...(body.errors as Record<string, string>) } : {};
};
