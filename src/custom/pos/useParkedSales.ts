import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { HttpError, useDataProvider } from 'react-admin';
import type { ParkedSale, ResumedSale } from '#domain/pos/parkedSalesContract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useAsyncLock } from '#src/resources/invoices/payments/useAsyncLock.ts';
import { createIdempotencyKey, messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { isClientError } from '#src/dataProvider/sendAttempt.ts';
import { sendKeyed } from '#src/dataProvider/useKeyedCall.ts';
import { parkedSalesMs } from '#src/limits.ts';
import { sessionStorage } from '#src/safeStorage.ts';
import { maxQuantity, type CartLine } from './cart.ts';
import { useTill } from './useTillState.ts';

/** A sale that was requested to be resumed, under the key of the request. */
interface Asked {
  readonly sale: ParkedSale;
  readonly key: string;
}

/**
 * The parked sales of the location, polled since other tills park and resume too. A requested sale stays in the list until its
 * answer has come, even across a reload of the tab: the server may already have removed it from its list.
 */
export const useParkedSales = () => {
  const { id } = useSelectedLocation();
  const data = useAppDataProvider();
  const { data: sales } = useQuery({
    queryKey: ['parked-sales', id],
    queryFn: ({ signal }) => data.parkedSales(id, signal),
    refetchInterval: parkedSalesMs,
  });
  const place = `resuming.${id}.${readSession()?.user.id ?? ''}`;
  const [asked, setState] = useState(() => JSON.parse(sessionStorage.getItem(place) ?? '[]') as readonly Asked[]);
  const setAsked = (change: (all: readonly Asked[]) => readonly Asked[]) => {
    // Read from the storage, because a response may come after the till was left.
    const next = change(JSON.parse(sessionStorage.getItem(place) ?? '[]') as readonly Asked[]);
    sessionStorage.setItem(place, JSON.stringify(next));
    setState(next);
  };
  const listed = sales ?? [];
  const awaited = asked.map(({ sale }) => sale).filter(({ id: one }) => !listed.some((sale) => sale.id === one));
  return { sales: [...awaited, ...listed], asked, setAsked };
};

/** Resumes and discards. If another till was first, the list is fetched again and the server's message shown. */
export const useParkedSaleActions = (
  { asked, setAsked }: Omit<ReturnType<typeof useParkedSales>, 'sales'>,
  onDone: () => void,
) => {
  const till = useTill();
  const data = useAppDataProvider();
  const items = useDataProvider();
  const cache = useQueryClient();
  const { withLock } = useAsyncLock();
  const [busyId, setBusyId] = useState<string>();
  const [error, setError] = useState<string>();

  const forget = ({ id }: ParkedSale) => setAsked((all) => all.filter(({ sale }) => sale.id !== id));

  /** Forgets a sale that no longer exists, and rethrows. */
  const refused = (sale: ParkedSale) => (failure: unknown) => {
    if (isClientError(failure)) forget(sale);
    throw failure;
  };

  const act = (sale: ParkedSale, work: () => Promise<void>) =>
    withLock(async () => {
      setError(undefined);
      setBusyId(sale.id);
      try {
        await work();
      } catch (failure) {
        setError(messageFrom(failure, 'Failed to reach the parked sale'));
        if (isClientError(failure)) void cache.invalidateQueries({ queryKey: ['parked-sales'] });
      } finally {
        setBusyId(undefined);
      }
    });

  /** Undefined when the item no longer exists. */
  const itemNow = (id: string): Promise<SalesItem | undefined> =>
    items.getOne<SalesItem>('sales-items', { id }).then(
      (response) => response.data,
      (failure: unknown) => {
        if (failure instanceof HttpError && failure.status === 404) return undefined;
        throw failure;
      },
    );

  const resume = (sale: ParkedSale) =>
    act(sale, async () => {
      // After a lost response the next press asks for the same sale with the same key.
      const key = asked.find((one) => one.sale.id === sale.id)?.key ?? createIdempotencyKey();
      setAsked((all) => [...all.filter((one) => one.sale.id !== sale.id), { sale, key }]);
      const resumed = await data.resumeSale(sale.id, key).catch(refused(sale));
      const { cart, changes } = cartNow(
        resumed,
        await Promise.all(resumed.items.map(({ salesItemId }) => itemNow(salesItemId))),
      );
      const contact = resumed.contact && { ...resumed.contact, homeLocation: null };
      const discount = cart.length > 0 ? (resumed.discount ?? undefined) : undefined;
      // Something may have been added meanwhile. The sale then stays in the list under its key.
      if (!till.resume({ ...(resumed.parkedSale.customer !== null && { contact }), cart, discount, changes }))
        throw new Error('Another sale is in the cart');
      forget(sale);
      onDone();
    });

  const discard = (sale: ParkedSale) =>
    act(sale, async () => {
      await data.discardParkedSale(sale.id).catch(refused(sale));
      forget(sale);
    });
  return { resume, discard, busyId, error };
};

/** Finds out whether the till's sale was parked by a request that was not answered, and discards it if so. */
export const useWithdrawParking = () => {
  const { keptParking } = useTill();
  const data = useAppDataProvider();
  return useCallback(async (): Promise<void> => {
    const asked = keptParking.get();
    if (!asked) return;
    const withdraw = async (key: string) => {
      const { parkedSale } = await data.parkSale(asked.body, key);
      // Another till may have been first.
      await data.discardParkedSale(parkedSale.id).catch(unlessRefused);
    };
    await sendKeyed(keptParking, asked.body, withdraw).catch(unlessRefused);
  }, [keptParking, data]);
};

/** A sale that is paid after all must not stay parked. The payment does not wait for this. */
export const useNothingParkedAtPayment = () => {
  const { step } = useTill();
  const withdrawParking = useWithdrawParking();
  useEffect(() => {
    if (step === 'payment') withdrawParking().catch(() => undefined);
  }, [step, withdrawParking]);
};

/** A refusal leaves nothing parked. After any other error that is unknown. */
const unlessRefused = (error: unknown) => {
  if (!isClientError(error)) throw error;
};

/** A parked cart with the current items, and the differences since it was parked, in words. */
export function cartNow(
  { items }: Pick<ResumedSale, 'items'>,
  now: readonly (SalesItem | undefined)[],
): { cart: CartLine<SalesItem>[]; changes: string[] } {
  const cart: CartLine<SalesItem>[] = [];
  const changes: string[] = [];
  for (const [index, { name, price, quantity, discount }] of items.entries()) {
    const item = now[index];
    const most = item ? maxQuantity(item) : 0;
    if (!item?.isActive) changes.push(`${name} is no longer sold.`);
    else if (most === 0) changes.push(`${item.name} is out of stock.`);
    else {
      if (item.price !== price)
        changes.push(`${item.name} costs ${formatMoney(item.price)} now. It was ${formatMoney(price)}.`);
      if (most < quantity)
        changes.push(`Only ${most.toLocaleString('en-US')} of ${item.name} ${most === 1 ? 'is' : 'are'} in stock.`);
      cart.push({ item, quantity: Math.min(quantity, most), ...(discount && { discount }) });
    }
  }
  return { cart, changes };
}
