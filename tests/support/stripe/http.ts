export type Form = { [key: string]: string | Form };

/** Parses a body as the SDK encodes it: `metadata[invoiceId]=…&payment_method_types[0]=card`. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(body)) {
    const keys = path.split(/\[|\]\[|\]/).filter((key) => key !== '');
    const last = keys.pop() ?? '';
    let at = form;
    for (const key of keys) at = at[key] = typeof at[key] === 'object' ? at[key] : {};
    at[last] = value;
  }
  return form;
}

export const text = (form: Form, key: string): string | undefined => {
  const value = form[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
export const record = (form: Form, key: string): Record<string, string> => {
  const value = form[key];
  return typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, String(part)]))
    : {};
};

/** An error as Stripe's API answers it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; message: string; code?: string; param?: string; [key: string]: unknown },
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, extra: { code?: string; param?: string } = {}, status = 400) =>
  new Refusal(status, { type: 'invalid_request_error', message, ...extra });
export const missing = (what: string, id: string) =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);
