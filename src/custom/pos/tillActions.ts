import type { Discount } from '#domain/pos/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import type { SaleMethod } from '#src/resources/invoices/payments/salePayment.ts';
import type { LastSale } from '#src/resources/invoices/payments/Receipt.tsx';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { isUnsent } from '#src/dataProvider/sendAttempt.ts';
import {
  forgetAttempt,
  isSameBody,
  readAttempt,
  saveAttempt,
  settleAttempt,
  type ItemSaleAttempt,
} from '#src/dataProvider/attempts.ts';
import { addItem, removeItem, setDiscount, setQuantity, type Cart } from './cart.ts';
import { addProblem, notWhilePaying } from './scan.ts';
import {
  emptyTill,
  refreshed,
  reopenSale,
  resetAttempt,
  saleBody,
  shownContact,
  withCart,
  type DeskPayment,
  type TaxedLocation,
  type TillState,
} from './tillState.ts';

interface StoredTill {
  readonly read: () => TillState;
  /** Stores what the change makes of the till, and returns it. */
  readonly update: (change: (till: TillState) => TillState) => TillState;
  readonly getAttempt: (till: TillState) => ItemSaleAttempt | undefined;
  readonly place: TaxedLocation;
  readonly seller: Pick<ItemSaleAttempt, 'userId' | 'locationName'>;
  readonly scans: { count: number; all: Promise<void> };
  readonly setJustSold: (hasJustSold: boolean) => void;
  readonly setAwaitingScans: (isAwaiting: boolean) => void;
}

/** What is done at a till. */
export function createTillActions({
  read,
  update,
  getAttempt,
  place,
  seller,
  scans,
  setJustSold,
  setAwaitingScans,
}: StoredTill) {
  /** The cart cannot be changed while it is being paid. */
  const changeCart = (change: (cart: Cart<SalesItem>) => Cart<SalesItem>) =>
    update((till) => {
      const cart = till.step === 'cart' ? change(till.cart) : till.cart;
      return cart === till.cart ? till : resetAttempt(withCart(till, cart));
    });
  const pay = () => void update((till) => (till.contact && till.cart.length > 0 ? { ...till, step: 'payment' } : till));
  const add = (item: SalesItem) => {
    changeCart((cart) => addItem(cart, item));
    update((till) => ({ ...till, lastSale: null }));
  };
  return {
    choose: (contact: ListedContact | null) => void update((till) => resetAttempt({ ...till, contact })),
    /** Unless somebody else was chosen meanwhile. Returns whether it was. */
    chooseWalkIn: (walkIn: ListedContact): boolean =>
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
    refresh: (rows: readonly SalesItem[], gone: readonly string[] = []) =>
      void update((till) => (till.sentAt ? till : refreshed(till, rows, gone))),
    /** Looks scanned items up one after the other, in the order of the scans. */
    scan: (lookUp: () => Promise<void>) => {
      scans.count += 1;
      scans.all = scans.all.then(lookUp).finally(() => void (scans.count -= 1));
    },
    toPayment: async () => {
      if (scans.count > 0) {
        setAwaitingScans(true);
        await scans.all;
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
    openAttempt: (payment: DeskPayment): { attempt: ItemSaleAttempt; wasSent: boolean } | null => {
      const till = read();
      const body = saleBody(till, place, payment);
      if (!body || !till.contact) return null;
      const sent = getAttempt(till);
      // A sale that may have been made is sent again unchanged, whatever the price or the tax rate is now.
      const before = sent && (sent.isOutcomeUnknown || isSameBody(sent.body, body)) ? sent : undefined;
      const next: ItemSaleAttempt = {
        kind: 'sale',
        key: (!sent && till.saleKey) || createIdempotencyKey(),
        body,
        ...seller,
        startedAt: Date.now(),
        contact: shownContact(till.contact),
        cart: till.cart,
        receivedCents: payment.receivedCents,
        ...before,
        isOutcomeUnknown: true,
      };
      // Under the same key, the tab that this one is a copy of may still wait for the answer to another, or to the same.
      const stored = readAttempt(next.key);
      if (before || !stored) saveAttempt(next);
      update((now) => ({ ...now, saleKey: next.key, sentAt: next.startedAt }));
      const earlier = before ?? (isSameBody(stored?.body, next.body) ? stored : undefined);
      return { attempt: next, wasSent: earlier?.isOutcomeUnknown === true };
    },
    /** The attempt's outcome is known, and it may be tried again with the same key. */
    settleAttempt: ({ key }: ItemSaleAttempt) => settleAttempt(key),
    /** The attempt was refused: the next sale gets a new key. Not if it was not sent: a copy of this tab may have sold under this one. */
    dropAttempt: ({ key, body }: ItemSaleAttempt, refusal?: unknown) => {
      if (isSameBody(readAttempt(key)?.body, body)) forgetAttempt(key);
      const restart = isUnsent(refusal) ? (till: TillState) => ({ ...till, sentAt: undefined }) : resetAttempt;
      update((till) => (isSaleOf(till, key) ? restart(till) : till));
    },
    /** Restores an open sale as it was sent; false when there is another cart. */
    reopen: (sale: ItemSaleAttempt) => {
      const till = read();
      const isFree = isSaleOf(till, sale.key) || (till.cart.length === 0 && !till.sentAt);
      if (isFree) update(() => reopenSale(sale));
      return isFree;
    },
    finish: ({ key }: ItemSaleAttempt, sale: LastSale) => {
      const isOurs = isSaleOf(read(), key);
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
}

const isSaleOf = ({ sentAt, saleKey }: TillState, key: string) => sentAt !== undefined && saleKey === key;
