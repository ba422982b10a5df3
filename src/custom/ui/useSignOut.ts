import { createContext, useContext } from 'react';

export const SignOutContext = createContext<(() => void) | null>(null);

/** Signs out; with a sale or purchase whose outcome is not known yet, only after a question. */
export const useSignOut = (): (() => void) => {
  const signOut = useContext(SignOutContext);
  if (!signOut) throw new Error('useSignOut needs a SignOut around it');
  return signOut;
};
