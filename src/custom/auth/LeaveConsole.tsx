import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Loading } from '#src/custom/ui/Loading.tsx';
import { paths } from '#src/paths.ts';

/** Back and forward can lead from the console to a sign-in page: `/login` is the dashboard now, the others load anew. */
export const LeaveConsole = () => {
  const { pathname } = useLocation();
  const isLogin = pathname === paths.login;
  useEffect(() => {
    if (!isLogin) window.location.reload();
  }, [isLogin]);
  return isLogin ? <Navigate to={paths.dashboard} replace /> : <Loading />;
};
