import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { checkinDenial } from '#domain/rules/checkinDenial.ts';
import type { CheckinOutcome } from '#src/dataProvider/checkins.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';

interface CheckinMessageProps {
  outcome: CheckinOutcome | undefined;
  error: Error | null;
  contact: ContactRow | undefined;
  onClose: () => void;
}

/** How the check-in went: the success line, a denial under its title, or what failed. */
export const CheckinMessage = ({ outcome, error, contact, onClose }: CheckinMessageProps) => (
  <>
    <Box component="output" sx={{ display: 'block', '&:empty': { display: 'none' } }}>
      {outcome?.granted && contact && (
        <Alert severity="success" role="presentation">
          {contact.firstName} {contact.lastName} checked in successfully!
        </Alert>
      )}
    </Box>
    {outcome?.granted === false && <Denied message={outcome.message} onClose={onClose} />}
    {error && (
      <Alert severity="error" onClose={onClose}>
        <AlertTitle>Failed to process check-in</AlertTitle>
        {messageFrom(error, 'Failed to process check-in')}
      </Alert>
    )}
  </>
);

const Denied = ({ message, onClose }: { message: string; onClose: () => void }) => {
  const { title, severity } = checkinDenial(message);
  return (
    <Alert severity={severity} onClose={onClose}>
      <AlertTitle>{title}</AlertTitle>
      {message}
    </Alert>
  );
};
