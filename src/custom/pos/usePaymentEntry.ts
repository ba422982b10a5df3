import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { atPayment, navigationState } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useTill } from './useTillState.ts';

/** Rendered synchronously with the push, so that Back works immediately. */
const entry = { ...atPayment, flushSync: true };

/**
 * The payment step has its own entry in the browser's history, so that Back leads to the cart and not out of the till. The
 * function leaves the payment and returns whether it did; if not, the entry is pushed again.
 */
export const usePaymentEntry = (leavePayment: () => Promise<boolean>) => {
  const { step } = useTill();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isEntry = navigationState(state).step === 'payment';
  const leave = useEffectEvent(leavePayment);
  // After a sale the browser would scroll to where the cart was, and away from the success.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    return () => void (window.history.scrollRestoration = 'auto');
  }, []);
  const was = useRef({ isPaying: false, isPushed: false });
  useEffect(() => {
    const push = () => {
      was.current.isPushed = true;
      void navigate(paths.pos, entry);
    };
    const back = async () => {
      if (!(await leave())) push();
    };
    if (step === 'payment' && isEntry) was.current = { isPaying: true, isPushed: false };
    else if (step === 'payment' && was.current.isPaying) {
      was.current.isPaying = false;
      void back();
    } else if (step === 'payment' && !was.current.isPushed) push();
    else if (step === 'cart') {
      was.current = { isPaying: false, isPushed: false };
      if (isEntry) void navigate(-1);
    }
  }, [step, isEntry, navigate]);
};
