import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { screen } from '#src/screen.tsx';

const PosPage = screen('pos', () => import('./PosPage.tsx'), 'PosPage');

export const pos = <Route path={paths.pos} element={<PosPage />} />;
