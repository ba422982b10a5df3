import HowToReg from '@mui/icons-material/HowToReg';
import { Alert, Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CheckinResponse } from '#domain/checkins/contract.ts';
import { checkinTimeText } from '#domain/shared/dateText.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { checkinSuccessMs } from '#src/limits.ts';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { checkedInText, useCheckin, type Arriving } from '#src/resources/checkins/useCheckin.ts';
import { useDenial } from '#src/resources/contacts/memberSummary.tsx';
import { ContactSearch } from '#src/resources/contacts/ContactSearch.tsx';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { hasFinePointer, isFocusInUse } from '#src/ui/dom.ts';
import { useTimeout } from '#src/ui/time.ts';
import type { CheckinOutcome } from '#src/dataProvider/checkins.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { atTab, navigationState } from '#src/navigationState.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';

const MemberVerdict = lazyWithPreload(
  'member-summary',
  () => import('#src/resources/contacts/MemberVerdict.tsx'),
  'MemberVerdict',
);
const MemberNotes = lazyWithPreload<'MemberNotes', { memberId: string }>(
  'member-summary',
  () => import('#src/resources/contacts/MemberVerdict.tsx'),
  'MemberNotes',
);

export const QuickCheckin = () => {
  const [member, setMember] = useState<ContactRow | null>(null);
  const {
    mutate,
    dialog,
    reset,
    data: outcome,
    error,
    variables: checkedIn,
    isPending,
  } = useCheckin(() => setMember(null));
  const denial = useDenial(member?.id);
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const { state } = useLocation();
  useEffect(() => {
    if (navigationState(state).field === 'quick-checkin') search.current?.focus();
  }, [state]);

  // Needed as soon as a member is picked.
  useEffect(() => void preload('member-summary'), []);

  // The next key press checks in or starts a new search. A dialog or menu that was opened while the page loaded keeps the focus.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || (hasFinePointer() && !isFocusInUse()))
      (member ? button : search).current?.focus({ preventScroll: !isOpened.current });
    isOpened.current = true;
  }, [member]);

  useTimeout(reset, outcome?.granted ? checkinSuccessMs : null);

  const choose = (chosen: ContactRow | null) => {
    setMember(chosen);
    reset();
  };
  const checkIn = () => {
    if (member && !isPending) void mutate(member);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ContactSearch
        label="Search members"
        placeholder="Type a name or email, or scan a code..."
        emptyText="No members found. Contacts without a membership are not listed here."
        filter={membersOnly}
        value={member}
        onChange={choose}
        onCode={(scanned) => {
          choose(scanned);
          if (!isPending) void mutate(scanned);
        }}
        inputRef={search}
        photoSize={88}
      />
      <Box
        component="section"
        aria-label={member ? `Status of ${member.firstName} ${member.lastName}` : undefined}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        {member && (
          <LazyPart>
            <MemberVerdict memberId={member.id} />
          </LazyPart>
        )}
        {denial && !outcome && (
          <Alert severity={denial.severity} role="status" sx={{ py: 0.25 }}>
            {denial.label}. Check-in will be denied.
          </Alert>
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
          Check In Member{denial && `: ${denial.label}`}
        </Button>
        {dialog}
        <CheckinMessage outcome={outcome} error={error} contact={checkedIn} onClose={reset} />
        {member && outcome?.granted === false && <NextSteps contactId={member.id} />}
        {member && (
          <LazyPart>
            <MemberNotes memberId={member.id} />
          </LazyPart>
        )}
      </Box>
    </Box>
  );
};

const membersOnly = { memberFilter: 'members' };

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
        <Alert severity="success" role="presentation">
          {checkedInText(contact, outcome.visitsLeft)}
          {outcome.sameVisit && <SameVisit {...outcome.sameVisit} />}
        </Alert>
      )}
    </Box>
    <CheckinProblem outcome={outcome} error={error} onClose={onClose} />
  </>
);

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
          Sell Membership
        </Button>
      )}
      {can('invoices') && (
        <Button {...contact} {...atTab('purchases')} variant="outlined">
          See Invoices
        </Button>
      )}
      <Button {...contact} variant="outlined">
        Open Contact
      </Button>
    </Box>
  );
};
