import './auth.css';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { authPaths, isAuthPath, type AuthPath } from '#src/authPaths.ts';
import { useAddress, useLinkToken } from './addressBar.ts';
import { LoginPage } from './LoginPage.tsx';
import { NoConsole } from './NoConsole.tsx';

const notLoaded = () => ({ default: NoConsole });

/** Rarely opened, or opened by a link in an email, so not part of the /login bundle. */
const ForgotPasswordPage = lazy(() =>
  import('./ForgotPasswordPage.tsx').then((module) => ({ default: module.ForgotPasswordPage }), notLoaded),
);
const ChangePasswordPage = lazy(() =>
  import('./ChangePasswordPage.tsx').then((module) => ({ default: module.ChangePasswordPage }), notLoaded),
);
const VerifyEmailPage = lazy(() =>
  import('./VerifyEmailPage.tsx').then((module) => ({ default: module.VerifyEmailPage }), notLoaded),
);
const SetupPage = lazy(() => import('./SetupPage.tsx').then((module) => ({ default: module.SetupPage }), notLoaded));
const PayPage = lazy(() =>
  import('#src/custom/pay/PayPage.tsx').then((module) => ({ default: module.PayPage }), notLoaded),
);
const InvitationPage = lazy(() =>
  import('./InvitationPage.tsx').then((module) => ({ default: module.InvitationPage }), notLoaded),
);

export const AuthPages = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { pathname } = useAddress();
  const token = useLinkToken();
  const pages: Record<AuthPath, ReactNode> = {
    [authPaths.login]: <LoginPage onSignedIn={onSignedIn} />,
    [authPaths.forgotPassword]: <ForgotPasswordPage />,
    [authPaths.changePassword]: <ChangePasswordPage key={token} token={token} />,
    [authPaths.verifyEmail]: <VerifyEmailPage key={token} token={token} />,
    [authPaths.setup]: <SetupPage token={token} onSignedIn={onSignedIn} />,
    [authPaths.invitation]: <InvitationPage key={token} token={token} onSignedIn={onSignedIn} />,
    [authPaths.pay]: <PayPage key={token} token={token} />,
  };
  return isAuthPath(pathname) ? <Suspense fallback={null}>{pages[pathname]}</Suspense> : <Elsewhere />;
};

/** Back and Forward can lead from here into the console. The page is reloaded to decide what to show. */
const Elsewhere = () => {
  useEffect(() => window.location.reload(), []);
  return null;
};
