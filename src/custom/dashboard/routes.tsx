import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const DashboardPage = lazyWithPreload('dashboard', () => import('./DashboardPage.tsx'), 'DashboardPage');

export const dashboard = <Route path={paths.dashboard} element={<DashboardPage />} />;
