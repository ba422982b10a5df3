import Typography from '@mui/material/Typography';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

/** Configured or not; without one the server asks Stripe itself, so nothing is lost but some seconds. */
export const WebhookStatus = ({ isConfigured }: { isConfigured: boolean }) => (
  <>
    <StatusBadge severity={isConfigured ? 'success' : 'warning'} label={isConfigured ? 'Configured' : 'Not configured'} />
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      {isConfigured
        ? 'Stripe tells this server what becomes of each payment.'
        : 'Stripe cannot call this server, because it has no public https address. Payments are still confirmed: the server asks Stripe about each one.'}
    </Typography>
  </>
);
