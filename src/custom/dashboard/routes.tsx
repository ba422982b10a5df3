import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { screen } from '#src/screen.tsx';

const DashboardPage = screen('dashboard', () => import('./DashboardPage.tsx'), 'DashboardPage');

export const dashboard = <Route path={paths.dashboard} element={<DashboardPage />} />;
