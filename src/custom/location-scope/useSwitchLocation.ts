import { useLocation, useNavigate } from 'react-router-dom';
import { useLocationScope } from './useLocationScope.ts';

/** Switches to another location. A page number, a search or an order belongs to the one they were chosen at. */
export const useSwitchLocation = () => {
  const { select } = useLocationScope();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (id: string) => {
    if ((await select(id)) && search !== '') await navigate(pathname, { replace: true });
  };
};
