import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  FormControlLabel,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { shortDate } from '#domain/shared/dateText.ts';
import { paymentLinkDays } from '#domain/shared/limits.ts';
import { formatCents, formatMoney, sum, toCents } from '#domain/shared/money.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type ListedInvoice } from '#src/dataProvider/invoices.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useIsLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useHeldTab } from '#src/ui/useHeldTab.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import { pluralize } from '#src/ui/labels.ts';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { CardsNotSetUp } from './payments/CardsNotSetUp.tsx';
import { cardAvailability, useStripeConfig } from './payments/useStripeConfig.ts';

type Outcome = { readonly isSent: true } | { readonly isSent: false; readonly message: string };

/** Emails each chosen customer a link to pay their invoice. Repeated after a failure, nobody gets a second one. */
export const SendLinksDialog = ({ invoices, onClose }: { invoices: readonly ListedInvoice[]; onClose: () => void }) => {
  const notify = useNotify();
  const isLeft = useIsLeft();
  const { timezone, companyId } = useSelectedLocation();
  const stripe = useStripeConfig(companyId);
  // The server says it of each link when the settings cannot be read.
  const card = stripe.isError ? 'ready' : cardAvailability(stripe).state;
  const reachable = invoices.filter(({ contact }) => contact?.email);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(reachable.map(({ id }) => id)));
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const { mutateAsync: sendOne } = useIdempotentMutation({
    name: 'payment links',
    mutationFn: ({ id, email }: { id: string; email: string }, key) =>
      invoiceActions.createPaymentLink(id, { email }, key),
  });
  const open = reachable.filter(({ id }) => chosen.has(id) && !outcomes[id]?.isSent);
  const { mutate: send, isPending } = useSingleMutation({
    mutationFn: async () => {
      const count = { sent: 0, missed: 0 };
      for (const { id, contact } of open) {
        const outcome = await sendOne({ id, email: contact?.email ?? '' })
          .then((): Outcome => ({ isSent: true }))
          .catch((error: unknown): Outcome => ({ isSent: false, message: messageFrom(error, 'Not sent') }));
        count[outcome.isSent ? 'sent' : 'missed'] += 1;
        setOutcomes((before) => ({ ...before, [id]: outcome }));
      }
      return count;
    },
    onSuccess: ({ sent, missed }) => {
      if (!isLeft.current) return;
      const told = missed > 0 ? `, ${missed} not sent` : '';
      notify(`${pluralize(sent, 'link')} sent${told}`, { type: missed > 0 ? 'error' : 'success' });
    },
  });
  useHeldTab(isPending);
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const sent = Object.values(outcomes).filter(({ isSent }) => isSent).length;
  const failed = Object.keys(outcomes).length - sent;
  if (card !== 'ready')
    return (
      <TitledDialog title={title} onClose={onClose}>
        {card === 'not configured' ? (
          <CardsNotSetUp companyId={companyId} onClose={onClose} />
        ) : (
          <DialogContent>
            <SkeletonBlock lines={6} />
          </DialogContent>
        )}
      </TitledDialog>
    );
  return (
    <TitledDialog title={title} onClose={() => !isPending && onClose()}>
      <DialogContent sx={{ pt: 0 }}>
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          Each customer gets an email with a link to pay by card. It works for {paymentLinkDays} days and ends an older
          one.
        </Typography>
        {sent > 0 && !isPending && (
          <Alert severity="success" sx={{ mb: 1 }}>
            {pluralize(sent, 'link')} sent
          </Alert>
        )}
        {failed > 0 && !isPending && (
          <Box sx={{ mb: 1 }}>
            <SubmitError>{pluralize(failed, 'link')} not sent. Send again: nobody gets a second one.</SubmitError>
          </Box>
        )}
        <Box component="ul" aria-label="Outstanding invoices" sx={list}>
          {invoices.map(({ id, contact, number, due, currency, createdAt }) => {
            const outcome = outcomes[id];
            const name = contact ? fullName(contact) : 'Unknown';
            return (
              <li key={id}>
                <FormControlLabel
                  disabled={isPending || !contact?.email || outcome?.isSent === true}
                  control={<Checkbox checked={chosen.has(id)} onChange={() => toggle(id)} />}
                  label={
                    <Box sx={{ py: 0.75 }}>
                      <Box sx={{ fontWeight: 600 }}>{name}</Box>
                      <Typography variant="body2" color={outcome?.isSent === false ? 'error' : 'textSecondary'}>
                        {outcome
                          ? outcome.isSent
                            ? `Sent to ${contact?.email}`
                            : outcome.message
                          : [number, `since ${shortDate(createdAt, timezone)}`, contact?.email || 'No email address']
                              .filter(Boolean)
                              .join(' · ')}
                      </Typography>
                    </Box>
                  }
                />
                <span className="tabular">{formatMoney(due, currency)}</span>
              </li>
            );
          })}
        </Box>
      </DialogContent>
      <DialogActions>
        <Typography sx={{ flex: 1, pl: 1 }} color="textSecondary" className="tabular">
          {open.length > 0 && formatCents(sum(open.map(({ due }) => toCents(due))), open[0]?.currency)}
        </Typography>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          {sent > 0 ? 'Done' : 'Cancel'}
        </Button>
        <Button variant="contained" disabled={open.length === 0} loading={isPending} onClick={() => send()}>
          Send {pluralize(open.length, 'Link', 'Links')}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};

const title = 'Send payment links';

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' },
  '& .MuiFormControlLabel-root': { flex: 1, mr: 0, minWidth: 0, overflowWrap: 'anywhere' },
} as const;
