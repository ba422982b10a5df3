import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const ReconciliationList = lazyWithPreload(
  'reconciliations',
  () => import('./ReconciliationList.tsx'),
  'ReconciliationList',
);
const ReconciliationShow = lazyWithPreload(
  'reconciliations',
  () => import('./ReconciliationShow.tsx'),
  'ReconciliationShow',
);

export const reconciliations = (
  <Resource name="reconciliations">
    <Route index element={<ReconciliationList />} />
    <Route path=":id" element={<ReconciliationShow />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
