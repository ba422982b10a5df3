import { useQueryClient } from '@tanstack/react-query';
import { visitsLeftText } from '#domain/contact-memberships/visitPacks.ts';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { memberSummaryKey } from '#src/resources/contacts/memberSummary.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { repeatedVisitText } from './repeatedVisit.ts';
import { getNow } from '#src/clock.ts';

export interface Arriving {
  id: string;
  firstName: string;
  lastName: string;
}

/**
 * `mutate` asks before it counts a second visit, if the summary of the contact is on the page, and resolves when it is answered;
 * `mutateAsync` does not ask. Put `dialog` on the page.
 */
export const useCheckin = <Contact extends Arriving = Arriving>(
  onGranted: (contact: Contact, visitsLeft: number | undefined) => void,
) => {
  const { id: locationId, timezone } = useSelectedLocation();
  const cache = useQueryClient();
  const { confirm, dialog } = useConfirm();
  const toBody = ({ id: contactId }: Arriving) => ({ contactId, locationId, doorId: frontDeskDoor });
  const checkin = useIdempotentMutation({
    mutationFn: (contact: Contact, key) => checkinActions.checkIn(toBody(contact), key),
    bodyOf: toBody,
    onSuccess: (outcome, contact) => outcome.granted && onGranted(contact, outcome.visitsLeft),
  });
  const mutate = async (contact: Contact) => {
    const summary = cache.getQueryData<MemberSummary>(memberSummaryKey(contact.id, locationId));
    const text = summary && repeatedVisitText(summary, getNow(), timezone);
    if (!text || (await confirm({ ...secondVisit, text }))) await checkin.mutateAsync(contact).catch(() => undefined);
  };
  return { ...checkin, mutate, dialog };
};

const secondVisit = { title: 'Count a second visit?', confirmLabel: 'Check In Again' };

/** Names the visits that are left of a pack. */
export const checkedInText = ({ firstName, lastName }: Arriving, visitsLeft?: number) =>
  [`${firstName} ${lastName} checked in successfully!`, visitsLeftText(visitsLeft)].filter(Boolean).join(' ');
