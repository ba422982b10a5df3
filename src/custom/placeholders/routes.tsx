import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';

/** The six pages that have no function yet. */
export const placeholders = (
  <>
    <Route path={paths.training} element={<PlaceholderPage feature="training" />} />
    <Route path={paths.equipment} element={<PlaceholderPage feature="equipment" />} />
    <Route path={paths.reports} element={<PlaceholderPage feature="reports" />} />
    <Route path={paths.users} element={<PlaceholderPage feature="users" />} />
    <Route path={paths.accessControl} element={<PlaceholderPage feature="access-control" />} />
    <Route path={paths.settings} element={<PlaceholderPage feature="settings" />} />
  </>
);
