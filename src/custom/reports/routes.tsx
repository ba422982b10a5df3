import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const ReportsPage = lazyWithPreload('reports', () => import('./ReportsPage.tsx'), 'ReportsPage');

export const reports = <Route path={paths.reports} element={<ReportsPage />} />;
