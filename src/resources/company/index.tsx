import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const CompanyPage = lazyWithPreload('company', () => import('./CompanyPage.tsx'), 'CompanyPage');

/** An unknown tab falls back to the company's information. */
export const company = (
  <Resource name="company" recordRepresentation="name">
    <Route index element={<CompanyPage />} />
    <Route path="edit" element={<CompanyPage />} />
    <Route path=":tab" element={<CompanyPage />} />
    <Route path=":tab/edit" element={<CompanyPage />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
