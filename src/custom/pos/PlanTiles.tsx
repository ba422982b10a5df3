import { Alert, Box, Button, ButtonBase, LinearProgress } from '@mui/material';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { formatMoney } from '#domain/shared/money.ts';
import { hasWords } from '#domain/shared/textSearch.ts';
import { NoPlans } from '#src/custom/purchase/NoPlans.tsx';
import { usePlans } from '#src/custom/purchase/purchaseData.ts';
import { MembershipPurchase } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { billingLabels, visitsLabel } from '#src/ui/labels.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { TileSkeletons, tileGrid, tileStyles } from './tileStyles.tsx';
import { useTill } from './useTillState.ts';

/** The plans on sale whose name has the text. A press sells one to the customer of the till; without a customer it waits until one is chosen. */
export const PlanTiles = ({ search }: { search: string }) => {
  const plans = usePlans();
  const { contact } = useTill();
  const [wanted, setWanted] = useState<ListedMembership>();
  const close = () => setWanted(undefined);
  // A walk-in has no name to sell a membership to.
  const customer = contact?.email ? contact : null;
  return (
    <>
      {wanted && !customer && (
        <Alert
          severity="info"
          role="status"
          action={
            <Button color="inherit" onClick={close}>
              Cancel
            </Button>
          }
        >
          Select the customer who buys {wanted.name}.
        </Alert>
      )}
      {wanted && customer && <Purchase contactId={customer.id} plan={wanted} onClose={close} />}
      <QueryState
        query={plans}
        fallback="Failed to load memberships"
        loading={<TileSkeletons />}
        isEmpty={(all) => all.length === 0}
        empty={<NoPlans />}
      >
        {(all) => (
          <Box component="ul" aria-label="Memberships" sx={wideTiles}>
            {all
              .filter(({ name }) => hasWords(name, search))
              .map((plan) => (
                <li key={plan.id}>
                  <ButtonBase onClick={() => setWanted(plan)} sx={tileStyles}>
                    <Box component="span" className="words">
                      <span className="name">{plan.name}</span>{' '}
                      <span className="price tabular">{formatMoney(plan.price)}</span>{' '}
                      <span className="note">{visitsLabel(plan) || billingLabels[plan.billingFrequency]}</span>
                    </Box>
                  </ButtonBase>
                </li>
              ))}
          </Box>
        )}
      </QueryState>
    </>
  );
};

/** Names of plans are longer than those of items, and they have no picture. */
const wideTiles = {
  ...tileGrid,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))',
  '& > li > button': { minHeight: 92 },
} as const;

interface PurchaseProps {
  contactId: string;
  plan: ListedMembership;
  onClose: () => void;
}

/** The till knows only a part of the contact; the purchase needs the billing address too. */
const Purchase = ({ contactId, plan, onClose }: PurchaseProps) => {
  const query = useGetOne<ContactRecord>('contacts', { id: contactId });
  return (
    <QueryState
      query={query}
      fallback="Failed to load the customer"
      // The tiles below stay where they are.
      loading={<LinearProgress aria-label="Loading the customer" sx={{ mb: '-4px' }} />}
      errorAction={
        <Button color="inherit" size="small" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {(contact) => <MembershipPurchase contact={contact} plan={plan} onClose={onClose} />}
    </QueryState>
  );
};
