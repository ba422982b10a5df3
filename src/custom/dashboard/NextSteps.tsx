import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router-dom';
import { can } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';

/** After a denial: what can be done about it, as far as the level allows. */
export const NextSteps = ({ contactId }: { contactId: string }) => {
  const { level } = useLocationScope();
  if (!level || !can(level, 'contacts')) return null;
  const contact = { component: Link, to: paths.contacts.show(contactId), size: 'small' } as const;
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      {can(level, 'memberships') && (
        <Button {...contact} {...atTab('memberships')} variant="outlined">
          Sell Membership
        </Button>
      )}
      {can(level, 'invoices') && (
        <Button {...contact} {...atTab('purchases')} variant="outlined">
          See Invoices
        </Button>
      )}
      <Button {...contact} variant="outlined">
        Open Contact
      </Button>
    </Stack>
  );
};
