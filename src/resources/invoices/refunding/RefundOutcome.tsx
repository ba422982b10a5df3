import { toCashRounding } from '#domain/invoices/cashRounding.ts';
import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { Alert, Box } from '@mui/material';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatCents, toCents } from '#domain/shared/money.ts';
import type { InvoicedMembership } from '#domain/invoices/contract.ts';
import { afterRefund, type RefundedMembership, type RefundPlan } from '#domain/invoices/refunds.ts';
import { useCashRounding } from '#src/location-scope/useLocationScope.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { membershipTitle } from './RefundFields.tsx';
import type { Refunding } from './useRefund.ts';

interface RefundOutcomeProps {
  invoice: InvoiceRecord;
  /** The refund is for these. */
  memberships: readonly InvoicedMembership[];
  plan: RefundPlan;
  refunding: Pick<Refunding, 'destination' | 'membership' | 'subject'>;
}

export const RefundOutcome = ({ invoice, memberships, plan, refunding }: RefundOutcomeProps) => {
  const step = useCashRounding(invoice.locationId);
  return (
    <Alert severity="info" role="note" aria-label="What will happen">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {outcomes(invoice, memberships, plan, refunding, step).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
    </Alert>
  );
};

function outcomes(
  invoice: InvoiceRecord,
  memberships: readonly InvoicedMembership[],
  { cents, parts, lines }: RefundPlan,
  { destination, membership, subject }: RefundOutcomeProps['refunding'],
  step: number,
): string[] {
  const money = (amount: number) => formatCents(amount, invoice.currency);
  const refunded = subject.refunded + cents;
  const isAll =
    afterRefund({ status: invoice.status, paid: subject.paid, due: toCents(invoice.due) }, refunded) === 'refunded';
  const back = lines
    .filter((line) => line.restock)
    .map(({ position, quantity }) => `${quantity} × ${subject.lines[position]?.name}`);
  const ending = memberships.filter(({ periodEnd }) => periodEnd !== null);
  const toCard = `${money(cents)} goes back to ${parts.length > 1 ? `${parts.length} cards` : 'the card'}.`;
  const returned =
    destination === drawerMethod ? `Hand back ${money(cents + toCashRounding(cents, step))} cash.` : toCard;
  return [
    cents === 0
      ? 'A piece costs less than a cent, so no money is returned for this. The last piece returns the rest.'
      : returned,
    ...(back.length > 0 ? [`Restocked: ${back.join(', ')}.`] : []),
    ...(membership === 'keep' ? [] : ending.map((one) => endText(one, memberships.length, membership))),
    isAll ? 'The invoice is then refunded.' : `${money(Math.max(0, subject.paid - refunded))} of what was paid stays.`,
  ];
}

function endText(one: InvoicedMembership, count: number, how: Exclude<RefundedMembership, 'keep'>): string {
  const title = membershipTitle(one, count);
  return how === 'end_now' || one.periodEnd === null
    ? `${title} ends now, and so does access.`
    : `${title} ends on ${shortDate(one.periodEnd, 'UTC')}.`;
}
