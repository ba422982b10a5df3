import { cardMethod, drawerMethod, type RefundDestination } from '#domain/invoices/paymentMethods.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { RefundBody } from '#domain/invoices/refundsContract.ts';
import { amountUnclear, formatCents, fromCents, toCents } from '#domain/shared/money.ts';
import { planRefund, type RefundedMembership, type RefundPlan, refundable } from '#domain/invoices/refunds.ts';
import { centsFromText } from '#src/ui/forms/moneyText.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useInvoiceSnapshot, useInvoiceMutation } from '../useInvoiceMutation.ts';
import { toRefundable } from './toRefundable.ts';

interface Entry {
  by: 'amount' | 'lines';
  /** The typed amount; undefined for the most that can be refunded that way. */
  typed: string | undefined;
  /** By the position of the line. */
  quantities: Readonly<Record<number, number>>;
  destination: RefundDestination;
  restock: readonly number[];
  membership: RefundedMembership;
  reason: string;
}

export type Refunding = ReturnType<typeof useRefund>;

export const useRefund = (current: InvoiceRecord, onClose: () => void) => {
  const { shown: invoice, keep, forget } = useInvoiceSnapshot(current);
  const notify = useNotify();
  const { mutate, isPending, error, reset } = useInvoiceMutation(
    invoice.id,
    'refund',
    (body: RefundBody, key) => invoiceActions.refundInvoice(invoice.id, body, key),
    {
      onSuccess: ({ refund }) => {
        const cents = toCents(refund.amount) + toCents(refund.cashRounding ?? 0);
        notify(`${formatCents(cents, invoice.currency)} refunded`, { type: 'success' });
        onClose();
      },
      onError: keep,
    },
  );
  const [isReasonMissing, setReasonMissing] = useState(false);
  const subject = toRefundable(invoice);
  const left = refundable(subject);
  const [typed, setEntry] = useState<Entry>(empty);
  // When nothing more can go to a card, even since the dialog was opened, the refund is in cash.
  const entry: Entry = left.card > 0 ? typed : { ...typed, destination: drawerMethod };
  const mostCents = entry.destination === cardMethod ? left.card : left.all;
  const outcome = toPlan(subject, entry, mostCents);

  const change = (next: Partial<Entry>) => {
    reset();
    forget();
    if (next.reason) setReasonMissing(false);
    setEntry((before) => ({ ...before, ...next }));
  };
  const submit = () => {
    if (!('plan' in outcome)) return;
    const reason = entry.reason.trim();
    setReasonMissing(!reason);
    if (reason) mutate(toBody(outcome.plan, { ...entry, reason }));
  };
  return {
    ...entry,
    entry,
    isDirty: typed !== empty,
    invoice,
    subject,
    left,
    mostCents,
    amountText: entry.typed ?? fromCents(mostCents).toFixed(2),
    plan: 'plan' in outcome ? outcome.plan : undefined,
    refusal: 'refusal' in outcome ? outcome.refusal : undefined,
    change,
    submit,
    isBusy: isPending,
    isReasonMissing,
    error: error ? messageFrom(error, 'Failed to refund') : undefined,
  };
};

const empty: Entry = {
  by: 'amount',
  typed: undefined,
  quantities: {},
  destination: cardMethod,
  restock: [],
  membership: 'keep',
  reason: '',
};

/** The plan, or why there is none; neither while nothing is chosen yet. */
function toPlan(
  subject: ReturnType<typeof toRefundable>,
  entry: Entry,
  mostCents: number,
): { plan: RefundPlan } | { refusal: string } | Record<string, never> {
  const { by, typed, quantities, destination } = entry;
  const cents = typed === undefined ? mostCents : centsFromText(typed);
  const lines = Object.entries(quantities)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0);
  if (by === 'lines' && lines.length === 0) return {};
  if (by === 'amount' && !cents) return { refusal: amountUnclear };
  const request = { destination, ...(by === 'amount' ? { cents } : { lines }) };
  const plan = planRefund(subject, request);
  if ('refusal' in plan) return { refusal: plan.refusal };
  // A checked line that is no longer refunded does not count.
  const restock = entry.restock.filter((position) => plan.lines.some((line) => line.position === position));
  const whole = planRefund(subject, { ...request, restock });
  return 'refusal' in whole ? { refusal: whole.refusal } : { plan: whole };
}

const toBody = ({ cents, lines }: RefundPlan, { by, destination, reason, membership }: Entry): RefundBody => {
  const restock = lines.filter((line) => line.restock).map(({ position }) => position);
  return {
    ...(by === 'lines'
      ? { lines: lines.map(({ position, quantity }) => ({ position, quantity })) }
      : { amount: fromCents(cents) }),
    destination,
    reason,
    ...(restock.length > 0 && { restock }),
    ...(membership !== 'keep' && { membership }),
  };
};
