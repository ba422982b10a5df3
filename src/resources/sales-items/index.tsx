import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { screen } from '#src/screen.tsx';

const slug = 'sales-items';
const SalesItemList = screen(slug, () => import('./SalesItemList.tsx'), 'SalesItemList');
const SalesItemCreate = screen(slug, () => import('./SalesItemCreate.tsx'), 'SalesItemCreate');
const SalesItemShow = screen(slug, () => import('./SalesItemShow.tsx'), 'SalesItemShow');
const SalesItemEdit = screen(slug, () => import('./SalesItemEdit.tsx'), 'SalesItemEdit');

export const salesItems = (
  <Resource name="sales-items" recordRepresentation="name">
    <Route index element={<SalesItemList />} />
    <Route path="add" element={<SalesItemCreate />} />
    <Route path=":id" element={<SalesItemShow />} />
    <Route path=":id/edit" element={<SalesItemEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
