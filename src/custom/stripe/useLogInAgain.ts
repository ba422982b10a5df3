import { HttpError, useStoreContext } from 'react-admin';
import { useEffect, useState } from 'react';

/** Spec §6: without a token, or with an expired one, the user is told to log in again, once per tab. */
export const useLogInAgain = (error: unknown) => {
  const store = useStoreContext();
  const [text, setText] = useState<string>();
  const wanted = error instanceof HttpError && error.status === 401 ? error.message : undefined;
  useEffect(() => {
    if (!wanted || store.getItem<boolean>(told)) return undefined;
    const timer = setTimeout(() => {
      store.setItem(told, true);
      setText(wanted);
    });
    return () => clearTimeout(timer);
  }, [wanted, store]);
  return { text, close: () => setText(undefined) };
};

const told = 'stripe.toldToLogInAgain';
