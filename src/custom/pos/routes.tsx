import { Route } from 'react-router-dom';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';
import { paths } from '#src/paths.ts';

export const pos = <Route path={paths.pos} element={<PlaceholderPage feature="pos" />} />;
