import '@fontsource-variable/inter/index.css';
import { lazy, StrictMode, Suspense, useState } from 'react';
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
  const [isConsole, setConsole] = useState(opensConsole);
  const enter = () => {
    window.history.replaceState(null, '', '/dashboard');
    setConsole(true);
  };
  if (!isConsole) {
    return (
      <div onInput={() => void fetchConsole()}>
        <AuthPages onSignedIn={enter} />
      </div>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <App />
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

const fetchConsole = () => import('#src/App.tsx');
const App = lazy(() => fetchConsole().then(({ App: component }) => ({ default: component })));

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
