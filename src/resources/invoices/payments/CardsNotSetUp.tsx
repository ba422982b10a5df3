import { Alert, Button, DialogActions, DialogContent } from '@mui/material';
import { Link } from 'react-router-dom';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { paths } from '#src/paths.ts';

interface CardsNotSetUpProps {
  companyId: string | undefined;
  onClose: () => void;
}

/** In a dialog of a company without an account at Stripe. */
export const CardsNotSetUp = ({ companyId, onClose }: CardsNotSetUpProps) => {
  const maySetUp = mayInCompany(companyId, 'stripe:write');
  return (
    <>
      <DialogContent>
        <Alert severity="info">
          {maySetUp
            ? 'Cards are not set up for this company.'
            : 'Cards are not set up for this company. A company admin can connect Stripe under Company.'}
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        {maySetUp && (
          <Button component={Link} to={paths.company.tab('stripe')} variant="contained">
            Set up Stripe
          </Button>
        )}
      </DialogActions>
    </>
  );
};
