import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { screen } from '#src/screen.tsx';

const CheckinList = screen('checkins', () => import('./CheckinList.tsx'), 'CheckinList');

export const checkins = (
  <Resource name="checkins">
    <Route index element={<CheckinList />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
