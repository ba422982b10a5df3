import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const location = (
  <Resource name="location" recordRepresentation="name">
    <Route index element={<PlaceholderPage feature="location" />} />
    <Route path=":id" element={<PlaceholderPage feature="location" />} />
    <Route path=":id/edit" element={<PlaceholderPage feature="location" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
