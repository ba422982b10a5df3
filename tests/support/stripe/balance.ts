import type { Stripe } from 'stripe';
import { invalid, missing } from './http.ts';
import { seconds, stripeId } from './shapes.ts';

type EmitEvent = (type: Stripe.Event['type'], object: Stripe.Dispute) => void;
type Source = Exclude<Stripe.BalanceTransaction['source'], string | null>;

interface Booking {
  type: Stripe.BalanceTransaction['type'];
  amount: number;
  fee?: number;
  source?: Source | null;
}

const disputeFee = 1_500;

/** The movements of an account: every charge, refund, dispute, fee and payout as a balance transaction. */
export function balanceBook(emit: EmitEvent) {
  const transactions: Stripe.BalanceTransaction[] = [];
  const disputes = new Map<string, Stripe.Dispute>();
  const chargedBack = new Map<string, Stripe.Charge>();
  const paidOut = new Map<string, string>();

  function book({ type, amount, fee = 0, source = null }: Booking): Stripe.BalanceTransaction {
    const made = {
      id: stripeId('txn'),
      object: 'balance_transaction',
      amount,
      available_on: seconds(),
      balance_type: 'payments',
      created: seconds(),
      currency: 'usd',
      description: null,
      exchange_rate: null,
      fee,
      fee_details:
        fee === 0
          ? []
          : [
              {
                amount: fee,
                application: null,
                currency: 'usd',
                description: 'Stripe processing fees',
                type: 'stripe_fee',
              },
            ],
      net: amount - fee,
      reporting_category: type,
      source,
      status: 'available',
      type,
    } as Stripe.BalanceTransaction;
    transactions.unshift(made);
    return made;
  }

  function dispute(charge: Stripe.Charge, amount = charge.amount): Stripe.Dispute {
    const opened = {
      id: stripeId('dp'),
      object: 'dispute',
      amount,
      balance_transactions: [] as Stripe.BalanceTransaction[],
      charge: charge.id,
      created: seconds(),
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: 'needs_response',
      evidence: {},
      metadata: {},
      evidence_details: { due_by: seconds() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
    } as unknown as Stripe.Dispute;
    disputes.set(opened.id, opened);
    charge.disputed = true;
    chargedBack.set(opened.id, charge);
    const { source: _itself, ...withdrawn } = book({
      type: 'adjustment',
      amount: -amount,
      fee: disputeFee,
      source: opened,
    });
    opened.balance_transactions.push({ ...withdrawn, source: opened.id });
    emit('charge.dispute.created', opened);
    emit('charge.dispute.funds_withdrawn', opened);
    return opened;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const closing = disputes.get(id);
    if (!closing) throw new Error(`No dispute ${id}`);
    closing.status = status;
    if (status === 'won') {
      Object.assign(chargedBack.get(id) ?? {}, { disputed: false });
      const { source: _itself, ...back } = book({
        type: 'adjustment',
        amount: closing.amount,
        fee: -disputeFee,
        source: closing,
      });
      closing.balance_transactions.push({ ...back, source: id });
      emit('charge.dispute.funds_reinstated', closing);
    }
    emit('charge.dispute.closed', closing);
  }

  /** Evidence that is submitted is final. */
  function answerDispute(
    id: string,
    evidence: Record<string, string>,
    submit: boolean,
    metadata: Stripe.Metadata,
  ): Stripe.Dispute {
    const answered = disputes.get(id);
    if (!answered) throw missing('dispute', id);
    if (answered.status !== 'needs_response') throw invalid('This dispute is already closed or under review.');
    Object.assign(answered.evidence, evidence);
    Object.assign(answered.metadata, metadata);
    if (!submit) return answered;
    answered.status = 'under_review';
    Object.assign(answered.evidence_details, { has_evidence: true, submission_count: 1 });
    emit('charge.dispute.updated', answered);
    return answered;
  }

  /** Pays out everything that has not been paid out, `off` cents more or less than that. */
  function payOut(off = 0): Stripe.Payout | undefined {
    const open = transactions.filter(({ id, type }) => !paidOut.has(id) && type !== 'payout');
    const sum = open.reduce((total, { net }) => total + net, 0);
    if (sum <= 0) return undefined;
    const payout = {
      id: stripeId('po'),
      object: 'payout',
      amount: sum + off,
      automatic: true,
      created: seconds(),
      currency: 'usd',
      reconciliation_status: 'completed',
      status: 'paid',
    } as Stripe.Payout;
    const { id } = book({ type: 'payout', amount: -payout.amount, source: payout });
    for (const one of [...open.map((transaction) => transaction.id), id]) paidOut.set(one, payout.id);
    return payout;
  }

  return {
    transactions,
    book,
    dispute,
    answerDispute,
    closeDispute,
    payOut,
    disputeWithId: (id: string) => disputes.get(id),
    disputesSince: (second: number) => [...disputes.values()].filter(({ created }) => created >= second).toReversed(),
    list: ({
      gte = 0,
      lt = Infinity,
      payout,
      withSources,
    }: {
      gte?: number | undefined;
      lt?: number | undefined;
      payout: string | null;
      withSources: boolean;
    }) =>
      transactions
        .filter(({ id, created }) => created >= gte && created < lt && (payout === null || paidOut.get(id) === payout))
        .map((one) =>
          withSources || one.source === null || typeof one.source === 'string'
            ? one
            : { ...one, source: one.source.id },
        ),
  };
}
