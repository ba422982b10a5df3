import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const invoices = (
  <Resource name="invoices" recordRepresentation="description">
    <Route index element={<PlaceholderPage feature="invoices" />} />
    <Route path=":id" element={<PlaceholderPage feature="invoices" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
