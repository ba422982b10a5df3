import { createContext, useContext, type ReactNode } from 'react';
import { useLogout } from 'react-admin';
import { readSession } from '#src/authProvider/session.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { mayLose } from '#src/ui/forms/LeaveWarning.tsx';
import { listAttempts } from '#src/dataProvider/attempts.ts';

/** Gives its children a sign-out that asks first while something is unsaved or an attempt is open. */
export const SignOut = ({ children }: { children: ReactNode }) => {
  const logout = useLogout();
  const { confirm, dialog } = useConfirm();
  const signOut = async () => {
    if (!(await mayLose())) return;
    const isOpen = listAttempts(readSession()?.user.id).length > 0;
    if (isOpen && !(await confirm(question))) return;
    await logout();
  };
  return (
    <SignOutContext value={() => void signOut()}>
      {children}
      {dialog}
    </SignOutContext>
  );
};

const question = {
  title: 'Sign out with an open sale?',
  text: 'A sale or purchase is still unconfirmed. It stays on this device, and you will see it when you sign in here again.',
  confirmLabel: 'Sign Out',
  cancelLabel: 'Stay signed in',
} as const;

const SignOutContext = createContext<(() => void) | null>(null);

export const useSignOut = (): (() => void) => {
  const signOut = useContext(SignOutContext);
  if (!signOut) throw new Error('useSignOut needs a SignOut around it');
  return signOut;
};
