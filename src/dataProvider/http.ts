import { HttpError } from 'react-admin';
import { expireSession, noteAccess, readSession } from '#src/authProvider/session.ts';
import { createListeners } from '#src/listeners.ts';
import type { Stale } from './stale.ts';
import { noteServerTime } from '#src/clock.ts';

interface FetchOptions {
  method?: string | undefined;
  stale?: Stale | undefined;
  deleted?: string | undefined;
  /** A string or a form with files is sent unchanged, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal | null | undefined;
  /** One key per attempt. The server executes it once, however often it is sent. */
  idempotencyKey?: string;
  /** True for the calls of the sign-in pages. They carry no token, and a 401 does not end a session. */
  anonymous?: boolean;
  /** A device has no session. */
  deviceToken?: string;
  /** Sent to its end even when the page is left or closed. */
  keepalive?: boolean;
}

/** A write of a signed-in user declares what it makes stale. */
type HttpOptions = FetchOptions &
  ({ method?: 'GET' } | { method: 'POST' | 'PUT' | 'DELETE'; stale: Stale } | { method: 'POST'; anonymous: true });

export const http = async <T>(path: string, options: HttpOptions = {}): Promise<T> =>
  (await fetchJson(path, options)).json as T;

export const fetchJson = async (path: string, options: FetchOptions = {}) => {
  const { method = 'GET', stale = [], deleted, idempotencyKey } = options;
  const isSentWrite = method !== 'GET' && navigator.onLine;
  // A write without a key may have happened. With one, whoever sends it knows what to say.
  const isUnexplained = stale.length > 0 && idempotencyKey === undefined;
  try {
    const response = await request(path, options);
    const body = await readText(response, options);
    const json = body === '' ? {} : parse(body);
    if (json === undefined) throw new HttpError(unexpected, 500);
    return { status: response.status, headers: response.headers, body, json };
  } catch (error) {
    throw isSentWrite ? explain(error, isUnexplained) : error;
  } finally {
    if (stale.length > 0) writes.notify({ stale, deleted });
  }
};

/** A streamed response: returns its bytes as they arrive, throws an `HttpError` when there are none. */
export const httpStream = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await request(path, { signal });
  if (!body) throw new HttpError(unexpected, 500);
  return body;
};

const request = async (path: string, options: FetchOptions) => {
  const token = options.deviceToken ?? (options.anonymous ? undefined : readSession()?.token);
  const response = await send(path, options, token);
  const access = response.headers.get('X-Access');
  if (access && token && token === readSession()?.token && noteAccess(access)) accessChanges.notify();
  if (response.ok) return response;
  const { status, statusText } = response;
  const text = await readText(response, options);
  const body = text === '' ? {} : (parse(text) ?? null);
  // HTTP/2 has no words for a status.
  const message = getMessage(body) ?? [`HTTP ${status}`, statusText].filter(Boolean).join(': ');
  const error = new HttpError(message, status, body);
  if (hasStatus(error, 401) && !options.anonymous && token === readSession()?.token) expireSession();
  if (response.status === 403 && needsSecondFactor(body)) secondFactorDemands.notify();
  throw error;
};

const send = async (path: string, options: FetchOptions, token: string | undefined) => {
  const { method = 'GET', body, signal, idempotencyKey, keepalive = false } = options;
  const isForm = body instanceof FormData;
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      keepalive,
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (response.ok && isPage(response)) throw new TypeError();
    noteCall({ isLost: false });
    noteServerTime(response.headers.get('Date'));
    return response;
  } catch (error) {
    throw toLoss(error, options);
  }
};

/** As from the sign-in to a network. The server sends no page to a call. */
const isPage = ({ headers }: Response) => Boolean(headers.get('Content-Type')?.startsWith('text/html'));

const readText = async (response: Response, options: FetchOptions): Promise<string> => {
  try {
    return await response.text();
  } catch (error) {
    throw toLoss(error, options);
  }
};

