import { useEffect, useEffectEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { readSession } from '#src/authProvider/session.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { listAttempts, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { askAboutAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { navigationState } from '#src/navigationState.ts';
import { notRecordedText, useFinishSale } from './useFinishSale.ts';
import { useTill } from './useTillState.ts';

/**
 * First asks the server about a sale that a reload or an ended session interrupted: it may have been made. Returns whether the response is pending, and the message about it.
 */
export const useResumedSale = () => {
  const { attempt, dropAttempt, settleAttempt } = useTill();
  const finish = useFinishSale();
  const [cutOff] = useState(attempt?.isOutcomeUnknown ? attempt : null);
  const resume = async (open: ItemSaleAttempt): Promise<string | undefined> => {
    const outcome = await askAboutAttempt(() => getSaleOutcome(open.key));
    if (outcome.status === 'unreachable') return cannotAsk;
    if (outcome.status === 'succeeded' && outcome.invoice) return void finish(open, outcome.invoice);
    if (outcome.status === 'notRecorded') {
      dropAttempt(open);
      return notRecordedText(outcome.message);
    }
    if (outcome.status !== 'notFound') return undefined;
    // Only the server's response brings the intent. Without it, no card can have been charged.
    if (open.body.stripePayment) settleAttempt(open);
    return notRecorded;
  };
  const { mutate, isIdle, isPending, data: note } = useSingleMutation({ mutationFn: resume });
  const ask = useEffectEvent(mutate);
  useEffect(() => {
    if (cutOff) ask(cutOff);
  }, [cutOff]);
  return { isAsking: isPending || (isIdle && cutOff !== null), note };
};

const notRecorded = 'This sale was interrupted and is not recorded. Complete it now or go back to the cart.';
const cannotAsk =
  'This sale was interrupted and is still unconfirmed. Complete it again to find out. It is recorded and charged only once.';

/** Resumes the open sale that the navigation state names: once, and not again on a reload. */
export const useReopenedSale = () => {
  const { reopen } = useTill();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const key = navigationState(state).openSale;
  useEffect(() => {
    if (!key) return;
    const sale = listAttempts(readSession()?.user.id).find((attempt) => attempt.key === key);
    if (sale?.kind === 'sale' && !reopen(sale)) notify(anotherCart, { type: 'warning' });
    void navigate(pathname, { replace: true, state: null });
  }, [key, reopen, navigate, notify, pathname]);
};

const anotherCart = 'Another sale is open. Complete it or empty the cart first, then continue the interrupted sale.';
