import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const salesItems = (
  <Resource name="sales-items" recordRepresentation="name">
    <Route index element={<PlaceholderPage feature="sales-items" />} />
    <Route path="add" element={<PlaceholderPage feature="sales-items" />} />
    <Route path=":id" element={<PlaceholderPage feature="sales-items" />} />
    <Route path=":id/edit" element={<PlaceholderPage feature="sales-items" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
