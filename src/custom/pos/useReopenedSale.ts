import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { readSession } from '#src/authProvider/session.ts';
import { navigationState } from '#src/navigationState.ts';
import { attemptsOf } from '#src/dataProvider/openAttempts.ts';
import { useTill } from './tillContext.ts';

/** Takes up an open sale that is to be finished here, as the navigation state names it: once, and not again on a reload. */
export const useReopenedSale = () => {
  const { reopen } = useTill();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const key = navigationState(state).openSale;
  useEffect(() => {
    if (!key) return;
    const sale = attemptsOf(readSession()?.user.id).find((attempt) => attempt.key === key);
    if (sale?.kind === 'sale' && !reopen(sale)) notify(anotherCart, { type: 'warning' });
    void navigate(pathname, { replace: true, state: null });
  }, [key, reopen, navigate, notify, pathname]);
};

const anotherCart = 'There is another cart at the till. Complete or empty it first, then continue the interrupted sale.';
