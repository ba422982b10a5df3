import { createContext, useCallback, useContext, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Discount } from '#domain/pos/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import type { SaleMethod } from '#src/resources/invoices/payments/salePayment.ts';
import type { LastSale } from '#src/resources/invoices/payments/Receipt.tsx';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import {
  canLookUp,
  forgetAttempt,
  isSameBody,
  readAttempt,
  saveAttempt,
  settleAttempt,
  useAttempts,
  type SaleAttempt,
} from '#src/dataProvider/attempts.ts';
import { addItem, cartTotals, removeItem, setDiscount, setQuantity, type Cart } from './cart.ts';
import { addProblem, notWhilePaying } from './scan.ts';
import {
  emptyTill,
  onTillWritten,
  parseTill,
  refreshed,
  reopened,
  saleBody,
  shownContact,
  storedTill,
  writeTill,
  type DeskPayment,
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
  const read = useCallback(() => restored(parseTill(stored())), [stored]);
  const text = useSyncExternalStore(onTillWritten, stored);
  const state = useMemo(() => restored(parseTill(text)), [text]);
  /** The attempt of the sale that this till has sent; undefined without one. Another tab may have finished and forgotten it. */
  const getAttempt = useCallback(
    (till: TillState): SaleAttempt | undefined => {
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
  const scans = useRef({ count: 0, all: Promise.resolve() });

  /** Stored before anything else happens, so that a reload finds a sale that is sent next. */
  const update = useCallback(
    (change: (state: TillState) => TillState) => {
      const next = change(read());
      writeTill(userId, locationId, next);
      return next;
    },
    [read, userId, locationId],
  );

  const actions = useMemo(() => {
    /** The cart cannot be changed while it is being paid. */
    const changeCart = (change: (cart: Cart<SalesItem>) => Cart<SalesItem>) =>
      update((till) => {
        const cart = till.step === 'cart' ? change(till.cart) : till.cart;
        return cart === till.cart ? till : resetAttempt(withCart(till, cart));
      });
    const pay = () =>
      void update((till) => (till.contact && till.cart.length > 0 ? { ...till, step: 'payment' } : till));
    const add = (item: SalesItem) => {
      changeCart((cart) => addItem(cart, item));
      update((till) => ({ ...till, lastSale: null }));
    };
    return {
      choose: (contact: ContactRow | null) => void update((till) => resetAttempt({ ...till, contact })),
      /** Unless somebody else was chosen meanwhile. Returns whether it was. */
      chooseWalkIn: (walkIn: ContactRow): boolean =>
        update((till) => (till.contact ? till : resetAttempt({ ...till, contact: walkIn }))).contact?.id === walkIn.id,
      add,
      /** Adds one of the scanned item. Returns why it could not, as a sentence. */
      addScanned: (item: SalesItem): string | undefined => {
        const { step, cart } = read();
        const problem = step === 'payment' ? notWhilePaying : addProblem(cart, item);
        if (!problem) add(item);
        return problem;
      },
      setQuantity: (itemId: string, quantity: number) => void changeCart((cart) => setQuantity(cart, itemId, quantity)),
      setDiscount: (itemId: string | null, discount: Discount | undefined) => {
        if (itemId !== null) changeCart((cart) => setDiscount(cart, itemId, discount));
        else update((till) => (till.step === 'cart' ? resetAttempt({ ...till, discount }) : till));
      },
      remove: (itemId: string) => void changeCart((cart) => removeItem(cart, itemId)),
      refresh: (rows: readonly SalesItem[]) =>
        void update((till) => (till.sentAt ? till : { ...till, cart: refreshed(till.cart, rows) })),
      /** Looks scanned items up one after the other, in the order of the scans. */
      scan: (lookUp: () => Promise<void>) => {
        scans.current.count += 1;
        scans.current.all = scans.current.all.then(lookUp).finally(() => void (scans.current.count -= 1));
      },
      toPayment: async () => {
        if (scans.current.count > 0) {
          setAwaitingScans(true);
          await scans.current.all;
          setAwaitingScans(false);
        }
        pay();
      },
      /** A changed cart or method drops the intent, so that no two invoices exist for one sale. */
      toCart: () =>
        void update((till) =>
          till.sentAt || till.method !== drawerMethod
            ? resetAttempt({ ...till, step: 'cart', method: drawerMethod })
            : { ...till, step: 'cart' },
        ),
      setMethod: (method: SaleMethod) => void update((till) => resetAttempt({ ...till, method })),
      /** The attempt to send: the open one if it is for the same sale, else a new one; null when there is nothing to sell. */
      openAttempt: (payment: DeskPayment): { attempt: SaleAttempt; wasSent: boolean } | null => {
        const till = read();
        const body = saleBody(till, { id: locationId, salesTaxRate }, payment);
        if (!body || !till.contact) return null;
        const sent = getAttempt(till);
        // A sale that may have been made is sent again unchanged, whatever the price or the tax rate is now.
        const before = sent && (sent.isOutcomeUnknown || isSameBody(sent.body, body)) ? sent : undefined;
        const next: SaleAttempt = {
          kind: 'sale',
          key: (!sent && till.saleKey) || createIdempotencyKey(),
          body,
          userId,
          startedAt: Date.now(),
          locationName,
          contact: shownContact(till.contact),
          cart: till.cart,
          receivedCents: payment.receivedCents,
          ...before,
          isOutcomeUnknown: true,
        };
        // Under the same key, the tab that this one is a copy of may still wait for the answer to another.
        if (before || !readAttempt(next.key)) saveAttempt(next);
        update((now) => ({ ...now, saleKey: next.key, sentAt: next.startedAt }));
        return { attempt: next, wasSent: before?.isOutcomeUnknown === true };
      },
      /** The attempt's outcome is known, and it may be tried again with the same key. */
      settleAttempt: ({ key }: SaleAttempt) => settleAttempt(key),
      /** The attempt was refused: the next sale gets a new key. */
      dropAttempt: ({ key, body }: SaleAttempt) => {
        if (isSameBody(readAttempt(key)?.body, body)) forgetAttempt(key);
        update((till) => (getIs(till, key) ? resetAttempt(till) : till));
      },
      /** Restores an open sale as it was sent; false when there is another cart. */
      reopen: (sale: SaleAttempt) => {
        const till = read();
        const isFree = getIs(till, sale.key) || (till.cart.length === 0 && !till.sentAt);
        if (isFree) update(() => reopened(sale));
        return isFree;
      },
      finish: ({ key }: SaleAttempt, sale: LastSale) => {
        const isOurs = getIs(read(), key);
        forgetAttempt(key);
        if (!isOurs) return;
        update(() => ({ ...emptyTill, lastSale: sale }));
        setJustSold(true);
      },
      startNextSale: () => setJustSold(false),
      /** The name of requests to park this sale. */
      toParking: (): string => {
        const parking = read().parking ?? createIdempotencyKey();
        update((till) => ({ ...till, parking }));
        return parking;
      },
      clear: () => void update(() => emptyTill),
      /** Resumes a parked sale; false when another sale is in the till. Without a contact it is for the customer who is chosen. */
      resume: (
        parked: Partial<Pick<TillState, 'contact'>> & Pick<TillState, 'cart' | 'discount' | 'changes'>,
      ): boolean => {
        const isFree = read().cart.length === 0;
        if (isFree) update(({ contact }) => resetAttempt({ ...emptyTill, contact, ...parked }));
        return isFree;
      },
      dismissChanges: () => void update((till) => ({ ...till, changes: [] })),
    };
  }, [update, read, getAttempt, userId, locationId, locationName, salesTaxRate]);

  const totals = useMemo(
    () => cartTotals(state.cart, salesTaxRate, state.discount),
    [state.cart, salesTaxRate, state.discount],
  );
  return useMemo(
    () => ({ ...state, ...actions, attempt, totals, hasJustSold, isAwaitingScans }),
    [state, actions, attempt, totals, hasJustSold, isAwaitingScans],
  );
};

/** Removing the last line ends the sale, and removes what belongs to it as a whole. */
const withCart = (till: TillState, cart: Cart<SalesItem>): TillState => ({
  ...till,
  cart,
  ...(cart.length === 0 && { discount: undefined, changes: [], parking: undefined }),
});

/** A changed sale gets a new key. */
const resetAttempt = (till: TillState): TillState => ({ ...till, sentAt: undefined, saleKey: createIdempotencyKey() });

const getIs = ({ sentAt, saleKey }: TillState, key: string) => sentAt !== undefined && saleKey === key;

const restored = (stored: TillState | undefined): TillState => {
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
