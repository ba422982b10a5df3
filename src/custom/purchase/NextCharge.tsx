import { Typography } from '@mui/material';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useExistingMemberships } from './purchaseData.ts';

interface NextChargeProps {
  contactId: string;
  planId: string;
  heldBefore: readonly ContactMembership[];
}

/** Shows the plan that was just sold. One whose payment Stripe has not reported yet is not there. */
export const NextCharge = ({ contactId, planId, heldBefore }: NextChargeProps) => {
  const { data = [] } = useExistingMemberships(contactId);
  const sold = data.find(
    ({ id, membershipId }) => membershipId === planId && !heldBefore.some((held) => held.id === id),
  );
  if (!sold) return null;
  const { nextRenewalOn, nextRenewalAmount, renewsBy } = sold;
  return (
    <Typography color="textSecondary" sx={{ mt: 1, textWrap: 'balance' }}>
      {nextRenewalOn && nextRenewalAmount !== null
        ? `Next ${renewsBy === 'card' ? 'charge' : 'payment'} ${formatMoney(nextRenewalAmount)} with tax on ${shortDate(nextRenewalOn, 'UTC')}`
        : 'Nothing more will be charged.'}
    </Typography>
  );
};
