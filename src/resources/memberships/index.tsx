import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const memberships = (
  <Resource name="memberships" recordRepresentation="name">
    <Route index element={<PlaceholderPage feature="memberships" />} />
    <Route path="add" element={<PlaceholderPage feature="memberships" />} />
    <Route path=":id" element={<PlaceholderPage feature="memberships" />} />
    <Route path=":id/edit" element={<PlaceholderPage feature="memberships" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
