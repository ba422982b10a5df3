import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { fullName } from '#domain/shared/fullName.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { savedCardText } from '#domain/stripe/savedCard.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useAccess, useToday } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import {
  useContactMemberships,
  useMembershipHistory,
} from '#src/resources/contacts/memberships/useContactMemberships.ts';
import { useMemberSummary } from '#src/resources/contacts/memberSummary.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';

const CardDialog = lazyWithPreload('pos', () => import('./CardDialog.tsx'), 'CardDialog');
const CardLinkDialog = lazyWithPreload('contacts', () => import('./CardLinkDialog.tsx'), 'CardLinkDialog');

/** Who pays for a contact, which is whose card is saved. */
export interface CardOwner {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const CardSection = ({ contact }: { contact: ContactRecord }) => {
  // The history above it would move it under somebody's hand.
  const isHistoryKnown = useHasBeen(!useMembershipHistory(contact.id).query.isPending);
  return (
    <div style={isHistoryKnown ? undefined : { visibility: 'hidden' }}>
      <Section title="Card on File">
        <CardOnFile contact={contact} />
      </Section>
    </div>
  );
};

export const CardOnFile = ({ contact }: { contact: ContactRecord }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1.5 }}>
    <div>
      <CardText contact={contact} />
    </div>
    <CardButtons contact={contact} />
  </Box>
);

/** 'Visa ending in 4242, expires 08/27', and whose it is, if it is somebody else’s. */
const CardText = ({ contact }: { contact: ContactRecord }) => {
  const today = useToday();
  const { owner, savedCard, hasSavedCard } = useCardOnFile(contact);
  return (
    <>
      <Typography>{savedCard ? savedCardText(savedCard, today) : hasSavedCard ? 'Saved' : 'None'}</Typography>
      {owner.id !== contact.id && (
        <Typography variant="body2" color="textSecondary">
          {`${fullName(owner)} pays for ${contact.firstName}.`}
        </Typography>
      )}
    </>
  );
};

const CardButtons = ({ contact }: { contact: ContactRecord }) => {
  const { may } = useAccess();
  const [opened, setOpened] = useState<'card' | 'link'>();
  const { owner, savedCard, hasSavedCard } = useCardOnFile(contact);
  const close = () => setOpened(undefined);
  if (!may('invoices:collect') || contact.mayChange === false) return null;
  const title = hasSavedCard ? 'Replace Card' : 'Add Card';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setOpened('card')}>
          {title}
        </Button>
        <Button variant="outlined" onClick={() => setOpened('link')}>
          Send Card Link
        </Button>
      </Box>
      {opened === 'card' && (
        <LazyPart onClose={close}>
          <CardDialog title={title} contact={contact} owner={owner} replaced={savedCard} onClose={close} />
        </LazyPart>
      )}
      {opened === 'link' && (
        <LazyPart onClose={close}>
          <CardLinkDialog contact={contact} owner={owner} onClose={close} />
        </LazyPart>
      )}
    </>
  );
};

const useCardOnFile = (contact: ContactRecord) => {
  const { data: summary } = useMemberSummary(contact.id);
  const { data } = useContactMemberships(contact.id, 1, maxPageSize);
  const owner: CardOwner = summary?.paidBy ?? contact;
  return { owner, savedCard: data?.savedCard ?? null, hasSavedCard: data?.hasSavedCard === true };
};
