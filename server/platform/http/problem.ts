/** A message, and one for each wrong field. The log has the cause. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: {
      errors?: Record<string, string>;
      retryAfter?: number;
      body?: Record<string, unknown>;
      leavesKeyFree?: boolean;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const badRequest = (message: string, errors?: Record<string, string>) =>
  new Problem(400, message, errors ? { errors } : {});
export const unauthorized = (message = 'Please sign in again') => new Problem(401, message);
export const forbidden = (message = 'Your access level cannot do this') => new Problem(403, message);
export const notFound = (what: string) => new Problem(404, `${what} not found`);
export const conflict = (message: string, errors?: Record<string, string>) =>
  new Problem(409, message, errors ? { errors } : {});
export const tooMany = (message: string, retryAfter = 2) => new Problem(429, message, { retryAfter });
export const unavailable = (message: string, retryAfter = 2, options?: ErrorOptions) =>
  new Problem(503, message, { retryAfter }, options);

/** The caller has disconnected and the work is aborted. The status is nginx's, for the log only. */
export const callerGone = 499;

export const raise = (problem: Problem): never => {
  throw problem;
};
