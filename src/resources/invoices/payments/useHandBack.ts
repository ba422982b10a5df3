import { useNotify } from 'react-admin';
import { formatMoney } from '#domain/shared/money.ts';
import type { OpenAttempt } from '#src/dataProvider/attempts.ts';

/** After a sale was given up: the cash beside its card payment was not booked. */
export const useHandBack = () => {
  const notify = useNotify();
  return (body: OpenAttempt['body']) => {
    if ('cash' in body && body.cash)
      notify(`The sale was canceled. Hand back ${formatMoney(body.cash.amount)} in cash.`, { type: 'warning' });
  };
};
