import '@fontsource-variable/inter/index.css';
import { StrictMode, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd, readSession } from '#src/authProvider/session.ts';
import { authPaths, isAuthPath, isVisitorPath } from '#src/authPaths.ts';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
import { NoConsole } from '#src/custom/auth/NoConsole.tsx';
import { Loading } from './ui/Loading.tsx';

/**
 * Shows the sign-in pages without a session, else the console. The console's code is fetched while the email address is typed,
 * and replaces the sign-in page once it has loaded. It is not a lazy component: React keeps a fallback for 300 ms.
 */
const Entry = () => {
  const [isSignedIn, setSignedIn] = useState(opensConsole);
  const [Console, setConsole] = useState<ComponentType>(() => Loading);
  useEffect(() => {
    if (!isSignedIn) return;
    fetchConsole().then(
      ({ App }) => setConsole(() => App),
      () => setConsole(() => NoConsole),
    );
  }, [isSignedIn]);
  if (isSignedIn) return <Console />;
  const enter = async () => {
    const loaded = await fetchConsole().then(
      ({ App }) => App,
      () => NoConsole,
    );
    window.history.replaceState(null, '', '/dashboard');
    setConsole(() => loaded);
    setSignedIn(true);
  };
  // They do not sign in.
  const isVisitor = isVisitorPath(window.location.pathname);
  return (
    <div onInput={() => void (isVisitor || fetchConsole().catch(() => undefined))}>
      <AuthPages onSignedIn={() => void enter()} />
    </div>
  );
};

/** Without a session, `/` and every private route go to `/login`. With one, `/` and `/login` go to the dashboard. */
function opensConsole() {
  const { pathname } = window.location;
  if (!readSession()) {
    if (!isAuthPath(pathname)) window.history.replaceState(null, '', authPaths.login);
    return false;
  }
  if (pathname === '/' || pathname === authPaths.login) window.history.replaceState(null, '', '/dashboard');
  return !isAuthPath(window.location.pathname);
}

/** The theme is evaluated in a task of its own, so that it does not block typing. */
const fetchConsole = () => {
  void import('./ui/theme/AppTheme.tsx').catch(() => undefined);
  return import('#src/App.tsx');
};

const container = document.getElementById('root');
const root = container && createRoot(container);

const show = (page: ReactNode) => root?.render(<StrictMode>{page}</StrictMode>);

/**
 * Loads the sign-in page instead of changing the route, so that none of this user's data stays in memory. Without a connection the page
 * is shown as it is, and whoever signs in loads the console anew.
 */
const leaveConsole = () => {
  if (navigator.onLine) return window.location.replace(authPaths.login);
  window.history.replaceState(null, '', authPaths.login);
  show(<AuthPages onSignedIn={() => window.location.replace('/dashboard')} />);
};

// Members at a kiosk and signers are not signed in: theirs stay when staff sign out in another tab.
onSessionEnd(() => {
  if (!isVisitorPath(window.location.pathname)) leaveConsole();
});

show(<Entry />);
