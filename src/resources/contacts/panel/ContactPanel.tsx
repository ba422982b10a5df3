import Close from '@mui/icons-material/Close';
import { Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { RecordContextProvider, useGetOne, useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { momentText } from '#domain/shared/dateText.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { CheckinStatus } from '#src/resources/checkins/CheckinStatus.tsx';
import { checkedInText, useCheckin } from '#src/resources/checkins/useCheckin.ts';
import { CollectButton } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { useAccess, useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { CardOnFile } from '#src/resources/saved-cards/CardOnFile.tsx';
import { EmailText } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { withChosenContact, type PanelTask } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import type { MembershipAction } from '../memberships/offeredActions.ts';
import { MembershipButtons } from '../memberships/MembershipActions.tsx';
import { usePrimaryMembership } from '../memberships/useContactMemberships.ts';
import { CheckInButton } from '../CheckInButton.tsx';
import { MemberVerdict } from '../MemberVerdict.tsx';
import { ContactNotes } from '../notes/ContactNotes.tsx';
import { PersonAvatar } from '../Person.tsx';
import { useContact } from '../useContact.ts';
import { useAreDebtsKnown, useIsStatusKnown } from '../useIsStatusKnown.ts';

interface ContactPanelProps {
  contactId: string;
  task?: PanelTask;
  onClose: () => void;
  children: ReactNode;
}

/** What the desk needs of a person, beside the page it is on: Escape leads back there. */
export const ContactPanel = ({ contactId, task, onClose, children }: ContactPanelProps) => {
  const query = useGetOne<ContactRecord>('contacts', { id: contactId });
  const titleId = useId();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      sx={aboveDialogs}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: sheet } }}
    >
      <IconButton onClick={onClose} aria-label="Close" sx={{ position: 'absolute', top: 12, right: 12, zIndex: 1 }}>
        <Close />
      </IconButton>
      <QueryState query={query} fallback="Failed to fetch contact">
        {(contact) => (
          <RecordContextProvider value={contact}>
            <Header titleId={titleId} />
            <LoadedPanel task={task} />
          </RecordContextProvider>
        )}
      </QueryState>
      {children}
    </Drawer>
  );
};

/** A name may stand in a dialog, and the panel opens over it. */
const aboveDialogs = { zIndex: 'modal' } as const;
const sheet = { width: { xs: 1, sm: 440 }, p: { xs: 2, sm: 2.5 }, gap: 2 } as const;

const Header = ({ titleId }: { titleId: string }) => {
  const contact = useContact();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, pr: 5 }}>
      <PersonAvatar person={{ ...contact, thumbnailUrl: contact.previewUrl }} size={80} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {contact.firstName} {contact.lastName}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <EmailText email={contact.email} />
          {contact.phone && (
            <Box component="span" sx={{ display: 'block', whiteSpace: 'nowrap' }}>
              {displayPhone(contact.phone)}
            </Box>
          )}
        </Typography>
      </Box>
    </Box>
  );
};

const LoadedPanel = ({ task }: { task: PanelTask | undefined }) => {
  const isStatusKnown = useIsStatusKnown();
  const areDebtsKnown = useAreDebtsKnown();
  return isStatusKnown && areDebtsKnown ? <PanelContent key={task} task={task} /> : <SkeletonBlock lines={8} />;
};

const PanelContent = ({ task }: { task: PanelTask | undefined }) => {
  const contact = useContact();
  const { can } = useAccess();
  const { membership } = usePrimaryMembership(contact.id);
  return (
    <>
      <Box component="section" aria-label={`Status of ${fullName(contact)}`}>
        <MemberVerdict memberId={contact.id} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <CheckIn isAsked={task === 'check-in'}>
          <CollectButton contactId={contact.id} startsOpen={task === 'collect'} />
        </CheckIn>
        <Box sx={buttons}>
          {membership && (
            <MembershipButtons
              membership={membership}
              only={['freeze', 'endFreeze', 'changeFreeze']}
              startsWith={task && membershipTasks[task]}
            />
          )}
          {can('memberships') && (
            <PurchaseMembershipButton
              contact={contact}
              label="Sell membership"
              resumes={false}
              startsOpen={task === 'sell'}
            />
          )}
          {can('pos') && (
            <Button
              component={Link}
              to={paths.pos}
              {...withChosenContact({ ...contact, homeLocation: contact.homeLocation ?? null })}
              variant="outlined"
            >
              New sale
            </Button>
          )}
        </Box>
      </Box>
      <Button component={Link} to={paths.contacts.show(contact.id)} variant="outlined">
        Open contact
      </Button>
      <Part title="Card on file">
        <CardOnFile contact={contact} />
      </Part>
      <Part title="Notes">
        <ContactNotes most={2} takesFocus={task === 'note'} />
      </Part>
      <Visits />
    </>
  );
};

const membershipTasks: Partial<Record<PanelTask, MembershipAction>> = {
  freeze: 'freeze',
  'change-plan': 'changePlan',
  cancel: 'cancel',
};

const buttons = { display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { flex: '1 1 auto' } } as const;

const CheckIn = ({ isAsked, children }: { isAsked: boolean; children: ReactNode }) => {
  const contact = useContact();
  const notify = useNotify();
  const { mutate, dialog, reset, data, error, isPending } = useCheckin((_contact, visitsLeft) =>
    notify(checkedInText(contact, visitsLeft), { type: 'success' }),
  );
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) button.current?.focus();
  }, [isAsked]);
  return (
    <>
      <Box sx={buttons}>
        {children}
        <CheckInButton checkIn={() => void mutate(contact)} isCheckingIn={isPending} ref={button} />
      </Box>
      <CheckinProblem outcome={data} error={error} onClose={reset} />
      {dialog}
    </>
  );
};

const visitsShown = 3;

const Visits = () => {
  const { id } = useContact();
  const { timezone } = useSelectedLocation();
  const today = useToday();
  const query = useRows<CheckinRecord>('checkins', {
    pagination: { page: 1, perPage: visitsShown },
    sort: { field: 'checkinTime', order: 'DESC' },
    filter: { contactId: id },
  });
  return (
    <Part title="Last visits">
      <QueryState
        query={query}
        fallback="Failed to fetch check-ins"
        isEmpty={(visits) => visits.length === 0}
        empty="None yet"
      >
        {(visits) => (
          <Box component="ul" aria-label="Last visits" sx={rows}>
            {visits.map((visit) => (
              <li key={visit.id}>
                <span className="tabular">
                  {momentText(visit.checkinTime, timezone, today)} · {visit.doorId}
                </span>
                <CheckinStatus checkin={visit} />
              </li>
            ))}
          </Box>
        )}
      </QueryState>
    </Part>
  );
};

const rows = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 },
} as const;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box>
    <Typography component="h3" variant="body2" color="textSecondary" sx={{ fontWeight: 400 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
