import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import type { InvoicedMembership } from '#domain/invoices/contract.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatCents } from '#domain/shared/money.ts';
import { linesCents, type RefundedMembership } from '#domain/invoices/refunds.ts';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import type { Refunding } from './useRefund.ts';

interface Field {
  refunding: Refunding;
}

export const AmountField = ({ refunding: { amountText, mostCents, subject, destination, change } }: Field) => (
  <MoneyTextField
    label="Amount"
    value={amountText}
    onType={(typed) => change({ typed })}
    helperText={`${formatCents(mostCents, subject.currency)} can be refunded ${destination === cardMethod ? 'to the card' : 'in cash'}`}
  />
);

export const LineQuantities = ({ refunding: { subject, quantities, change } }: Field) => {
  const lines = subject.lines
    .map((line, position) => ({ ...line, position, left: line.quantity - line.refunded }))
    .filter(({ left }) => left > 0);
  if (lines.length === 0)
    return <Typography color="textSecondary">All items are refunded. Refund an amount instead.</Typography>;
  return (
    <Box component="ul" aria-label="Items to refund" sx={{ m: 0, p: 0, display: 'grid', gap: 1.5, listStyle: 'none' }}>
      {lines.map(({ position, name, left }) => (
        <Box
          component="li"
          key={position}
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography variant="body2" color="textSecondary">
              {left} × {formatCents(linesCents(subject, [{ position, quantity: 1 }]), subject.currency)} with tax
            </Typography>
          </Box>
          <TextField
            type="number"
            size="small"
            value={quantities[position] ?? 0}
            onChange={(event) =>
              change({ quantities: { ...quantities, [position]: wholeUpTo(left, event.target.value) } })
            }
            slotProps={{ htmlInput: { 'aria-label': `Quantity of ${name}`, min: 0, max: left, inputMode: 'numeric' } }}
            sx={{ width: 96, flex: 'none' }}
          />
        </Box>
      ))}
    </Box>
  );
};

const wholeUpTo = (left: number, typed: string): number => Math.max(0, Math.min(left, Math.trunc(Number(typed)) || 0));

export const Restock = ({ refunding: { plan, subject, restock, change } }: Field) => {
  const lines = (plan?.lines ?? []).filter(({ position }) => subject.lines[position]?.isStocked);
  if (lines.length === 0) return null;
  return (
    <FormControl component="fieldset" variant="standard">
      <FormLabel component="legend">Restock</FormLabel>
      <FormGroup>
        {lines.map(({ position, quantity, restock: isBack }) => (
          <FormControlLabel
            key={position}
            label={`${quantity} × ${subject.lines[position]?.name}`}
            control={
              <Checkbox
                checked={isBack}
                onChange={(event) =>
                  change({
                    restock: event.target.checked ? [...restock, position] : restock.filter((one) => one !== position),
                  })
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  );
};

export const MembershipChoice = ({
  refunding: { membership: chosen, change },
  memberships,
}: Field & { memberships: readonly InvoicedMembership[] }) => {
  const id = useId();
  const ends = [...new Set(memberships.flatMap(({ periodEnd }) => periodEnd ?? []))];
  if (ends.length === 0) return null;
  const what = memberships.length > 1 ? 'the memberships' : 'the membership';
  return (
    <FormControl>
      <FormLabel id={id}>{memberships.map((one) => membershipTitle(one, memberships.length)).join(', ')}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={chosen}
        onChange={(_event, next) => change({ membership: next as RefundedMembership })}
      >
        <FormControlLabel value="keep" control={<Radio />} label={`Keep ${what}`} />
        <FormControlLabel
          value="end_at_period"
          control={<Radio />}
          label={`End ${memberships.length > 1 ? 'them' : 'it'} with the paid period, on ${dates.format(ends.map((day) => shortDate(day, 'UTC')))}`}
        />
        <FormControlLabel
          value="end_now"
          control={<Radio />}
          label={`End ${memberships.length > 1 ? 'them' : 'it'} now`}
        />
      </RadioGroup>
    </FormControl>
  );
};

/** Names the member where an invoice paid for several. */
export const membershipTitle = ({ name, member }: InvoicedMembership, count: number) =>
  count > 1 ? lineTitle(name, member.name) : name;

const dates = new Intl.ListFormat('en-US');
