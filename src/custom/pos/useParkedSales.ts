import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useDataProvider } from 'react-admin';
import type { ParkedSale, ParkSaleBody, ResumedSale } from '#domain/pos/parkedSalesContract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { getCalls, forgetAttempt, openCall, useAttempts } from '#src/dataProvider/attempts.ts';
import { messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { isClientError, isSignedOut, isUnsent, sayLoss } from '#src/dataProvider/sendAttempt.ts';
import { sendCall } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { tillPollMs } from '#src/limits.ts';
import { maxQuantity, type CartLine } from './cart.ts';
import { noLongerSold, priceChanges } from './tillState.ts';
import { useTill } from './useTillState.ts';

/**
 * The parked sales of the location, polled since other tills park and resume too. A requested sale stays in the list until its response has come, even across a reload of the tab: the server may already have removed it from its list.
 */
export const useParkedSales = () => {
  const { id } = useSelectedLocation();
  const { data: sales } = useQuery({
    queryKey: ['parked-sales', id],
    queryFn: ({ signal }) => posActions.parkedSales(id, signal),
    refetchInterval: tillPollMs,
  });
  const asked = useAttempts(() => getCalls<ParkedSale>(resuming(id)));
  const listed = sales ?? [];
  const awaited = asked.map(({ body }) => body).filter(({ id: one }) => !listed.some((sale) => sale.id === one));
  return [...awaited, ...listed];
};

const resuming = (locationId: string) => `resuming.${locationId}`;

/** Resumes and discards. If another till was first, the server's message is shown. */
export const useParkedSaleActions = (onDone: () => void) => {
  const { id: locationId } = useSelectedLocation();
  const till = useTill();
  const items = useDataProvider();

  const findSent = ({ id }: ParkedSale) =>
    getCalls<ParkedSale>(resuming(locationId)).filter(({ body }) => body.id === id);

  const forget = (sale: ParkedSale) => findSent(sale).forEach(({ key }) => forgetAttempt(key));

  /** The session may have ended meanwhile, and then nobody's attempts are listed. */
  const refused = (keys: readonly string[], wasSent: boolean) => (failure: unknown) => {
    if (isClientError(failure) || (!wasSent && (isSignedOut(failure) || isUnsent(failure))))
      keys.forEach(forgetAttempt);
    throw sayLoss(failure, wasSent);
  };

  const itemNow = async (id: string) =>
    (await items.getOne<SalesItem>('sales-items', { id }).catch(nullIfNotFound))?.data;

  const resume = async (sale: ParkedSale) => {
    // After a lost response the next press asks for the same sale with the same key.
    const [earlier] = findSent(sale);
    const { key } = openCall(resuming(locationId), earlier?.body ?? sale).attempt;
    const resumed = await posActions.resumeSale(sale.id, key).catch(refused([key], earlier !== undefined));
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
  };

  const discard = async (sale: ParkedSale) => {
    const sent = findSent(sale).map(({ key }) => key);
    await posActions.discardParkedSale(sale.id).catch(refused(sent, sent.length > 0));
    forget(sale);
  };

  const { mutate, isPending, variables, error } = useSingleMutation({
    mutationFn: ({ sale, action }: { sale: ParkedSale; action: 'resume' | 'discard' }) =>
      action === 'resume' ? resume(sale) : discard(sale),
  });
  return {
    resume: (sale: ParkedSale) => mutate({ sale, action: 'resume' }),
    discard: (sale: ParkedSale) => mutate({ sale, action: 'discard' }),
    busyId: isPending ? variables.sale.id : undefined,
    error: error ? messageFrom(error, 'Failed to reach the parked sale') : undefined,
  };
};

/** Finds out whether the till's sale was parked by a request that was not answered, and discards it if so. */
export const useWithdrawParking = () => {
  const { parking = '' } = useTill();
  return useCallback(async (): Promise<void> => {
    for (const { key, body } of getCalls<ParkSaleBody>(parking)) {
      const withdraw = async () => {
        const { parkedSale } = await posActions.parkSale(body, key);
        // Another till may have been first.
        await posActions.discardParkedSale(parkedSale.id).catch(unlessRefused);
      };
      await sendCall(key, withdraw).catch(unlessRefused);
    }
  }, [parking]);
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

export function cartNow(
  { items }: Pick<ResumedSale, 'items'>,
  now: readonly (SalesItem | undefined)[],
): { cart: CartLine<SalesItem>[]; changes: string[] } {
  const cart: CartLine<SalesItem>[] = [];
  const changes: string[] = [];
  for (const [index, { name, price, quantity, discount }] of items.entries()) {
    const item = now[index];
    const most = item ? maxQuantity(item) : 0;
    if (!item?.isActive) changes.push(noLongerSold(name));
    else if (most === 0) changes.push(`${item.name} is out of stock.`);
    else {
      changes.push(...priceChanges(item, price));
      if (most < quantity)
        changes.push(`Only ${most.toLocaleString('en-US')} of ${item.name} ${most === 1 ? 'is' : 'are'} in stock.`);
      cart.push({ item, quantity: Math.min(quantity, most), ...(discount && { discount }) });
    }
  }
  return { cart, changes };
}
