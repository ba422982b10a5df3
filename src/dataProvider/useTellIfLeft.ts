import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { messageFrom } from './http.ts';
import { isClientError } from './sendAttempt.ts';

/** A component is gone when its page was left before the response came. */
export const useIsLeft = () => {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
};

/** Returns a function that says in a message what failed after its page was left, since nothing else can. */
export const useTellIfLeft = () => {
  const notify = useNotify();
  const isLeft = useIsLeft();
  return (error: unknown, fallback = '') => {
    if (!isLeft.current) return;
    const message = messageFrom(error, fallback);
    notify(isClientError(error) ? `Not done: ${message}` : message, { type: 'error' });
  };
};
