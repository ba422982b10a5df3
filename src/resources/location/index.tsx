import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const LocationPage = lazyWithPreload('location', () => import('./LocationPage.tsx'), 'LocationPage');

const LocationCreate = lazyWithPreload('location', () => import('./LocationCreate.tsx'), 'LocationCreate');

export const location = (
  <Resource name="location" recordRepresentation="name">
    <Route index element={<LocationPage />} />
    <Route path="add" element={<LocationCreate />} />
    <Route path=":id" element={<LocationPage />} />
    <Route path=":id/edit" element={<LocationPage />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
