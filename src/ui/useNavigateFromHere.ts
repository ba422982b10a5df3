import { useLocation, useNavigate, type NavigateOptions, type To } from 'react-router-dom';

/** For what follows an answer: whoever has gone to another page meanwhile stays there. Resolves to whether it navigated. */
export const useNavigateFromHere = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (to: To, options?: NavigateOptions): Promise<boolean> => {
    if (window.location.pathname !== pathname) return false;
    await navigate(to, options);
    return true;
  };
};
