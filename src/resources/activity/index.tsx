import { Route } from 'react-router-dom';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';

const ActivityList = lazyWithPreload('settings', () => import('./ActivityList.tsx'), 'ActivityList');

/** Below the settings, which link to it. */
export const activity = <Route path={paths.settings.activity} element={<ActivityList />} />;

