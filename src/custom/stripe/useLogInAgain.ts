import { HttpError, useStoreContext } from 'react-admin';
import { useEffect, useState } from 'react';
import { readSession } from '#src/authProvider/session.ts';

/** Spec §6, §8: without a token, or with an expired one, the user is told to log in again, once per tab. */
export const useLogInAgain = (error: unknown) => {
  const store = useStoreContext();
  const [text, setText] = useState<string>();
  const wanted = sentenceFor(error);
  useEffect(() => {
    if (!wanted || store.getItem<boolean>(told)) return undefined;
    store.setItem(told, true);
    const timer = setTimeout(() => setText(wanted));
    return () => clearTimeout(timer);
  }, [wanted, store]);
  return { text, close: () => setText(undefined) };
};

const told = 'stripe.toldToLogInAgain';

const sentenceFor = (error: unknown) => {
  if (!(error instanceof HttpError) || error.status !== 401) return undefined;
  return readSession() ? 'Your session has expired. Please log in again.' : 'Please log in again to continue.';
};
