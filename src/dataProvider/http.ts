import { HttpError } from 'react-admin';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { noteCall } from './connection.ts';
import { announceWrite } from './writes.ts';

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, or as it is when it is a form with files. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** One key an attempt of the user's: the server does the thing once, however often it is asked. */
  idempotencyKey?: string;
  /** True for the calls of the sign-in pages, which carry no token and for which 401 is an answer like any other. */
  anonymous?: boolean;
}

/** The one way to the API: takes a path below `/api`, gives the JSON of the answer, throws an `HttpError` otherwise. */
export const http = async <T>(path: string, options: HttpOptions = {}): Promise<T> => {
  try {
    const response = await answerOf(path, options);
    return (await readBody(response)) as T;
  } finally {
    if (options.method && options.method !== 'GET' && !path.startsWith('/auth/')) announceWrite({ method: options.method, path });
  }
};

/** An answer that does not end: gives its bytes as they come, throws an `HttpError` when there are none. */
export const httpStream = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await answerOf(path, { signal });
  if (!body) throw new HttpError('An unexpected error occurred', 500);
  return body;
};

const answerOf = async (path: string, options: HttpOptions) => {
  const token = options.anonymous ? undefined : readSession()?.token;
  const response = await reach(path, options, token);
  if (response.ok) return response;
  const body = await readBody(response);
  if (response.status === 401 && !options.anonymous && token === readSession()?.token) expireSession();
  throw new HttpError(messageOf(body) ?? `HTTP ${response.status}: ${response.statusText}`, response.status, body);
};

/** What a failed call says, or the screen's own words when the failure is not the server's. */
export const messageFrom = (error: unknown, fallback: string) =>
  (error instanceof HttpError && messageOf(error.body)) || (error instanceof Error && error.message) || fallback;

const reach = async (path: string, options: HttpOptions, token: string | undefined) => {
  const { method = 'GET', body, signal, idempotencyKey } = options;
  const isForm = body instanceof FormData;
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    noteCall(true);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    noteCall(false);
    throw new HttpError('An unexpected error occurred', 500);
  }
};

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return {};
  }
};

const messageOf = (body: unknown) =>
  body && typeof body === 'object' && 'message' in body && typeof body.message === 'string' && body.message !== ''
    ? body.message
    : undefined;
