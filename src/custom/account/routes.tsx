import { Route } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const AccountPage = lazyWithPreload('account', () => import('./AccountPage.tsx'), 'AccountPage');
const RequiredSecondFactor = lazyWithPreload('second-factor', () => import('./RequiredSecondFactor.tsx'), 'RequiredSecondFactor');

export const account = <Route path={paths.account} element={<AccountPage />} />;

/** Without menu and top bar: nothing else can be opened yet. */
export const requiredSecondFactor = <Route path={paths.secondFactor} element={<RequiredSecondFactor />} />;
