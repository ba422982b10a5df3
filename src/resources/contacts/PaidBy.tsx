import { Link } from '@mui/material';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { ContactLink } from './panel/ContactLink.tsx';

/** A link for whoever may see contacts. */
export const PaidBy = ({ payer }: { payer: NonNullable<MemberSummary['paidBy']> }) => {
  const { can } = useAccess();
  if (!can('contacts')) return fullName(payer);
  return (
    <Link component={ContactLink} id={payer.id}>
      {fullName(payer)}
    </Link>
  );
};
