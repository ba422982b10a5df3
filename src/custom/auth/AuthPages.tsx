import './auth.css';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { authPaths, isAuthPath, type AuthPath } from '#src/authPaths.ts';
import { useAddress, useLinkToken } from './address.ts';
import { ChangePasswordPage } from './ChangePasswordPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { LoginPage } from './LoginPage.tsx';
import { VerifyEmailPage } from './VerifyEmailPage.tsx';

/** Used once per installation, account or invoice, so these are not part of the /login bundle. */
const SetupPage = lazy(() => import('./SetupPage.tsx').then((module) => ({ default: module.SetupPage })));
const PayPage = lazy(() => import('#src/custom/pay/PayPage.tsx').then((module) => ({ default: module.PayPage })));
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
    [authPaths.pay]: (
      <Suspense fallback={null}>
        <PayPage key={token} token={token} />
      </Suspense>
    ),
  };
  return isAuthPath(pathname) ? pages[pathname] : <Elsewhere />;
};

/** Back and Forward can lead from here into the console. The page is loaded again to decide what to show. */
const Elsewhere = () => {
  useEffect(() => window.location.reload(), []);
  return null;
};
