import { useRef } from 'react';
import { createIdempotencyKey } from './http.ts';
import { isClientError } from './sendAttempt.ts';

/**
 * Sends what a person asks for. The same thing tried again after an answer that was lost carries the same key, so that it
 * happens once. What was refused may be right later, and is then another attempt.
 */
export const useKeyedCall = () => {
  const attempt = useRef<{ what: string; key: string }>(undefined);
  return async <Answer,>(asked: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const what = JSON.stringify(asked);
    if (attempt.current?.what !== what) attempt.current = { what, key: createIdempotencyKey() };
    try {
      const answer = await send(attempt.current.key);
      attempt.current = undefined;
      return answer;
    } catch (error) {
      if (isClientError(error)) attempt.current = undefined;
      throw error;
    }
  };
};
