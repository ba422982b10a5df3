import HowToReg from '@mui/icons-material/HowToReg';
import { Alert, Box, Button } from '@mui/material';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { displayPhone } from '#domain/shared/phone.ts';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { checkedInText, useCheckin } from '#src/resources/checkins/useCheckin.ts';
import { CollectButton } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { PersonAvatar } from './Person.tsx';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { RecordPhoto } from '#src/ui/photo/RecordPhoto.tsx';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { EmailText } from '#src/ui/fields.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { withChosenContact } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useContactDeletion } from './ContactDeletion.tsx';
import { useDenial } from './memberSummary.tsx';
import { MemberSummaryPanel } from './MemberSummaryPanel.tsx';
import { EmailFailure } from './EmailFailure.tsx';
import { useContact } from './useContact.ts';

export const ContactHeader = () => {
  const contact = useContact();
  const notify = useNotify();
  const { uploadContactImage, removeContactImage } = useAppDataProvider();
  const {
    mutate,
    dialog,
    reset,
    data: outcome,
    error,
    isPending,
  } = useCheckin(() => notify(checkedInText(contact), { type: 'success' }));
  const deletion = useContactDeletion(contact);
  const { email, phone, previewUrl } = contact;
  return (
    <>
      <PageHeader
        title={getName(contact)}
        subtitle={
          <>
            <EmailText email={email} />
            {phone && (
              <>
                {' · '}
                <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                  {displayPhone(phone)}
                </Box>
              </>
            )}
          </>
        }
        mark={<StatusBadge severity="neutral" label="Contact" />}
        back={{ to: paths.contacts.list, label: 'Back to Contacts' }}
        actions={
          <ContactActions checkIn={() => void mutate(contact)} isCheckingIn={isPending} askToDelete={deletion.ask} />
        }
        picture={
          <Box sx={smallerOnPhone}>
            <PersonAvatar person={{ ...contact, thumbnailUrl: previewUrl }} size={72} />
          </Box>
        }
      >
        {contact.mayChange !== false && (
          <RecordPhoto
            hasPhoto={Boolean(previewUrl)}
            onUpload={(photo) => uploadContactImage(contact.id, photo)}
            onRemove={() => removeContactImage(contact.id)}
          />
        )}
      </PageHeader>
      {dialog}
      {deletion.dialog}
      {deletion.refusal}
      {contact.mayChange === false && (
        <Alert severity="info" role="note" sx={{ mb: 2 }}>
          This contact belongs to another location. You can check them in and sell to them, but changes are made there.
        </Alert>
      )}
      <Box sx={{ mb: 2, '&:empty': { display: 'none' } }}>
        <CheckinProblem outcome={outcome} error={error} onClose={reset} />
      </Box>
      <EmailFailure />
      <MemberSummaryPanel />
    </>
  );
};

const smallerOnPhone = {
  '& .MuiAvatar-root': { width: { xs: 48, sm: 72 }, height: { xs: 48, sm: 72 }, fontSize: { xs: 18, sm: 27 } },
} as const;

const ContactActions = ({
  checkIn,
  isCheckingIn,
  askToDelete,
}: {
  checkIn: () => void;
  isCheckingIn: boolean;
  askToDelete: () => void;
}) => {
  const contact = useContact();
  const { can } = useAccess();
  const denial = useDenial(contact.id);
  return (
    <>
      <CollectButton contactId={contact.id} />
      {can('checkins') && (
        <Button
          variant={denial ? 'outlined' : 'contained'}
          color={denial?.severity}
          startIcon={<HowToReg />}
          loading={isCheckingIn}
          loadingPosition="start"
          onClick={checkIn}
        >
          Check In{denial && `: ${denial.label}`}
        </Button>
      )}
      {can('memberships') && (
        <PurchaseMembershipButton contact={contact} label="Sell Membership" variant="outlined" resumes={false} />
      )}
      {can('pos') && (
        <Button
          component={Link}
          to={paths.pos}
          {...withChosenContact({ ...contact, homeLocation: contact.homeLocation ?? null })}
          variant="outlined"
        >
          New Sale
        </Button>
      )}
      <ActionMenu
        label="More actions"
        actions={
          contact.mayDelete === false ? [] : [{ label: 'Delete Contact', isDangerous: true, onSelect: askToDelete }]
        }
      />
    </>
  );
};

const getName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;
