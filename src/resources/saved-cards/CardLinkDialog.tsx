import { DialogContent } from '@mui/material';
import { useGetOne } from 'react-admin';
import { fullName } from '#domain/shared/fullName.ts';
import { cardLinkDays } from '#domain/shared/limits.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { savedCardActions } from '#src/dataProvider/saved-cards.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { LinkDialog } from '#src/resources/invoices/collecting/LinkDialog.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import type { CardOwner } from './CardOnFile.tsx';

interface CardLinkDialogProps {
  contact: ContactRecord;
  owner: CardOwner;
  onClose: () => void;
}

/** Emails the payer a link to a page on which they enter a card, or copies it. */
export const CardLinkDialog = ({ contact, owner, onClose }: CardLinkDialogProps) => {
  const { company, timezone } = useSelectedLocation();
  const query = useGetOne<ContactRecord>('contacts', { id: owner.id });
  const { mutateAsync: make } = useIdempotentMutation({
    name: `card link.${contact.id}`,
    mutationFn: (body: { email?: string }, key) => savedCardActions.createCardLink(contact.id, body, key),
  });
  if (!query.data)
    return (
      <TitledDialog title="Send Card Link" onClose={onClose}>
        <DialogContent>
          <QueryState query={query} fallback="Failed to fetch contact">
            {() => null}
          </QueryState>
        </DialogContent>
      </TitledDialog>
    );
  return (
    <LinkDialog
      title="Send Card Link"
      name="Card link"
      text={`For ${fullName(owner)} to enter a new card online. Nothing is charged. The link works for ${cardLinkDays} days, or until a card is saved.`}
      email={query.data.email}
      draftOf={`card link of ${contact.id}`}
      companyId={company.id}
      timezone={timezone}
      make={make}
      onClose={onClose}
    />
  );
};
