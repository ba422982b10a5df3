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
