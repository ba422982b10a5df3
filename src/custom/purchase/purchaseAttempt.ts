import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import type { MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import { readSession } from '#src/authProvider/session.ts';
import { keptAttempt } from '#src/custom/payments/keptAttempt.ts';
import type { Attempt } from '#src/custom/payments/useCardPayment.ts';
import { attemptsOf, type PurchaseAttempt as OpenPurchase } from '#src/dataProvider/openAttempts.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { cancelResult } from '#src/dataProvider/sendAttempt.ts';

export type PurchaseAttempt = Attempt<MembershipPurchaseBody>;

/** The last attempt of this person to sell a membership to a contact. */
export const usePurchaseAttempt = (contactId: string) => {
  const userId = readSession()?.user.id;
  const isMine = (open: { kind: string; body: { contactId: string } }) => open.kind === 'membership' && open.body.contactId === contactId;
  return keptAttempt<MembershipPurchaseBody>({
    store: useStoreContext(),
    place: `purchase.${userId}.${contactId}`,
    findOpen: () => attemptsOf(userId).find((open): open is OpenPurchase => isMine(open)),
  });
};

/**
 * Cancels an abandoned, unpaid purchase, so that no open invoice is left. Returns the outcome. If the server cannot be reached
 * or the bank is processing the payment, the attempt is kept: opening the purchase again asks about it.
 */
export const useCancelPurchase = (contactId: string) => {
  const data = useAppDataProvider();
  const { drop } = usePurchaseAttempt(contactId);
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt) => {
    const end = await data.cancelPurchase(attempt.body, attempt.key).then(cancelResult, () => 'unknown' as const);
    if (end === 'unknown') return end;
    drop(attempt);
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
    return end;
  };
};
