import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { screen } from '#src/screen.tsx';

const AgreementList = screen('agreements', () => import('./AgreementList.tsx'), 'AgreementList');
const AgreementCreate = screen('agreements', () => import('./AgreementCreate.tsx'), 'AgreementCreate');
const AgreementShow = screen('agreements', () => import('./AgreementShow.tsx'), 'AgreementShow');
const AgreementEdit = screen('agreements', () => import('./AgreementEdit.tsx'), 'AgreementEdit');

export const agreements = (
  <Resource name="agreements" recordRepresentation="name">
    <Route index element={<AgreementList />} />
    <Route path="add" element={<AgreementCreate />} />
    <Route path=":id" element={<AgreementShow />} />
    <Route path=":id/edit" element={<AgreementEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
