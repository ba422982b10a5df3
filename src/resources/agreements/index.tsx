import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

export const agreements = (
  <Resource name="agreements" recordRepresentation="name">
    <Route index element={<PlaceholderPage feature="agreements" />} />
    <Route path="add" element={<PlaceholderPage feature="agreements" />} />
    <Route path=":id" element={<PlaceholderPage feature="agreements" />} />
    <Route path=":id/edit" element={<PlaceholderPage feature="agreements" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
