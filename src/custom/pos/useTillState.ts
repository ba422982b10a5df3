import { createContext, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { readSession } from '#src/authProvider/session.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { canLookUp, readAttempt, useAttempts, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { cartTotals } from './cart.ts';
import { createTillActions } from './tillActions.ts';
import {
  emptyTill,
  onTillWritten,
  parseTill,
  resetAttempt,
  saleBody,
  storedTill,
  writeTill,
  type TillState,
} from './tillState.ts';

type Till = ReturnType<typeof useTillState>;

/**
 * The till of this user at this location: kept for the tab, so that a reload, another screen or an ended session loses
 * nothing. It always shows the stored state, since a response may change it after the till was left and opened again.
 */
export const useTillState = () => {
  const { id: locationId, name: locationName, salesTaxRate } = useSelectedLocation();
  const [userId] = useState(() => readSession()?.user.id ?? '');
  const stored = useCallback(() => storedTill(userId, locationId), [userId, locationId]);
  const read = useCallback(() => restoreTill(parseTill(stored())), [stored]);
  const text = useSyncExternalStore(onTillWritten, stored);
  const state = useMemo(() => restoreTill(parseTill(text)), [text]);
  /** The attempt of the sale that this till has sent; undefined without one. Another tab may have finished and forgotten it. */
  const getAttempt = useCallback(
    (till: TillState): ItemSaleAttempt | undefined => {
      const { sentAt: startedAt, saleKey: key, contact, cart } = till;
      if (startedAt === undefined || key === undefined) return undefined;
      const kept = readAttempt(key);
      if (kept?.kind === 'sale') return kept;
      const body = saleBody(till, { id: locationId, salesTaxRate }, { receivedCents: null });
      if (!body || !contact) return undefined;
      const seller = { userId, locationName };
      return {
        kind: 'sale',
        key,
        body,
        startedAt,
        ...seller,
        contact,
        cart,
        receivedCents: null,
        isOutcomeUnknown: true,
      };
    },
    [locationId, locationName, salesTaxRate, userId],
  );
  const attempt = useAttempts(() => getAttempt(state));
  const [hasJustSold, setJustSold] = useState(false);
  const [isAwaitingScans, setAwaitingScans] = useState(false);

  /** Stored before anything else happens, so that a reload finds a sale that is sent next. */
  const update = useCallback(
    (change: (state: TillState) => TillState) => {
      const next = change(read());
      writeTill(userId, locationId, next);
      return next;
    },
    [read, userId, locationId],
  );

  const [scans] = useState(() => ({ count: 0, all: Promise.resolve() }));
  const actions = useMemo(
    () =>
      createTillActions({
        read,
        update,
        getAttempt,
        place: { id: locationId, salesTaxRate },
        seller: { userId, locationName },
        scans,
        setJustSold,
        setAwaitingScans,
      }),
    [update, read, getAttempt, scans, userId, locationId, locationName, salesTaxRate],
  );

  const totals = useMemo(
    () => cartTotals(state.cart, salesTaxRate, state.discount),
    [state.cart, salesTaxRate, state.discount],
  );
  return useMemo(
    () => ({ ...state, ...actions, attempt, totals, hasJustSold, isAwaitingScans }),
    [state, actions, attempt, totals, hasJustSold, isAwaitingScans],
  );
};

const restoreTill = (stored: TillState | undefined): TillState => {
  if (!stored) return emptyTill;
  const isOld = stored.sentAt !== undefined && !canLookUp({ startedAt: stored.sentAt }, Date.now());
  return isOld ? resetAttempt(stored) : stored;
};

export const TillContext = createContext<Till | null>(null);

export const useTill = (): Till => {
  const till = useContext(TillContext);
  if (!till) throw new Error('useTill needs a till around it');
  return till;
};
