import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const slug = 'memberships';
const MembershipList = lazyWithPreload(slug, () => import('./MembershipList.tsx'), 'MembershipList');
const MembershipCreate = lazyWithPreload(slug, () => import('./MembershipCreate.tsx'), 'MembershipCreate');
const MembershipShow = lazyWithPreload(slug, () => import('./MembershipShow.tsx'), 'MembershipShow');
const MembershipEdit = lazyWithPreload(slug, () => import('./MembershipEdit.tsx'), 'MembershipEdit');

export const memberships = (
  <Resource name="memberships" recordRepresentation="name">
    <Route index element={<MembershipList />} />
    <Route path="add" element={<MembershipCreate />} />
    <Route path=":id" element={<MembershipShow />} />
    <Route path=":id/edit" element={<MembershipEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
