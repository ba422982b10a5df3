import { Alert, Box, Button, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { displayPhone } from '#domain/shared/phone.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { checkedInText, useCheckin } from '#src/resources/checkins/useCheckin.ts';
import { CollectButton } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { PersonAvatar } from './Person.tsx';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { RecordPhoto } from '#src/ui/photo/RecordPhoto.tsx';
import { MembershipPurchase, PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { EmailText } from '#src/ui/fields.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { useContactDeletion } from './ContactDeletion.tsx';
import { EmailFailure } from './EmailFailure.tsx';
import { ErasureNotice } from './personal-data/ErasureNotice.tsx';
import { usePersonalData } from './personal-data/usePersonalData.tsx';
import { toSale, useContact, useContactTab } from './useContact.ts';
import { useAreDebtsKnown } from './useIsStatusKnown.ts';

export const ContactHeader = ({ isStatusKnown }: { isStatusKnown: boolean }) => {
  const contact = useContact();
  const areDebtsKnown = useAreDebtsKnown();
  const areActionsKnown = isStatusKnown && areDebtsKnown;
  const notify = useNotify();
  const {
    mutate,
    dialog,
    reset,
    data: outcome,
    error,
    isPending,
  } = useCheckin((_contact, visitsLeft) => notify(checkedInText(contact, visitsLeft), { type: 'success' }));
  const removal = useContactDeletion(contact);
  const personalData = usePersonalData({
    id: contact.id,
    name: fullName(contact),
    isErasureAsked: Boolean(contact.erasure),
  });
  const isPhone = useIsPhone();
  const further = [...personalData.actions, ...(contact.mayDelete === false ? [] : [deletion(removal)])];
  const actions = { checkIn: () => void mutate(contact), isCheckingIn: isPending, further };
  const { email, phone, previewUrl } = contact;
  const phoneText = phone && (
    <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
      {displayPhone(phone)}
    </Box>
  );
  const avatar = (
    <Box sx={smallerOnPhone}>
      <PersonAvatar person={{ ...contact, thumbnailUrl: previewUrl }} size={72} />
    </Box>
  );
  return (
    <>
      <PageHeader
        title={fullName(contact)}
        subtitle={<EmailText email={email} />}
        mark={<StatusBadge severity="neutral" label="Contact" />}
        back={{ to: paths.contacts.list, label: 'Back to Contacts' }}
        actions={
          !isPhone && (
            <span style={areActionsKnown ? layoutOnly : roomOnly}>
              <ContactActions {...actions} />
            </span>
          )
        }
        actionsWidth={610}
        picture={
          contact.mayChange === false ? (
            avatar
          ) : (
            <RecordPhoto
              hasPhoto={Boolean(previewUrl)}
              onUpload={(photo) => contactActions.uploadContactImage(contact.id, photo)}
              onRemove={() => contactActions.removeContactImage(contact.id)}
            >
              {avatar}
            </RecordPhoto>
          )
        }
      >
        {phoneText}
      </PageHeader>
      {dialog}
      {removal.dialog}
      {personalData.dialog}
      {removal.refusal}
      {contact.mayChange === false && (
        <Alert severity="info" role="note" sx={{ mb: 2 }}>
          This contact belongs to another location. You can check them in and sell to them, but changes are made there.
        </Alert>
      )}
      <Box sx={{ mb: 2, '&:empty': { display: 'none' } }}>
        <CheckinProblem outcome={outcome} error={error} onClose={reset} />
      </Box>
      <ErasureNotice erasure={contact.erasure} />
      <EmailFailure />
      {isPhone && areActionsKnown && <ContactBar {...actions} />}
    </>
  );
};

const layoutOnly = { display: 'contents' } as const;
const roomOnly = { display: 'contents', visibility: 'hidden' } as const;

const smallerOnPhone = {
  '& .MuiAvatar-root': { width: { xs: 48, sm: 72 }, height: { xs: 48, sm: 72 }, fontSize: { xs: 18, sm: 27 } },
} as const;

interface ContactActionsProps {
  checkIn: () => void;
  isCheckingIn: boolean;
  /** The actions that are needed least. */
  further: readonly MenuAction[];
}

const ContactActions = ({ further, ...checkin }: ContactActionsProps) => {
  const contact = useContact();
  const { can } = useAccess();
  const navigate = useNavigate();
  // Beside the menu all of them are in one line from here on.
  const isWide = useMediaQuery('(min-width:900px)', { noSsr: true });
  const sale = toSale(contact);
  const more = isWide || !can('pos') ? further : [newSale(() => void navigate(paths.pos, sale)), ...further];
  const { isListing } = useContactTab();
  return (
    <>
      <CollectButton contactId={contact.id} />
      <CheckInButton {...checkin} />
      {can('memberships') && (
        // Its dialog stays when the tab changes.
        <span style={isListing ? { display: 'none' } : layoutOnly}>
          <PurchaseMembershipButton contact={contact} label="Sell membership" resumes={false} />
        </span>
      )}
      {isWide && can('pos') && (
        <Button component={Link} to={paths.pos} {...sale} variant="outlined">
          New sale
        </Button>
      )}
      <ActionMenu label="More actions" actions={more} />
    </>
  );
};

/** On a phone the next steps are at the lower edge, in reach of a thumb. */
const ContactBar = ({ further, ...checkin }: ContactActionsProps) => {
  const contact = useContact();
  const { can } = useAccess();
  const navigate = useNavigate();
  const [isSelling, setSelling] = useState(false);
  const more: (MenuAction | false)[] = [
    can('memberships') && { label: 'Sell membership', onSelect: () => setSelling(true) },
    can('pos') && newSale(() => void navigate(paths.pos, toSale(contact))),
    ...further,
  ];
  return (
    <Box component="section" aria-label="Contact actions" className="bottom-bar" sx={bar}>
      <CheckInButton {...checkin} />
      <CollectButton contactId={contact.id} />
      <ActionMenu label="More actions" text="More" actions={more.filter((action) => action !== false)} />
      {isSelling && <MembershipPurchase contact={contact} onClose={() => setSelling(false)} />}
    </Box>
  );
};

const bar = {
  position: 'fixed',
  left: 0,
  right: 0,
  bottom: 0,
  zIndex: 'appBar',
  display: 'flex',
  gap: 1,
  p: 1,
  pb: 'calc(8px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  displayPrint: 'none',
  '& > .MuiButton-root': { minHeight: 44, px: 1.5 },
  '& > .MuiButton-root:first-of-type': { flex: 1 },
} as const;

const newSale = (onSelect: () => void): MenuAction => ({ label: 'New sale', onSelect });
const deletion = ({ ask, isPending }: ReturnType<typeof useContactDeletion>): MenuAction => ({
  label: 'Delete contact',
  isDangerous: true,
  isPending,
  onSelect: ask,
});
