import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import type { ListedDrawer } from '#domain/drawers/contract.ts';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const DrawerList = lazyWithPreload('drawers', () => import('./DrawerList.tsx'), 'DrawerList');
const DrawerShow = lazyWithPreload('drawers', () => import('./DrawerShow.tsx'), 'DrawerShow');

export const drawers = (
  <Resource name="drawers" recordRepresentation={({ number }: ListedDrawer) => `Drawer #${number}`}>
    <Route index element={<DrawerList />} />
    <Route path=":id" element={<DrawerShow />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
