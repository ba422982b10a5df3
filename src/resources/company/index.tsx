import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const company = (
  <Resource name="company" recordRepresentation="name">
    <Route index element={<PlaceholderPage feature="company" />} />
    <Route path=":tab" element={<PlaceholderPage feature="company" />} />
    <Route path=":tab/edit" element={<PlaceholderPage feature="company" />} />
    <Route path="edit" element={<PlaceholderPage feature="company" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
