import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const AgreementList = lazyWithPreload('agreements', () => import('./AgreementList.tsx'), 'AgreementList');
const AgreementCreate = lazyWithPreload('agreements', () => import('./AgreementCreate.tsx'), 'AgreementCreate');
const AgreementShow = lazyWithPreload('agreements', () => import('./AgreementShow.tsx'), 'AgreementShow');
const AgreementEdit = lazyWithPreload('agreements', () => import('./AgreementEdit.tsx'), 'AgreementEdit');

export const agreements = (
  <Resource name="agreements" recordRepresentation="name">
    <Route index element={<AgreementList />} />
    <Route path="add" element={<AgreementCreate />} />
    <Route path=":id" element={<AgreementShow />} />
    <Route path=":id/edit" element={<AgreementEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
