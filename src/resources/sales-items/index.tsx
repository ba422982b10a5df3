import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const slug = 'sales-items';
const SalesItemList = lazyWithPreload(slug, () => import('./SalesItemList.tsx'), 'SalesItemList');
const SalesItemCreate = lazyWithPreload(slug, () => import('./SalesItemCreate.tsx'), 'SalesItemCreate');
const SalesItemShow = lazyWithPreload(slug, () => import('./SalesItemShow.tsx'), 'SalesItemShow');
const SalesItemEdit = lazyWithPreload(slug, () => import('./SalesItemEdit.tsx'), 'SalesItemEdit');

export const salesItems = (
  <Resource name="sales-items" recordRepresentation="name">
    <Route index element={<SalesItemList />} />
    <Route path="add" element={<SalesItemCreate />} />
    <Route path=":id" element={<SalesItemShow />} />
    <Route path=":id/edit" element={<SalesItemEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
