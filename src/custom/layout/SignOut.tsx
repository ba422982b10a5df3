import { useCallback, type ReactNode } from 'react';
import { useLogout } from 'react-admin';
import { readSession } from '#src/authProvider/session.ts';
import { SignOutContext } from '#src/custom/ui/useSignOut.ts';
import { useConfirm } from '#src/custom/ui/useConfirm.tsx';
import { attemptsOf } from '#src/dataProvider/openAttempts.ts';

/** The way out for everything inside: with an open attempt it asks first. */
export const SignOut = ({ children }: { children: ReactNode }) => {
  const logout = useLogout();
  const { confirm, dialog } = useConfirm();
  const signOut = useCallback(async () => {
    const isOpen = attemptsOf(readSession()?.user.id).length > 0;
    if (!isOpen || (await confirm(question))) await logout();
  }, [confirm, logout]);
  return (
    <SignOutContext value={() => void signOut()}>
      {children}
      {dialog}
    </SignOutContext>
  );
};

const question = {
  title: 'Sign out with an open sale?',
  text: 'It is not known yet whether a sale or purchase went through. It stays on this device, and you are told about it when you sign in here again.',
  confirmLabel: 'Sign Out',
  cancelLabel: 'Stay Signed In',
} as const;
