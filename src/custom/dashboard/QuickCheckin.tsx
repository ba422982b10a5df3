import HowToReg from '@mui/icons-material/HowToReg';
import { Alert, Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { CheckinResponse } from '#domain/checkins/contract.ts';
import { checkinTimeText } from '#domain/shared/dateText.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { checkinSuccessMs } from '#src/limits.ts';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { checkedInText, useCheckin, type Arriving } from '#src/resources/checkins/useCheckin.ts';
import { useDenial } from '#src/resources/contacts/memberSummary.tsx';
import { useUndoCheckin } from '#src/resources/checkins/useUndoCheckin.ts';
import { ChosenContact, codeUnknown, ContactSearch } from '#src/resources/contacts/ContactSearch.tsx';
import { MemberNotes, MemberVerdict } from '#src/resources/contacts/MemberVerdict.tsx';
import { findByCode } from '#src/resources/contacts/findByCode.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { hasFinePointer, isFocusInUse } from '#src/ui/dom.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useTimeout } from '#src/ui/time.ts';
import type { CheckinOutcome } from '#src/dataProvider/checkins.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { atTab, navigationState } from '#src/navigationState.ts';
import { filtered, paths } from '#src/paths.ts';
import { useTurns, useTypedCode } from './scans.ts';
import { useFocusInSight } from './useFocusInSight.ts';

export const QuickCheckin = () => {
  const [member, setMember] = useState<ListedContact | null>(null);
  const [missed, setMissed] = useState('');
  const { id: locationId } = useSelectedLocation();
  const data = useDataProvider();
  const { can } = useAccess();
  const inTurn = useTurns();
  const {
    mutate,
    mutateAsync,
    dialog,
    reset,
    data: outcome,
    error,
    variables: arrived,
    isPending,
  } = useCheckin<ListedContact>(({ id }) => setMember((chosen) => (chosen?.id === id ? null : chosen)));
  const denial = useDenial(member?.id);
  const isPhone = useIsPhone();
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const { state } = useLocation();
  useEffect(() => {
    if (navigationState(state).field === 'quick-checkin') search.current?.focus();
  }, [state]);

  // The next key press checks in or starts a new search. A dialog or menu that was opened while the page loaded keeps the focus.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || (hasFinePointer() && !isFocusInUse()))
      (member ? button : search).current?.focus({ preventScroll: !isOpened.current });
    isOpened.current = true;
  }, [member]);
  useFocusInSight(search);

  useTimeout(reset, outcome?.granted ? checkinSuccessMs : null);

  const choose = (chosen: ListedContact | null) => {
    setMember(chosen);
    setMissed('');
    if (!isPending) reset();
  };
  const checkIn = () => {
    if (member && !isPending) inTurn(member.id, () => mutate(member));
  };
  // Whoever is scanned is checked in and never chosen, so that nothing waits between two scans.
  const scan = (code: string) => {
    setMember(null);
    inTurn(code, async () => {
      const found = await findByCode(data, locationId, code);
      const problem = found === 'unreachable' ? notLookedUp : codeUnknown;
      const contact = found === 'unreachable' ? undefined : found;
      setMissed(contact ? '' : problem);
      if (contact) await mutateAsync(contact);
      else reset();
    });
  };
  useTypedCode(scan);
  const denied = outcome?.granted === false ? arrived : undefined;
  const refused = error ? arrived : denied;
  /** The page shows nothing else of this contact. */
  const scanned = refused && refused.id !== member?.id ? refused : undefined;
  const visitor = member ?? scanned;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ContactSearch
        label="Search members"
        placeholder="Name, email or code"
        emptyText="No members found. Contacts without a membership are not listed here."
        renderEmptyAction={(typed) => can('contacts') && <AllContacts typed={typed} />}
        membersOnly
        value={member}
        onChange={choose}
        onScan={scan}
        inputRef={search}
        photoSize={88}
      />
      <Box
        component="section"
        aria-label={visitor && `Status of ${fullName(visitor)}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        {member && (
          <Box sx={verdictPlace}>
            <LazyPart>
              <MemberVerdict memberId={member.id} denial={outcome ? undefined : denial} isPlaceKept={!outcome} />
            </LazyPart>
          </Box>
        )}
        <Button
          ref={button}
          variant={denial ? 'outlined' : 'contained'}
          color={denial?.severity}
          size="large"
          startIcon={<HowToReg />}
          disabled={!member}
          loading={isPending}
          loadingPosition="start"
          onClick={checkIn}
        >
          Check In Member{denial && `: ${isPhone ? denial.shortLabel : denial.label}`}
        </Button>
        {dialog}
        {scanned && <ChosenContact contact={scanned} photoSize={88} />}
        {missed && (
          <Alert severity="warning" onClose={() => setMissed('')}>
            {missed}
          </Alert>
        )}
        <CheckinMessage
          outcome={outcome}
          error={error}
          contact={arrived}
          onClose={() => {
            reset();
            search.current?.focus();
          }}
        />
        {denied && <NextSteps contactId={denied.id} />}
        {member && (
          <LazyPart>
            <MemberNotes memberId={member.id} />
          </LazyPart>
        )}
      </Box>
    </Box>
  );
};

/** Whoever has no membership is in the list of contacts, where one can be sold to them. */
const AllContacts = ({ typed }: { typed: string }) => (
  <Button component={Link} to={filtered(paths.contacts.list, { search: typed })}>
    Search all contacts
  </Button>
);

/** Reserves the height of the verdict and of the facts, so that the button does not move under the pointer when they come. */
const verdictPlace = { minHeight: 184 };

const notLookedUp = 'The code could not be looked up because of a connection problem. Please scan it again.';

interface CheckinMessageProps {
  outcome: CheckinOutcome | undefined;
  error: Error | null;
  contact: Arriving | undefined;
  onClose: () => void;
}

const CheckinMessage = ({ outcome, error, contact, onClose }: CheckinMessageProps) => (
  <>
    <Box component="output" sx={{ display: 'block', '&:empty': { display: 'none' } }}>
      {outcome?.granted && contact && (
        <Alert
          severity="success"
          role="presentation"
          action={<Undo key={outcome.checkin.id} id={outcome.checkin.id} contact={contact} onUndone={onClose} />}
        >
          {checkedInText(contact, outcome.visitsLeft)}
          {outcome.sameVisit && <SameVisit {...outcome.sameVisit} />}
          {outcome.warning && <Box>{outcome.warning.message}</Box>}
        </Alert>
      )}
    </Box>
    <CheckinProblem outcome={outcome} error={error} onClose={onClose} />
  </>
);

const Undo = ({ id, contact, onUndone }: { id: string; contact: Arriving; onUndone: () => void }) => {
  const { may } = useAccess();
  const { mutateAsync, isPending } = useUndoCheckin();
  if (!may('checkins:undo')) return null;
  return (
    <Button
      size="small"
      color="inherit"
      aria-label={`Undo the check-in of ${fullName(contact)}`}
      loading={isPending}
      onClick={() => void mutateAsync(id).then(onUndone, () => undefined)}
    >
      Undo
    </Button>
  );
};

/** Needed when the card above is out of date because another desk was faster. */
const SameVisit = ({ checkinTime, locationName }: NonNullable<CheckinResponse['sameVisit']>) => {
  const { timezone } = useSelectedLocation();
  return (
    <div>
      Already checked in {checkinTimeText(checkinTime, timezone)} at {locationName}
    </div>
  );
};

const NextSteps = ({ contactId }: { contactId: string }) => {
  const { can } = useAccess();
  if (!can('contacts')) return null;
  const contact = { component: Link, to: paths.contacts.show(contactId), size: 'small' } as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {can('memberships') && (
        <Button {...contact} {...atTab('memberships')} variant="outlined">
          Sell membership
        </Button>
      )}
      {can('invoices') && (
        <Button {...contact} {...atTab('purchases')} variant="outlined">
          See invoices
        </Button>
      )}
      <Button {...contact} variant="outlined">
        Open contact
      </Button>
    </Box>
  );
};
