import './auth.css';
import { Suspense, useEffect, type ReactNode } from 'react';
import { authPaths, isAuthPath, type AuthPath } from '#src/authPaths.ts';
import { useAddress, useLinkToken } from './addressBar.ts';
import { lazyPage } from './lazyPage.ts';
import { LoginPage } from './LoginPage.tsx';

const ForgotPasswordPage = lazyPage(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage');
const ChangePasswordPage = lazyPage(() => import('./ChangePasswordPage.tsx'), 'ChangePasswordPage');
const VerifyEmailPage = lazyPage(() => import('./VerifyEmailPage.tsx'), 'VerifyEmailPage');
const SetupPage = lazyPage(() => import('./SetupPage.tsx'), 'SetupPage');
const PayPage = lazyPage(() => import('#src/custom/pay/PayPage.tsx'), 'PayPage');
const CardPage = lazyPage(() => import('#src/custom/pay/CardPage.tsx'), 'CardPage');
const SignPage = lazyPage(() => import('#src/custom/sign/SignPage.tsx'), 'SignPage');
const VerifyPage = lazyPage(() => import('#src/custom/sign/VerifyPage.tsx'), 'VerifyPage');
const KioskPage = lazyPage(() => import('#src/custom/kiosk/KioskPage.tsx'), 'KioskPage');
const InvitationPage = lazyPage(() => import('./InvitationPage.tsx'), 'InvitationPage');

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
    [authPaths.card]: <CardPage key={token} token={token} />,
    [authPaths.sign]: <SignPage key={token} token={token} />,
    [authPaths.verify]: <VerifyPage />,
    [authPaths.kiosk]: <KioskPage />,
  };
  return isAuthPath(pathname) ? <Suspense fallback={null}>{pages[pathname]}</Suspense> : <Elsewhere />;
};

/** Back and Forward can lead from here into the console. The page is reloaded to decide what to show. */
const Elsewhere = () => {
  useEffect(() => window.location.reload(), []);
  return null;
};
