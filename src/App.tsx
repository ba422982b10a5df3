import { useEffect, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider, useLocation } from 'react-router-dom';
import { isAuthPath } from '#src/authPaths.ts';
import { authProvider } from '#src/authProvider/index.ts';
import { renewWhileInUse } from '#src/authProvider/renewal.ts';
import { account, requiredSecondFactor } from '#src/custom/account/routes.tsx';
import { prefetchChecklist } from '#src/custom/dashboard/checklistQuery.ts';
import { dashboard } from '#src/custom/dashboard/routes.tsx';
import { Layout } from '#src/custom/layout/Layout.tsx';
import { RouteError, RouterFallback } from '#src/custom/layout/PageBoundary.tsx';
import { prefetchLocations } from '#src/custom/location-scope/LocationScope.tsx';
import { placeholders } from '#src/custom/placeholders/routes.tsx';
import { pos } from '#src/custom/pos/routes.tsx';
import { reports } from '#src/custom/reports/routes.tsx';
import { AppTheme } from '#src/custom/theme/AppTheme.tsx';
import { Loading } from '#src/custom/ui/Loading.tsx';
import { dataProvider } from '#src/dataProvider/index.ts';
import { onSecondFactorRequired } from '#src/dataProvider/http.ts';
import { newQueryClient, useFreshCache } from '#src/dataProvider/queryClient.ts';
import { sessionStorageStore } from '#src/dataProvider/sessionStorageStore.ts';
import { i18nProvider } from '#src/i18nProvider.ts';
import { paths } from '#src/paths.ts';
import { activity } from '#src/resources/activity/index.tsx';
import { agreements } from '#src/resources/agreements/index.tsx';
import { checkins } from '#src/resources/checkins/index.tsx';
import { company } from '#src/resources/company/index.tsx';
import { contacts } from '#src/resources/contacts/index.tsx';
import { drawers } from '#src/resources/drawers/index.tsx';
import { invoices } from '#src/resources/invoices/index.tsx';
import { location } from '#src/resources/location/index.tsx';
import { memberships } from '#src/resources/memberships/index.tsx';
import { reconciliations } from '#src/resources/reconciliations/index.tsx';
import { salesItems } from '#src/resources/sales-items/index.tsx';
import { settings } from '#src/resources/settings/index.tsx';
import { users } from '#src/resources/users/index.tsx';
import { preload } from './performance/lazyWithPreload.tsx';

// People land on the dashboard after signing in: fetched along with the console, it appears with the layout and not after it.
if (isAuthPath(window.location.pathname) || window.location.pathname === paths.dashboard) preload('dashboard');

/** The console, for people who are signed in. */
export const App = () => {
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Console />, errorElement: <ThemedFallback /> }]),
  );
  useEffect(renewWhileInUse, []);
  return <RouterProvider router={router} />;
};

/** Every route of the console. */
const Console = () => {
  const [queryClient] = useState(() => {
    const client = newQueryClient();
    void prefetchLocations(client, dataProvider);
    if (window.location.pathname === paths.dashboard) prefetchChecklist(client);
    return client;
  });
  const [store] = useState(sessionStorageStore);
  useFreshCache(queryClient);
  useEffect(() => onSecondFactorRequired(goToSecondFactor), []);
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <AppTheme>
        <CoreAdminUI
          title="Spotter"
          layout={Layout}
          loading={Loading}
          catchAll={RouteError}
          error={Failure}
          loginPage={false}
          requireAuth
          disableTelemetry
        >
          <CustomRoutes>
            <Route path="/" element={<Navigate to={paths.dashboard} replace />} />
            {dashboard}
            {pos}
            {reports}
            {account}
            {placeholders}
            {activity}
          </CustomRoutes>
          {company}
          {location}
          {contacts}
          {memberships}
          {salesItems}
          {invoices}
          {drawers}
          {reconciliations}
          {agreements}
          {checkins}
          {settings}
          {users}
          <CustomRoutes noLayout>
            {requiredSecondFactor}
            <Route path={paths.login} element={<LeaveConsole />} />
            <Route path={paths.forgotPassword} element={<LeaveConsole />} />
            <Route path={paths.changePassword} element={<LeaveConsole />} />
            <Route path={paths.verifyEmail} element={<LeaveConsole />} />
            <Route path={paths.invitation} element={<LeaveConsole />} />
            <Route path={paths.pay} element={<LeaveConsole />} />
          </CustomRoutes>
        </CoreAdminUI>
      </AppTheme>
    </CoreAdminContext>
  );
};

/** A page load instead of a route change, so that no refused answer stays cached. */
const goToSecondFactor = () => {
  if (window.location.pathname !== paths.secondFactor) window.location.replace(paths.secondFactor);
};

const Failure = () => <RouterFallback />;

const ThemedFallback = () => (
  <AppTheme>
    <RouterFallback />
  </AppTheme>
);

/** Back and Forward can lead from the console to a sign-in page: `/login` then shows the dashboard, the others reload the page. */
const LeaveConsole = () => {
  const { pathname } = useLocation();
  const isLogin = pathname === paths.login;
  useEffect(() => {
    if (!isLogin) window.location.reload();
  }, [isLogin]);
  return isLogin ? <Navigate to={paths.dashboard} replace /> : <Loading />;
};
