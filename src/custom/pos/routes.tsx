import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const PosPage = lazyWithPreload('pos', () => import('./PosPage.tsx'), 'PosPage');

export const pos = <Route path={paths.pos} element={<PosPage />} />;
