import { useRef } from 'react';
import { HttpError, useStore, useStoreContext } from 'react-admin';
import { createIdempotencyKey } from './http.ts';
import { isClientError } from './sendAttempt.ts';

/** A request and its key. */
export interface KeyedRequest<Body = unknown> {
  readonly key: string;
  readonly body: Body;
}

/** Where a request is kept until its response is known. */
interface RequestStore<Body> {
  get: () => KeyedRequest<Body> | undefined;
  set: (request: KeyedRequest<Body> | undefined) => void;
}

/**
 * Sends a person's request. A retry after a lost response carries the same key, so that it happens once. What was refused may be
 * allowed later, and then gets a new key.
 */
export const sendKeyed = async <Body, Response>(
  store: RequestStore<Body>,
  body: Body,
  send: (key: string) => Promise<Response>,
): Promise<Response> => {
  const last = store.get();
  const key = last && isSameBody(last.body, body) ? last.key : createIdempotencyKey();
  store.set({ key, body });
  try {
    const response = await send(key);
    store.set(undefined);
    return response;
  } catch (error) {
    if (isClientError(error)) store.set(undefined);
    throw isLost(error) ? new HttpError(responseLost, 500) : error;
  }
};

/** Whether no response came. */
const isLost = (error: unknown): boolean => error instanceof HttpError && error.status === 500 && !error.body;

export const responseLost =
  'The connection was lost, so this may have been done already. Try again to find out. It is done only once.';

/** Sends with a key that is kept while the component is mounted. */
export const useKeyedCall = () => {
  const request = useRef<KeyedRequest>(undefined);
  const store: RequestStore<unknown> = { get: () => request.current, set: (next) => void (request.current = next) };
  return <Response>(body: unknown, send: (key: string) => Promise<Response>) => sendKeyed(store, body, send);
};

/** The same with a key that outlives the component and the session, under this name in the tab's store. */
export const useStoredKeyedCall = () => {
  const tab = useStoreContext();
  return <Response>(name: string, body: unknown, send: (key: string) => Promise<Response>) => {
    const store: RequestStore<unknown> = {
      get: () => tab.getItem(name),
      set: (request) => (request ? tab.setItem(name, request) : tab.removeItem(name)),
    };
    return sendKeyed(store, body, send);
  };
};

/** What was asked under this name and has not been answered yet. */
export const useUnansweredCall = <Body>(name: string): Body | undefined =>
  useStore<KeyedRequest | undefined>(name)[0]?.body as Body | undefined;

/** Whether two requests are the same. */
export const isSameBody = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
