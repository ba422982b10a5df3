import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { fullName } from '#domain/shared/fullName.ts';
import { formatCents, sum, toCents } from '#domain/shared/money.ts';
import { savedCardText, type SavedCard } from '#domain/stripe/savedCard.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { savedCardActions } from '#src/dataProvider/saved-cards.ts';
import { useTellIfLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { CollectButton, useOwed } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { CardElements } from '#src/resources/invoices/payments/CardElements.tsx';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { CardsNotSetUp } from '#src/resources/invoices/payments/CardsNotSetUp.tsx';
import { PaymentActions, PaymentForm } from '#src/resources/invoices/payments/PaymentForm.tsx';
import { useCardSetup } from '#src/resources/invoices/payments/useCardSetup.ts';
import { cardAvailability, useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.ts';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import type { CardOwner } from './CardOnFile.tsx';

interface CardDialogProps {
  title: string;
  contact: ContactRecord;
  owner: CardOwner;
  replaced: SavedCard | null;
  onClose: () => void;
}

/** Saves a new card without charging it. What is owed is named afterwards, and can be collected. */
export const CardDialog = ({ title, contact, owner, replaced, onClose }: CardDialogProps) => {
  const { company } = useSelectedLocation();
  const notify = useNotify();
  const today = useToday();
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState<string>();
  const { data: owed = [] } = useOwed(owner.id);
  const card = cardAvailability(useStripeConfig(company.id));
  const done = (savedCard: SavedCard | null) => {
    const text = savedCard ? `${savedCardText(savedCard, today)}, is saved` : 'Card saved';
    if (owed.length > 0) return setSaved(text);
    notify(text, { type: 'success' });
    return onClose();
  };
  if (saved !== undefined)
    return <StillOwed saved={saved} owner={owner} cents={sum(owed.map(({ due }) => toCents(due)))} onClose={onClose} />;
  return (
    <TitledDialog title={title} onClose={() => !isBusy && onClose()}>
      {card.state === 'loading' && (
        <DialogContent>
          <SkeletonBlock lines={6} />
        </DialogContent>
      )}
      {card.state === 'ready' && (
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography color="textSecondary">
            {owner.id === contact.id
              ? `The card is saved for ${fullName(owner)}. `
              : `${fullName(owner)} pays for ${contact.firstName}, so the card is saved for ${fullName(owner)}. `}
            {replaced && `It replaces ${savedCardText(replaced, today)}. `}
            Renewals by card are charged to it. Nothing is charged now.
          </Typography>
          <CardElements
            publishableKey={card.publishableKey}
            renderFallback={(content) => (
              <Box sx={{ display: 'grid', gap: 2 }}>
                {content}
                <PaymentActions onCancel={onClose} />
              </Box>
            )}
          >
            <CardEntry
              contact={contact}
              owner={owner}
              publishableKey={card.publishableKey}
              onBusy={setBusy}
              onSaved={done}
              onCancel={onClose}
            />
          </CardElements>
        </DialogContent>
      )}
      {card.state === 'not configured' && <CardsNotSetUp companyId={company.id} onClose={onClose} />}
    </TitledDialog>
  );
};

interface CardEntryProps {
  contact: ContactRecord;
  owner: CardOwner;
  publishableKey: string;
  onBusy: (isBusy: boolean) => void;
  onSaved: (card: SavedCard | null) => void;
  onCancel: () => void;
}

const CardEntry = ({ contact, owner, publishableKey, onBusy, onSaved, onCancel }: CardEntryProps) => {
  const [problem, setProblem] = useState<string>();
  const tellIfLeft = useTellIfLeft();
  // Of the payer only the name is known so far.
  const { data: ownerRecord = owner.id === contact.id ? contact : undefined } = useGetOne<ContactRecord>(
    'contacts',
    { id: owner.id },
    { enabled: owner.id !== contact.id },
  );
  const setup = useCardSetup({
    start: () => savedCardActions.startCardSetup(contact.id),
    save: (setupIntentId) => savedCardActions.saveCard(contact.id, setupIntentId),
    onSaved: ({ savedCard }) => onSaved(savedCard),
    onError: (error, message) => {
      setProblem(message);
      if (error instanceof Error) tellIfLeft(error);
    },
  });
  const submit = async () => {
    setProblem(undefined);
    onBusy(true);
    await setup.submit({ name: fullName(owner), email: ownerRecord?.email ?? '' });
    onBusy(false);
  };
  return (
    <PaymentForm
      label="Save Card"
      error={problem}
      isBusy={setup.isBusy}
      isBlocked={!setup.isReady}
      onSubmit={() => void submit()}
      onCancel={onCancel}
    >
      <CardFields
        publishableKey={publishableKey}
        note="The card is securely processed by Stripe."
        onReady={setup.onCardReady}
      />
    </PaymentForm>
  );
};

interface StillOwedProps {
  saved: string;
  owner: CardOwner;
  cents: number;
  onClose: () => void;
}

const StillOwed = ({ saved, owner, cents, onClose }: StillOwedProps) => (
  <TitledDialog title="Card Saved" onClose={onClose}>
    <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
      <Alert severity="success">{saved}.</Alert>
      <Typography>
        {cents > 0
          ? `${fullName(owner)} owes ${formatCents(cents)}. Saving the card did not charge it.`
          : `${fullName(owner)} owes nothing.`}
      </Typography>
    </DialogContent>
    <DialogActions>
      <Button color="inherit" autoFocus onClick={onClose}>
        Done
      </Button>
      <CollectButton contactId={owner.id} />
    </DialogActions>
  </TitledDialog>
);
