import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { screen } from '#src/screen.tsx';

const slug = 'memberships';
const MembershipList = screen(slug, () => import('./MembershipList.tsx'), 'MembershipList');
const MembershipCreate = screen(slug, () => import('./MembershipCreate.tsx'), 'MembershipCreate');
const MembershipShow = screen(slug, () => import('./MembershipShow.tsx'), 'MembershipShow');
const MembershipEdit = screen(slug, () => import('./MembershipEdit.tsx'), 'MembershipEdit');

export const memberships = (
  <Resource name="memberships" recordRepresentation="name">
    <Route index element={<MembershipList />} />
    <Route path="add" element={<MembershipCreate />} />
    <Route path=":id" element={<MembershipShow />} />
    <Route path=":id/edit" element={<MembershipEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
