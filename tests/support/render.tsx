import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { LoginResponse, User } from '#domain/auth/contract.ts';
import type { Location } from '#domain/locations/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { App } from '#src/App.tsx';
import { startSession } from '#src/authProvider/session.ts';
import type { navigationState } from '#src/navigationState.ts';
import { AuthPages } from '#src/custom/auth/AuthPages.tsx';
// The screens' own chunks, so that no test waits for one.
import '#src/custom/dashboard/DashboardPage.tsx';
import '#src/resources/contacts/MemberVerdict.tsx';
import '#src/custom/layout/NotificationStack.tsx';
import '#src/resources/checkins/CheckinList.tsx';
import { createChecklist } from './companies.ts';
import { consoleApi, type Routes } from './consoleApi.ts';
import { buildLocation, createUser, ironPeak } from './records.ts';
import { Screen } from './Screen.tsx';
import { render, renderStyled } from './unstyled.tsx';

interface Place {
  level?: Level;
  /** The user's locations; one, in Denver, unless said otherwise. */
  locations?: readonly (Location | { location: Location; level: Level })[];
  /** What is different about the person signed in. */
  account?: Partial<User>;
  /** What came with the sign-in; nothing unless said otherwise, as after a reload. */
  firstPage?: Pick<LoginResponse, 'locations' | 'checklist'>;
  /** As a link within the console would pass it. */
  state?: ReturnType<typeof navigationState>;
  /** For a test that looks at a color. */
  hasStyles?: boolean;
}

/** Opens the console at a path as someone signed in: the real one, over a network that answers from `routes`. */
export const renderConsole = (...given: [path: string, routes?: Routes, place?: Place]) => open(<App />, ...given);

/** The same without menu and top bar, for a test of one screen. */
export const renderScreen: typeof renderConsole = (...given) => open(<App layout={Screen} />, ...given);

const open = (
  app: ReactNode,
  path: string,
  routes: Routes = {},
  { level = 'admin', locations = [buildLocation()], account, firstPage, state, hasStyles = false }: Place = {},
) => {
  startSession({ token: 'a-token', user: { ...createUser(level), ...account }, ...firstPage });
  window.history.replaceState(state ? { usr: state } : null, '', path);
  const held = locations.map((entry) => ('location' in entry ? entry : { location: entry, level }));
  const api = consoleApi({
    'GET /locations': () => ({
      companyLocations: level === 'admin' ? held.map(({ location }) => ({ location, company: ironPeak })) : [],
      directLocationAccess:
        level === 'admin'
          ? []
          : held.map((entry) => ({ location: entry.location, company: ironPeak, accessLevel: entry.level })),
    }),
    [`GET /companies/${ironPeak.id}/checklist`]: () => ({ checklist: createChecklist() }),
    [`GET /companies/${ironPeak.id}/locations`]: () => ({ locations: [] }),
    ...routes,
  });
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    api,
    ...(hasStyles ? renderStyled : render)(app),
  };
};

/** Opens a sign-in page at a path. */
export const renderAuth = (path: string, routes: Routes = {}) => {
  window.history.replaceState(null, '', path);
  const onSignedIn = vi.fn<() => void>();
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    api: consoleApi(routes),
    onSignedIn,
    ...render(<AuthPages onSignedIn={onSignedIn} />),
  };
};
