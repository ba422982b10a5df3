import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const UserList = lazyWithPreload('users', () => import('./UserList.tsx'), 'UserList');
const UserInvite = lazyWithPreload('users', () => import('./UserInvite.tsx'), 'UserInvite');
const UserShow = lazyWithPreload('users', () => import('./UserShow.tsx'), 'UserShow');
const UserEdit = lazyWithPreload('users', () => import('./UserEdit.tsx'), 'UserEdit');

export const users = (
  <Resource name="users" recordRepresentation="email">
    <Route index element={<UserList />} />
    <Route path="add" element={<UserInvite />} />
    <Route path=":id" element={<UserShow />} />
    <Route path=":id/edit" element={<UserEdit />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
