import { useState } from 'react';
import type { PayerCharge } from '#domain/contact-memberships/purchaseContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { savedCardText } from '#domain/stripe/savedCard.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useHousehold } from '#src/resources/households/useHousehold.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { useNow } from '#src/ui/time.ts';
import { interruptedPurchase } from './purchaseAttempt.ts';

/** Somebody pays at the desk now, or the payer of the household with the saved card or on their account. */
export interface Paying {
  readonly key: string;
  readonly label: string;
  readonly payer: Pick<ContactRecord, 'id' | 'firstName' | 'lastName'> & { readonly email?: string | null };
  readonly charge: PayerCharge | undefined;
}

/** Ways to pay for a member of a household who does not pay themselves; none for anybody else. */
export function usePayer(contact: ContactRecord) {
  const household = useHousehold(contact.id);
  const { timezone } = useSelectedLocation();
  const now = useNow();
  const [interrupted] = useState(() => interruptedPurchase(contact.id)?.body);
  const [picked, pick] = useState<string>();
  const self: Paying = {
    key: `${contact.id} now`,
    label: `${fullName(contact)}, now`,
    payer: contact,
    charge: undefined,
  };
  const { data } = household;
  const isPaidFor = data && data.payer.id !== contact.id;
  const ways: Paying[] = [self];
  if (isPaidFor) {
    const { payer, savedCard, members } = data;
    const name = fullName(payer);
    const hasCard = members.some((member) => member.isPayer && member.hasSavedCard);
    const card = savedCard ? savedCardText(savedCard, todayIn(timezone, now)) : 'saved card';
    if (hasCard) ways.push({ key: 'saved_card', label: `${name}, ${card}`, payer, charge: 'saved_card' });
    ways.push(
      { key: 'account', label: `${name}, on account`, payer, charge: 'account' },
      { key: `${payer.id} now`, label: `${name}, now`, payer, charge: undefined },
    );
  }
  const before = interrupted && (interrupted.onPayer ?? `${interrupted.payerId ?? contact.id} now`);
  const proposed = ways.find(({ charge }) => charge === 'saved_card') ?? ways.at(-1) ?? self;
  const paying = ways.find(({ key }) => key === (picked ?? before)) ?? proposed;
  return { household, ways, paying, pick };
}
