import '@fontsource-variable/inter/index.css';
import { lazy, StrictMode, Suspense, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd, readSession } from '#src/authProvider/session.ts';
import { authPaths, isAuthPath } from '#src/authPaths.ts';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
import { Loading } from '#src/custom/ui/Loading.tsx';

/**
 * The way in. Who is not signed in gets the sign-in pages and nothing heavier; everyone else the console, which is
 * fetched while the first letter of the e-mail address is typed.
 */
const Entry = () => {
  const [Console, setConsole] = useState<ComponentType | null>(() => (opensConsole() ? ConsoleToCome : null));
  // Rendered by itself and not as something to wait for: React keeps a fallback, once shown, for a third of a second.
  const enter = async () => {
    const { App } = await fetchConsole();
    window.history.replaceState(null, '', '/dashboard');
    setConsole(() => App);
  };
  if (!Console) {
    return (
      <div onInput={() => void fetchConsole().catch(() => undefined)}>
        {/* Who signed in and did not get the console gets it from the server, or the browser's word on why not. */}
        <AuthPages onSignedIn={() => void enter().catch(() => window.location.replace('/dashboard'))} />
      </div>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <Console />
    </Suspense>
  );
};

/** Spec §2: `/` and every closed route go to `/login` without a session, `/` and `/login` to the dashboard with one. */
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
const ConsoleToCome = lazy(() => fetchConsole().then(({ App }) => ({ default: App })));

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
