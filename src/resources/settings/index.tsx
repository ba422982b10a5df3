import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const SettingsPage = lazyWithPreload('settings', () => import('./SettingsPage.tsx'), 'SettingsPage');
const ExportPage = lazyWithPreload('settings', () => import('./ExportPage.tsx'), 'ExportPage');

export const settings = (
  <Resource name="settings">
    <Route index element={<SettingsPage />} />
    <Route path="edit" element={<SettingsPage />} />
    <Route path="export" element={<ExportPage />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
