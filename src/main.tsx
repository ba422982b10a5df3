import '@fontsource-variable/inter/index.css';
import { StrictMode, useEffect, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd, readSession } from '#src/authProvider/session.ts';
import { authPaths, isAuthPath } from '#src/authPaths.ts';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
import { NoConsole } from '#src/custom/auth/NoConsole.tsx';
import { Loading } from '#src/custom/ui/Loading.tsx';

/**
 * The way in. Who is not signed in gets the sign-in pages and nothing heavier; everyone else the console, which is
 * fetched while the first letter of the e-mail address is typed. It is not a lazy component, since React keeps a fallback
 * for a third of a second once it has shown it.
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
  const enter = () => {
    window.history.replaceState(null, '', '/dashboard');
    setSignedIn(true);
  };
  return (
    <div onInput={() => void fetchConsole().catch(() => undefined)}>
      <AuthPages onSignedIn={enter} />
    </div>
  );
};

/** `/` and every closed route go to `/login` without a session, `/` and `/login` to the dashboard with one. */
function opensConsole() {
  const { pathname } = window.location;
  if (!readSession()) {
    if (!isAuthPath(pathname)) window.history.replaceState(null, '', authPaths.login);
    return false;
  }
  if (pathname === '/' || pathname === authPaths.login) window.history.replaceState(null, '', '/dashboard');
  return !isAuthPath(window.location.pathname);
}

/** What the console stands on comes with it and is evaluated by itself: all in one piece would hold up the typing. */
const fetchConsole = () => {
  void import('#src/custom/theme/AppTheme.tsx').catch(() => undefined);
  return import('#src/App.tsx');
};

// A page load and not a route change: nothing that was read for this user is left in memory.
onSessionEnd(() => window.location.replace(authPaths.login));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Entry />
    </StrictMode>,
  );
}
