import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const CheckinList = lazyWithPreload('checkins', () => import('./CheckinList.tsx'), 'CheckinList');

export const checkins = (
  <Resource name="checkins">
    <Route index element={<CheckinList />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
