import DirectionsWalk from '@mui/icons-material/DirectionsWalk';
import PersonAddAlt from '@mui/icons-material/PersonAddAlt';
import { Box, Button } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ContactSearch } from '#src/resources/contacts/ContactSearch.tsx';
import { hasFinePointer, isFocusInUse } from '#src/ui/dom.ts';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { navigationState, returningTo } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { CustomerBar, CustomerCard } from './CustomerBar.tsx';
import { keys, useShortcuts } from './shortcuts.ts';
import { touchScreen } from './tillSizes.ts';
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
  return (
    // The list of results overflows the section, which gets the focus of a search that is over.
    <Box sx={{ '& > section': { overflow: 'visible', outline: 'none' } }}>
      <Section
        title="Customer Selection"
        isBare={isPhone}
        actions={
          contact && (
            <Button size="small" onClick={() => change(null)}>
              Change
            </Button>
          )
        }
      >
        {contact && isPhone && <CustomerBar key={contact.id} contact={contact} onChange={() => change(null)} />}
        {(!contact || !isPhone) && (
          <Box sx={isPhone ? oneRow : customerRoom(can('contacts'))}>
            {contact ? (
              <CustomerCard key={contact.id} contact={contact}>
                {can('contacts') && <AddContact isAlone />}
              </CustomerCard>
            ) : (
              <>
                <ContactSearch
                  label="Search customers"
                  placeholder="Name or email"
                  emptyText="No customers found"
                  renderEmptyAction={() => can('contacts') && <AddContact />}
                  value={null}
                  onChange={change}
                  inputRef={search}
                />
                <WalkIn />
              </>
            )}
          </Box>
        )}
      </Section>
    </Box>
  );
};

/** The room of a customer, with what can be done if anything can, so that the cart does not move when somebody is chosen. */
const customerRoom = (hasActions: boolean) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 1,
  minHeight: hasActions ? 118 : 98,
  [touchScreen]: { minHeight: hasActions ? 126 : 100 },
});

/** On a phone the walk-in is beside the search. The results are as wide as both. */
const oneRow = {
  position: 'relative',
  display: 'flex',
  gap: 1,
  '& > :first-of-type': { flex: 1, minWidth: 0 },
  '& > :first-of-type > :has(> .MuiTextField-root)': { position: 'static' },
  '& > .MuiButton-root': { flex: 'none', px: 1.5 },
} as const;

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

const AddContact = ({ isAlone = false }: { isAlone?: boolean }) => (
  <Button
    component={Link}
    to={paths.contacts.add}
    {...returningTo(paths.pos)}
    startIcon={<PersonAddAlt />}
    {...(isAlone ? { variant: 'outlined' } : { size: 'small', sx: { ml: 0.5, mb: 0.5 } })}
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
