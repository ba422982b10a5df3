import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const AccountPage = lazyWithPreload('account', () => import('./AccountPage.tsx'), 'AccountPage');

export const account = <Route path={paths.account} element={<AccountPage />} />;
