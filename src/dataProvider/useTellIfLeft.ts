import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { messageFrom } from './http.ts';
import { isClientError } from './sendAttempt.ts';

/** Whether the component is gone, as when its page was left while the answer was on its way. */
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

/** For what failed after its page was left: returns a function that says so in a message, since nothing else can. */
export const useTellIfLeft = () => {
  const notify = useNotify();
  const isLeft = useIsLeft();
  return (error: unknown, fallback = '') => {
    if (!isLeft.current) return;
    const message = messageFrom(error, fallback);
    notify(isClientError(error) ? `Not done: ${message}` : message, { type: 'error' });
  };
};
