import { renewalMethodLabels } from '#domain/memberships/membershipPlan.ts';
import { Box, Button, DialogActions, DialogContent, Link, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import type { ChargeOnHold, RenewalsOnHold as Held } from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { lateBillingDays } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { cardExpiry, cardName } from '#domain/stripe/savedCard.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

interface ActivateRenewalsDialogProps {
  companyId: string;
  held: Held;
  onClose: () => void;
}

export const ActivateRenewalsDialog = ({ companyId, held, onClose }: ActivateRenewalsDialogProps) => {
  const notify = useNotify();
  const {
    mutate: activate,
    isPending,
    error,
  } = useIdempotentMutation({
    mutationFn: (body: { expectedTotal: number }, key) => settingsActions.activateRenewals(companyId, body, key),
    onSuccess: ({ activated }) => {
      onClose();
      notify(`${pluralize(activated, 'renewal')} activated`, { type: 'success' });
    },
  });
  return (
    <TitledDialog title="Activate renewals" onClose={() => !isPending && onClose()} maxWidth="md">
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {error && <SubmitError>{messageFrom(error, 'Failed to activate renewals')}</SubmitError>}
        <Typography>{firstDayText(held)}</Typography>
        {held.chargeCount > 0 && (
          <Box sx={{ mx: { xs: -3, sm: 0 } }}>
            <StaticTable
              label="First charges"
              columns={columns}
              rows={held.charges.map((charge) => ({ ...charge, id: charge.contactMembershipId }))}
            />
          </Box>
        )}
        {held.chargeCount > held.charges.length && (
          <Typography color="textSecondary">{`And ${(held.chargeCount - held.charges.length).toLocaleString('en-US')} more. The totals count all of them.`}</Typography>
        )}
        <Typography color="textSecondary">{laterText(held)}</Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          Not yet
        </Button>
        <Button variant="contained" loading={isPending} onClick={() => activate({ expectedTotal: held.total })}>
          Activate renewals
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};

function firstDayText({ chargeCount, cardTotal, manualTotal }: Held): string {
  if (chargeCount === 0) return 'Nobody is charged today.';
  const parts = [
    cardTotal > 0 && `${formatMoney(cardTotal)} by card`,
    manualTotal > 0 && `${formatMoney(manualTotal)} manually`,
  ].filter(Boolean);
  return `${pluralize(chargeCount, 'membership renews', 'memberships renew')} today: ${parts.join(' and ')}, with tax.`;
}

function laterText({ card, manual, withoutCard, ended }: Held): string {
  return [
    `In total ${card.toLocaleString('en-US')} renew by card and ${manual.toLocaleString('en-US')} manually, each on its last paid day.`,
    ended > 0 &&
      `${ended.toLocaleString('en-US')} of them ended more than ${lateBillingDays} days ago and will not be charged.`,
    withoutCard > 0 &&
      `${withoutCard.toLocaleString('en-US')} would renew by card, but have no saved card here. They are invoiced instead.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const Renewal = ({ charge: { renewsBy, expiredCard } }: { charge: ChargeOnHold }) => (
  <>
    {renewalMethodLabels[renewsBy]}
    {expiredCard && (
      <Typography component="span" variant="caption" color="warning" sx={{ display: 'block' }}>
        {`${cardName(expiredCard)} expired ${cardExpiry(expiredCard)}`}
      </Typography>
    )}
  </>
);

const columns: readonly Column<ChargeOnHold & { id: string }>[] = [
  {
    label: 'Name',
    cell: ({ contactId, contactName }) => (
      <Link component={ContactLink} id={contactId}>
        {contactName}
      </Link>
    ),
  },
  { label: 'Plan', inCard: 'bare', cell: ({ planName }) => planName },
  { label: 'Paid through', cell: ({ endDate }) => <DateField value={endDate} /> },
  { label: 'Renewal', cell: (charge) => <Renewal charge={charge} /> },
  { label: 'Amount with tax', align: 'right', inCard: 'end', cell: ({ amount }) => formatMoney(amount) },
];
