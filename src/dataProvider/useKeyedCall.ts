import { useRef } from 'react';
import { HttpError, useStore, useStoreContext } from 'react-admin';
import { createIdempotencyKey } from './http.ts';
import { isClientError } from './sendAttempt.ts';

interface Attempt {
  readonly key: string;
  readonly body: unknown;
}

/** Where an attempt is kept until its answer is known. */
interface Kept {
  get: () => Attempt | undefined;
  set: (attempt: Attempt | undefined) => void;
}

/**
 * Sends a person's request. A retry after a lost answer carries the same key, so that it happens once. What was refused may be
 * allowed later, and then gets a new key.
 */
const sendKeyed = async <Answer>(kept: Kept, body: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
  const last = kept.get();
  const key = last && isSameBody(last.body, body) ? last.key : createIdempotencyKey();
  kept.set({ key, body });
  try {
    const answer = await send(key);
    kept.set(undefined);
    return answer;
  } catch (error) {
    if (isClientError(error)) kept.set(undefined);
    throw isLost(error) ? new HttpError(answerLost, 500) : error;
  }
};

/** Whether no answer came. */
const isLost = (error: unknown): boolean => error instanceof HttpError && error.status === 500 && !error.body;

export const answerLost = 'The connection was lost, so this may have been done already. Try again to find out. It is done only once.';

/** Sends with a key that is kept while the component is mounted. */
export const useKeyedCall = () => {
  const attempt = useRef<Attempt>(undefined);
  const kept: Kept = { get: () => attempt.current, set: (next) => void (attempt.current = next) };
  return <Answer>(body: unknown, send: (key: string) => Promise<Answer>) => sendKeyed(kept, body, send);
};

/** The same with a key that outlives the component and the session, under this name in the tab's store. */
export const useStoredKeyedCall = () => {
  const store = useStoreContext();
  return <Answer>(name: string, body: unknown, send: (key: string) => Promise<Answer>) => {
    const kept: Kept = { get: () => store.getItem(name), set: (attempt) => (attempt ? store.setItem(name, attempt) : store.removeItem(name)) };
    return sendKeyed(kept, body, send);
  };
};

/** What was asked under this name and has not been answered yet. */
export const useUnansweredCall = <Body>(name: string): Body | undefined => useStore<Attempt | undefined>(name)[0]?.body as Body | undefined;

/** Whether two requests are the same. */
export const isSameBody = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
