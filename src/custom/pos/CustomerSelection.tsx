import DirectionsWalk from '@mui/icons-material/DirectionsWalk';
import PersonAddAlt from '@mui/icons-material/PersonAddAlt';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ContactSearch } from '#src/resources/contacts/ContactSearch.tsx';
import { MemberSummaryPlan, MemberSummaryState, useMemberSummary } from '#src/resources/contacts/memberSummary.tsx';
import { PaidBy } from '#src/resources/contacts/PaidBy.tsx';
import { CollectButton, useOwed } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { hasFinePointer, isFocusInUse } from '#src/ui/dom.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { posActions } from '#src/dataProvider/pos.ts';
import type { ContactRecord, ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { navigationState, returningTo } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { keys, useShortcuts } from './shortcuts.ts';
import { useTill } from './useTillState.ts';

export const CustomerSelection = () => {
  const { contact, choose, lastSale } = useTill();
  const { can } = useAccess();
  const search = useRef<HTMLInputElement>(null);
  const isPhone = useIsPhone();
  useNewContact(choose);
  // With a mouse, and after each sale, the customer search gets the focus. A dialog or menu that was opened while the page loaded keeps it.
  const isNext = useRef(lastSale !== null || hasFinePointer());
  const isOpened = useRef(false);
  useEffect(() => {
    if (contact === null && isNext.current && (isOpened.current || !isFocusInUse())) search.current?.focus();
    isNext.current = false;
    isOpened.current = true;
  }, [contact]);
  const change = (chosen: ListedContact | null) => {
    isNext.current = chosen === null;
    choose(chosen);
  };
  useShortcuts({ [keys.customer]: () => (contact ? change(null) : search.current?.focus()) });
  const status = contact?.email && <CustomerStatus contact={contact} />;
  return (
    // The list of results overflows the section.
    <Box sx={{ '& > section': { overflow: 'visible' } }}>
      <Section title="Customer Selection" isBare={isPhone}>
        <Box sx={isPhone ? oneRow : customerRoom}>
          <ContactSearch
            label="Search customers"
            placeholder="Name or email"
            emptyText="No customers found"
            renderEmptyAction={() => can('contacts') && <AddContact />}
            value={contact}
            onChange={change}
            inputRef={search}
          />
          {!contact && <WalkIn />}
          {!isPhone && status}
        </Box>
        {isPhone && status}
      </Section>
    </Box>
  );
};

/** The room of a customer with their status, so that the cart does not move when somebody is chosen. */
const customerRoom = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  minHeight: 166,
  '@media (pointer: coarse)': { minHeight: 182 },
  '& > .MuiButton-root': { justifySelf: { xs: 'start', md: 'stretch' }, mt: 1.5 },
} as const;

/** On a phone the walk-in is beside the search. The results are as wide as both. */
const oneRow = {
  position: 'relative',
  display: 'flex',
  gap: 1,
  '& > :first-of-type': { flex: 1, minWidth: 0 },
  '& > :first-of-type > :has(> .MuiTextField-root)': { position: 'static' },
  '& > .MuiButton-root': { flex: 'none', px: 1.5 },
} as const;

/**
 * Says whether the customer is a member, and what they owe, with the way to collect it or to sell a plan. Its room is kept while it
 * loads, so that the cart below does not move under the pointer.
 */
const CustomerStatus = ({ contact }: { contact: ListedContact }) => {
  const { can } = useAccess();
  const { data, error, refetch } = useMemberSummary(contact.id);
  const isOwedKnown = useHasBeen(!useOwed(contact.id).isLoading);
  const query = { data: isOwedKnown ? data : undefined, error, refetch };
  return (
    <Box sx={statusPlace}>
      <MemberSummaryState query={query} loading={<SkeletonBlock lines={2} />}>
        {({ membership, due, paidBy }) => (
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <MemberSummaryPlan membership={membership} />
              {paidBy && (
                <Typography variant="body2">
                  Paid by <PaidBy payer={paidBy} />
                </Typography>
              )}
            </Box>
            <Box sx={{ display: 'grid', flex: 'none', gap: 1, '& > .MuiButton-root': { px: 1.5, py: 0.5 } }}>
              {due !== null && due > 0 && <CollectButton contactId={contact.id} />}
              {can('memberships') && <SellMembership id={contact.id} />}
            </Box>
          </Box>
        )}
      </MemberSummaryState>
    </Box>
  );
};

/** The room of two buttons, one above the other. */
const statusPlace = {
  minHeight: { xs: 104, sm: 88 },
  pt: 1,
  mb: { xs: 0, sm: -1 },
  '@media (pointer: coarse)': { minHeight: 104 },
} as const;

/** The till knows only a part of the contact; the purchase needs the billing address too. */
const SellMembership = ({ id }: { id: string }) => {
  const query = useGetOne<ContactRecord>('contacts', { id });
  return (
    <QueryState
      query={query}
      fallback="Failed to load the customer"
      loading={
        <Button variant="outlined" loading>
          {sellMembership}
        </Button>
      }
    >
      {(contact) => <PurchaseMembershipButton contact={contact} label={sellMembership} resumes={false} />}
    </QueryState>
  );
};

const sellMembership = 'Sell membership';

/** With items in the cart it leads to the payment. The items at the press count, since others are added while it is chosen. */
const WalkIn = () => {
  const { id } = useSelectedLocation();
  const { cart, chooseWalkIn, toPayment } = useTill();
  const isReady = cart.length > 0;
  const notify = useNotify();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (_pays: boolean) => posActions.walkInCustomer(id),
    onSuccess: (contact, pays) => {
      if (chooseWalkIn(contact) && pays) void toPayment();
    },
    onError: (error) => notify(messageFrom(error, 'Failed to choose the walk-in customer'), { type: 'error' }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<DirectionsWalk />}
      loading={isPending}
      onClick={() => mutate(isReady)}
      sx={{ px: 1.25 }}
    >
      {isReady ? 'Walk-in, pay' : 'Walk-in'}
    </Button>
  );
};

const AddContact = () => (
  <Button
    component={Link}
    to={paths.contacts.add}
    {...returningTo(paths.pos)}
    size="small"
    startIcon={<PersonAddAlt />}
    sx={{ ml: 0.5, mb: 0.5 }}
  >
    Add Contact
  </Button>
);

/** A contact that was just added is selected once, and not again on Back or a reload. */
const useNewContact = (choose: (contact: ListedContact) => void) => {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const added = navigationState(state).chosenContact;
  useEffect(() => {
    if (!added) return;
    choose(added);
    void navigate(pathname, { replace: true, state: null });
  }, [added, choose, navigate, pathname]);
};
