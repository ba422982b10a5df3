import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider, useLocation } from 'react-router-dom';
import { isAuthPath } from '#src/authPaths.ts';
import { authProvider } from '#src/authProvider/index.ts';
import { renewWhileInUse } from '#src/authProvider/renewal.ts';
import { readFirstPage } from '#src/authProvider/session.ts';
import { prefetchChecklist } from '#src/custom/dashboard/checklistQuery.ts';
import { Layout } from '#src/custom/layout/Layout.tsx';
import { RouteError, RouterFallback } from './ui/PageBoundary.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';
import { prefetchLocations } from './location-scope/LocationScope.tsx';
import { AppTheme } from './ui/theme/AppTheme.tsx';
import { Loading } from './ui/Loading.tsx';
import { dataProvider } from '#src/dataProvider/index.ts';
import { onSecondFactorRequired } from '#src/dataProvider/http.ts';
import { newQueryClient, useFreshCache } from '#src/dataProvider/queryClient.ts';
import { sessionStorageStore } from '#src/dataProvider/sessionStorageStore.ts';
import { i18nProvider } from '#src/i18nProvider.ts';
import { paths } from '#src/paths.ts';
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
import { LazyFallback, lazyWithPreload, preload } from './performance/lazyWithPreload.tsx';

const DashboardPage = lazyWithPreload(
  'dashboard',
  () => import('#src/custom/dashboard/DashboardPage.tsx'),
  'DashboardPage',
);
const PosPage = lazyWithPreload('pos', () => import('#src/custom/pos/PosPage.tsx'), 'PosPage');
const ReportsPage = lazyWithPreload('reports', () => import('#src/custom/reports/ReportsPage.tsx'), 'ReportsPage');
const LedgerPage = lazyWithPreload('reports', () => import('#src/custom/reports/LedgerPage.tsx'), 'LedgerPage');
const AccessControlPage = lazyWithPreload(
  'access-control',
  () => import('#src/custom/access-control/AccessControlPage.tsx'),
  'AccessControlPage',
);
const AccountPage = lazyWithPreload('account', () => import('#src/custom/account/AccountPage.tsx'), 'AccountPage');
const RequiredSecondFactor = lazyWithPreload(
  'second-factor',
  () => import('#src/custom/account/RequiredSecondFactor.tsx'),
  'RequiredSecondFactor',
);
const ApiKeysPage = lazyWithPreload('settings', () => import('#src/resources/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage');
const ActivityList = lazyWithPreload(
  'settings',
  () => import('#src/resources/activity/ActivityList.tsx'),
  'ActivityList',
);

const WebhookList = lazyWithPreload('settings', () => import('#src/resources/webhooks/WebhookList.tsx'), 'WebhookList');
const WebhookShow = lazyWithPreload('settings', () => import('#src/resources/webhooks/WebhookShow.tsx'), 'WebhookShow');

// The dashboard is the first page after sign-in. Its code is fetched with the console's, so both appear together.
if (isAuthPath(window.location.pathname) || window.location.pathname === paths.dashboard) preload('dashboard');

export const App = ({ layout = Layout }: AppProps) => {
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Console layout={layout} />, errorElement: <ThemedFallback /> }]),
  );
  useEffect(renewWhileInUse, []);
  // With transitions the address is ahead of the screen, and a change that starts from the screen undoes the one before it.
  return <RouterProvider router={router} useTransitions={false} />;
};

interface AppProps {
  /** What stands around each screen: tests of one screen leave the frame out. */
  layout?: ComponentType<{ children: ReactNode }>;
}

const Console = ({ layout }: Required<AppProps>) => {
  const [queryClient] = useState(() => {
    const client = newQueryClient();
    const first = readFirstPage();
    prefetchLocations(client, dataProvider, first);
    if (window.location.pathname === paths.dashboard) prefetchChecklist(client, first);
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
        <LazyFallback value={<Loading />}>
          <CoreAdminUI
            title="Spotter"
            layout={layout}
            loading={Loading}
            catchAll={RouteError}
            error={Failure}
            loginPage={false}
            disableTelemetry
          >
            <CustomRoutes>
              <Route path="/" element={<Navigate to={paths.dashboard} replace />} />
              <Route path={paths.dashboard} element={<DashboardPage />} />
              <Route path={paths.pos} element={<PosPage />} />
              <Route path={paths.reports} element={<ReportsPage />} />
              <Route path={paths.ledger} element={<LedgerPage />} />
              <Route path={paths.account} element={<AccountPage />} />
              <Route path={paths.training} element={<PlaceholderPage feature="training" />} />
              <Route path={paths.equipment} element={<PlaceholderPage feature="equipment" />} />
              <Route path={paths.accessControl.tab(':tab?')} element={<AccessControlPage />} />
              <Route path={paths.settings.activity} element={<ActivityList />} />
              <Route path={paths.settings.webhooks} element={<WebhookList />} />
              <Route path={paths.settings.webhook(':id')} element={<WebhookShow />} />
              <Route path={paths.settings.apiKeys} element={<ApiKeysPage />} />
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
              <Route path={paths.secondFactor} element={<RequiredSecondFactor />} />
              <Route path={paths.login} element={<LeaveConsole />} />
              <Route path={paths.forgotPassword} element={<LeaveConsole />} />
              <Route path={paths.changePassword} element={<LeaveConsole />} />
              <Route path={paths.verifyEmail} element={<LeaveConsole />} />
              <Route path={paths.invitation} element={<LeaveConsole />} />
              <Route path={paths.pay} element={<LeaveConsole />} />
              <Route path={paths.sign} element={<LeaveConsole />} />
              <Route path={paths.verify} element={<LeaveConsole />} />
              <Route path={paths.kiosk} element={<LeaveConsole />} />
            </CustomRoutes>
          </CoreAdminUI>
        </LazyFallback>
      </AppTheme>
    </CoreAdminContext>
  );
};

/** Loads the page instead of changing the route, so that no refused response stays cached. */
const goToSecondFactor = () => {
  if (window.location.pathname !== paths.secondFactor) window.location.replace(paths.secondFactor);
};

const Failure = () => <RouterFallback />;

const ThemedFallback = () => (
  <AppTheme>
    <RouterFallback />
  </AppTheme>
);

/** Back and Forward can lead from the console to a sign-in page. `/login` then shows the dashboard; the others reload the page. */
const LeaveConsole = () => {
  const { pathname } = useLocation();
  const isLogin = pathname === paths.login;
  useEffect(() => {
    if (!isLogin) window.location.reload();
  }, [isLogin]);
  return isLogin ? <Navigate to={paths.dashboard} replace /> : <Loading />;
};
