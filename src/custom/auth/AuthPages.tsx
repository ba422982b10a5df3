import './auth.css';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { authPaths, isAuthPath, type AuthPath } from '#src/authPaths.ts';
import { useAddress, useLinkToken } from './address.ts';
import { ChangePasswordPage } from './ChangePasswordPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { VerifyEmailPage } from './VerifyEmailPage.tsx';

/** Opened once in the life of an installation or of an account, so /login does not carry them. */
const SetupPage = lazy(() => import('./SetupPage.tsx').then((module) => ({ default: module.SetupPage })));
const InvitationPage = lazy(() => import('./InvitationPage.tsx').then((module) => ({ default: module.InvitationPage })));

/** The public routes. */
export const AuthPages = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { pathname } = useAddress();
  const token = useLinkToken();
  const pages: Record<AuthPath, ReactNode> = {
    [authPaths.login]: <LoginPage onSignedIn={onSignedIn} />,
    [authPaths.forgotPassword]: <ForgotPasswordPage />,
    [authPaths.changePassword]: <ChangePasswordPage key={token} token={token} />,
    [authPaths.verifyEmail]: <VerifyEmailPage key={token} token={token} />,
    [authPaths.setup]: (
      <Suspense fallback={null}>
        <SetupPage token={token} onSignedIn={onSignedIn} />
      </Suspense>
    ),
    [authPaths.invitation]: (
      <Suspense fallback={null}>
        <InvitationPage key={token} token={token} onSignedIn={onSignedIn} />
      </Suspense>
    ),
  };
  return isAuthPath(pathname) ? pages[pathname] : <Elsewhere />;
};

/** Back and forward can lead from here into the console; a fresh load decides what belongs there. */
const Elsewhere = () => {
  useEffect(() => window.location.reload(), []);
  return null;
};
