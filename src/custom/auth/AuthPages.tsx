import './auth.css';
import { useEffect, type ReactNode } from 'react';
import { authPaths, isAuthPath, type AuthPath } from '#src/authPaths.ts';
import { useAddress, useLinkToken } from './address.ts';
import { ChangePasswordPage } from './ChangePasswordPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { VerifyEmailPage } from './VerifyEmailPage.tsx';

/** The public routes. */
export const AuthPages = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { pathname } = useAddress();
  const token = useLinkToken();
  const pages: Record<AuthPath, ReactNode> = {
    [authPaths.login]: <LoginPage onSignedIn={onSignedIn} />,
    [authPaths.forgotPassword]: <ForgotPasswordPage />,
    [authPaths.changePassword]: <ChangePasswordPage key={token} token={token} />,
    [authPaths.verifyEmail]: <VerifyEmailPage key={token} token={token} />,
  };
  return isAuthPath(pathname) ? pages[pathname] : <Elsewhere />;
};

/** Back and forward can lead from here into the console; a fresh load decides what belongs there. */
const Elsewhere = () => {
  useEffect(() => window.location.reload(), []);
  return null;
};
