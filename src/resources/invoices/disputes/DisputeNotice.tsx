import { Alert, AlertTitle, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dispute } from '#domain/disputes/contract.ts';
import { disputeReasonText } from '#domain/disputes/disputeState.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { disputeActions } from '#src/dataProvider/disputes.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useMayForInvoice } from '../useMayForInvoice.ts';

/** Above a disputed invoice, for those who may answer the bank. */
export const DisputeNotice = ({ invoice }: { invoice: InvoiceRecord }) => {
  const mayAnswer = useMayForInvoice(invoice, 'invoices:dispute');
  const [isOpen, setOpen] = useState(false);
  const { data: evidence } = useQuery({
    queryKey: ['invoices', 'dispute', invoice.id],
    queryFn: ({ signal }) => disputeActions.evidence(invoice.id, signal),
    enabled: mayAnswer,
  });
  if (!evidence) return null;
  const { dispute } = evidence;
  const zone = invoice.location?.timezone ?? 'UTC';
  return (
    <Alert
      severity={dispute.refusal ? 'info' : 'error'}
      sx={sx}
      action={
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ whiteSpace: 'nowrap' }}>
          {dispute.refusal ? 'View dispute file' : 'Answer dispute'}
        </Button>
      }
    >
      <AlertTitle>{`The cardholder disputes ${formatMoney(dispute.amount, dispute.currency)}: ${disputeReasonText(dispute.reason)}`}</AlertTitle>
      {stateText(dispute, zone)}
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <DisputeDialog invoice={invoice} evidence={evidence} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </Alert>
  );
};

/** On a phone the button is below the text. */
const sx = {
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: { xs: '1 1 60%', sm: 1 } },
  '& .MuiAlert-action': { pl: { xs: 4.25, sm: 2 }, ml: { xs: 0, sm: 'auto' } },
} as const;

function stateText({ dueBy, answeredAt, answeredBy, refusal }: Dispute, zone: string): string {
  if (answeredAt && answeredBy)
    return `Answered by ${answeredBy} on ${dateTimeText(answeredAt, zone)}. The bank decides.`;
  if (refusal) return `${refusal}.`;
  if (!dueBy) return 'The bank waits for an answer.';
  return `The bank wants the answer by ${dateTimeText(dueBy, zone)}. Without one, the money stays with the cardholder.`;
}

const DisputeDialog = lazyWithPreload('invoices', () => import('./DisputeDialog.tsx'), 'DisputeDialog');