/** A response that never comes, or that breaks off after its headers, leaves open whether the server did what it was sent. */
const toLoss = (error: unknown, { signal }: FetchOptions): unknown => {
  // What took too long may have been done all the same.
  if (signal?.aborted && !isTimeout(error)) return error;
  noteCall({ isLost: true });
  return new HttpError(navigator.onLine ? unexpected : offline, 500);
};

/** The connection may have ended after the server was told. */
const explain = (error: unknown, isUnexplained: boolean) => {
  if (!isUnanswered(error)) return error;
  const message = error.message === offline ? unexpected : error.message;
  return withText(error, isUnexplained ? `${asSentence(message)} ${checkFirst}` : message);
};

export const isLoss = (error: unknown): boolean => error instanceof HttpError && error.status === 500 && !error.body;

/** Nothing is known of what the server did: no response came, or a proxy answered that it got none. */
export const isUnanswered = (error: unknown): error is HttpError =>
  isLoss(error) ||
  (error instanceof HttpError && proxyFailures.includes(error.status) && getMessage(error.body) === undefined);

/** The last three are Cloudflare's. */
const proxyFailures = [502, 504, 520, 522, 524];

/** An answer in the server's own words. A proxy that answers in its place knows nothing of records, users and keys. */
export const isFromServer = (error: unknown): error is HttpError => error instanceof HttpError && Boolean(error.body);

export const hasStatus = (error: unknown, status: number) => isFromServer(error) && error.status === status;

export const withText = ({ status, body }: HttpError, text: string) => new HttpError(text, status, body);

const unexpected = 'An unexpected error occurred';
export const offline = 'You are offline.';

export const asSentence = (text: string) => text.replace(/\.?\s*$/, '.');

/** The advice to whoever has no other. */
export const checkFirst = 'This may have been done already. Check, or try again.';

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/** Undefined for anything but JSON: a proxy, or the sign-in page of a network, answered in the server's place. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const getMessage = (body: unknown) =>
  body && typeof body === 'object' && 'message' in body && typeof body.message === 'string' && body.message !== ''
    ? body.message
    : undefined;

/** The server's message about a failure, or the screen's own text when there is none. */
export const messageFrom = (error: unknown, fallback: string) =>
  (error instanceof HttpError && getMessage(error.body)) || (error instanceof Error && error.message) || fallback;

export const isNotFound = (error: unknown) => hasStatus(error, 404);

/** For the `catch` of a call about what may not exist, or no longer does. */
export const nullIfNotFound = (error: unknown) => {
  if (isNotFound(error)) return null;
  throw error;
};

/** The key of one attempt. Works without https too, where `randomUUID` does not exist. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Write {
  readonly stale: Stale;
  readonly deleted: string | undefined;
}
const writes = createListeners<Write>();

/** What was done elsewhere, as by Stripe, makes stale what a write of ours would. */
export const noteWrite = (stale: Stale) => writes.notify({ stale, deleted: undefined });

/** Calls back after each call that may have changed something. */
export const onWrite = writes.listen;

const accessChanges = createListeners();

/** Calls back when somebody has changed the signed-in user's access. */
export const onAccessChange = accessChanges.listen;

const secondFactorDemands = createListeners();
const needsSecondFactor = (body: unknown) =>
  Boolean(body && typeof body === 'object' && 'secondFactor' in body && body.secondFactor === 'required');

/** Calls back when a call is refused until the user turns on a second factor. */
export const onSecondFactorRequired = secondFactorDemands.listen;

const connection = new EventTarget();
let wasLastCallLost = false;

/** Judged by the browser's network status and the result of the last call. */
export const isOffline = () => !navigator.onLine || wasLastCallLost;

export const onConnectionChange = (listener: () => void) => {
  connection.addEventListener('change', listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    connection.removeEventListener('change', listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const noteCall = ({ isLost }: { isLost: boolean }) => {
  if (wasLastCallLost === isLost) return;
  wasLastCallLost = isLost;
  connection.dispatchEvent(new Event('change'));
};
