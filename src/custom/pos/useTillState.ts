import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStoreContext } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { addItem, cartTotals, removeItem, setQuantity, type Cart } from '#domain/rules/cart.ts';
import type { PaymentMethod } from '#domain/rules/paymentStatus.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { newKey } from '#src/dataProvider/newKey.ts';
import { emptyTill, isAskable, refreshed, saleBody, type LastSale, type SaleAttempt, type TillState } from './tillState.ts';

export type Till = ReturnType<typeof useTillState>;

/** The till of this person at this location: kept for the tab, so that a reload or another screen loses nothing. */
export const useTillState = () => {
  const { id: locationId, salesTaxRate } = useSelectedLocation();
  const store = useStoreContext();
  const key = `till.${readSession()?.user.id}.${locationId}`;
  const read = useCallback(() => restored(store.getItem<TillState>(key)), [store, key]);
  const [state, setState] = useState(read);
  const [hasJustSold, setJustSold] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  /** Written down before anything else happens: what is sent next must be found again after a reload. */
  const update = useCallback(
    (change: (state: TillState) => TillState) => {
      const next = change(read());
      store.setItem(key, next);
      if (isMounted.current) setState(next);
      return next;
    },
    [read, store, key],
  );

  const actions = useMemo(() => {
    const changeCart = (change: (cart: Cart<SalesItem>) => Cart<SalesItem>) =>
      update((till) => {
        const cart = change(till.cart);
        return cart === till.cart ? till : anotherSale({ ...till, cart });
      });
    return {
      choose: (contact: ContactRow | null) => void update((till) => anotherSale({ ...till, contact })),
      add: (item: SalesItem) => {
        changeCart((cart) => addItem(cart, item));
        update((till) => ({ ...till, lastSale: null }));
      },
      setQuantity: (itemId: string, quantity: number) => void changeCart((cart) => setQuantity(cart, itemId, quantity)),
      remove: (itemId: string) => void changeCart((cart) => removeItem(cart, itemId)),
      refresh: (rows: readonly SalesItem[]) => void update((till) => (till.attempt ? till : { ...till, cart: refreshed(till.cart, rows) })),
      toPayment: () => void update((till) => (till.contact && till.cart.length > 0 ? { ...till, step: 'payment' } : till)),
      /** DESIGN §7: a changed cart or method drops the intent, so that no two invoices exist for one sale. */
      toCart: () =>
        void update((till) => (till.attempt || till.method !== 'cash' ? anotherSale({ ...till, step: 'cart', method: 'cash' }) : { ...till, step: 'cart' })),
      setMethod: (method: PaymentMethod) => void update((till) => anotherSale({ ...till, method })),
      /** The attempt to go on with: the open one when it asks for the same, else a new one; null when there is nothing to sell. */
      openAttempt: (receivedCents: number | null): SaleAttempt | null =>
        update((till) => {
          const body = saleBody(till, locationId);
          if (!body) return { ...till, attempt: null };
          const isSame = till.attempt !== null && JSON.stringify(till.attempt.body) === JSON.stringify(body);
          const attempt = isSame && till.attempt ? till.attempt : { key: till.saleKey ?? newKey(), body, startedAt: Date.now() };
          return { ...till, attempt: { ...attempt, receivedCents, isUnsure: true } };
        }).attempt,
      settleAttempt: () => void update((till) => ({ ...till, attempt: till.attempt && { ...till.attempt, isUnsure: false } })),
      dropAttempt: () => void update(anotherSale),
      /** The sale is made: what the server calls it is kept, and the till is empty for the next one. */
      finish: (attempt: SaleAttempt, sale: LastSale) => {
        if (read().attempt?.key !== attempt.key) return;
        update(() => ({ ...emptyTill, lastSale: sale }));
        if (isMounted.current) setJustSold(true);
      },
      welcomeNext: () => setJustSold(false),
    };
  }, [update, read, locationId]);

  const totals = useMemo(() => cartTotals(state.cart, salesTaxRate), [state.cart, salesTaxRate]);
  return useMemo(() => ({ ...state, ...actions, totals, hasJustSold }), [state, actions, totals, hasJustSold]);
};

/** What is sold from here on is not what was asked for before. */
const anotherSale = (till: TillState): TillState => ({ ...till, attempt: null, saleKey: newKey() });

const restored = (kept: TillState | undefined): TillState => {
  if (!kept) return emptyTill;
  return kept.attempt && !isAskable(kept.attempt, new Date()) ? anotherSale(kept) : kept;
};
