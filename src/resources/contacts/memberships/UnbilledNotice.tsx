import { Alert, AlertTitle, Box } from '@mui/material';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { UnbilledChoices } from '../UnbilledChoices.tsx';
import { useMayDo } from './contactMembership.ts';

/** Above a membership whose next period is left to staff. */
export const UnbilledNotice = ({ membership }: { membership: ContactMembership }) => {
  const { id, contactId, membershipName, unbilled } = membership;
  const mayChange = useMayDo(membership, 'change');
  if (!unbilled) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>The next period was not billed</AlertTitle>
      {`It was paid through ${shortDate(unbilled.paidThrough, 'UTC')}, and nothing could be billed after that. Nothing is charged until you decide.`}
      {mayChange && (
        <Box sx={{ mt: 1 }}>
          <UnbilledChoices contactId={contactId} membership={{ id, name: membershipName }} unbilled={unbilled} />
        </Box>
      )}
    </Alert>
  );
};
