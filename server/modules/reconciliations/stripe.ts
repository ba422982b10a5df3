import { sumBy } from 'es-toolkit';
import type { Stripe } from 'stripe';
import { getId, isMissing } from '#server/modules/stripe/index.ts';
import type { StripesBooks, StripesCardMoney } from './compare.ts';

export interface Period {
  readonly since: Date;
  /** The first moment after the period. */
  readonly before: Date;
}

export interface StripesPeriod extends StripesBooks {
  /** In cents, as the payouts. */
  readonly feesCents: number;
  readonly payoutsCents: number;
}

type Transaction = Stripe.BalanceTransaction;
type Source = Exclude<Transaction['source'], string | null>;

/** Charged separately from a payment. */
const feeTypes: readonly string[] = ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'network_cost'];
/** Reserved in the account and released later: nothing comes in or goes out. */
const holds = /reserve|minimum_balance|^obligation/;
const chargeTypes: readonly string[] = ['charge', 'payment'];
const refundTypes: readonly string[] = ['refund', 'payment_refund', 'refund_failure'];
const payoutTypes: readonly string[] = ['payout', 'payout_failure', 'payout_cancel'];

/** Changes nothing there. */
export async function readStripe(
  stripe: Stripe,
  { since, before }: Period,
  signal: AbortSignal | undefined,
): Promise<StripesPeriod> {
  const card = new Map<string, StripesCardMoney>();
  const disputes = new Map<string, StripesBooks['disputes'][number]>();
  const fees: StripesBooks['fees'][number][] = [];
  const others: StripesBooks['others'][number][] = [];
  const payouts: Stripe.Payout[] = [];
  const seen = new Set<string>();
  const sums = { feesCents: 0, payoutsCents: 0 };
  const created = { gte: toSeconds(since), lt: toSeconds(before) };
  for await (const transaction of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
    signal?.throwIfAborted();
    const { id, type, amount, fee, net } = transaction;
    if (seen.has(id)) continue;
    seen.add(id);
    const source = typeof transaction.source === 'object' ? transaction.source : null;
    sums.feesCents += fee;
    if (!payoutTypes.includes(type)) fees.push({ stripeId: id, amount, fee, net, parts: feeParts(transaction) });
    if (source?.object === 'charge' && chargeTypes.includes(type))
      add({
        key: getId(source.payment_intent) ?? source.id,
        stripeId: source.id,
        paid: toCents(transaction, source),
        refunded: 0,
      });
    else if (source?.object === 'refund' && refundTypes.includes(type)) addRefund(source, toCents(transaction, source));
    else if (source?.object === 'dispute') disputes.set(source.id, toDispute(source));
    else if (payoutTypes.includes(type)) {
      sums.payoutsCents -= amount;
      if (source?.object === 'payout' && type === 'payout') payouts.push(source);
    } else if (feeTypes.includes(type)) sums.feesCents -= amount;
    else if (!holds.test(type))
      others.push({
        stripeId: sourceId(transaction),
        cents: amount,
        what: transaction.description ?? type.replaceAll('_', ' '),
      });
  }
  return {
    ...sums,
    card: [...card.values()],
    disputes: [...disputes.values()],
    fees,
    others,
    payouts: await readPayouts(stripe, payouts, signal),
  };

  function addRefund({ id, payment_intent, charge }: Stripe.Refund, cents: number) {
    const chargeId = getId(charge) ?? id;
    add({ key: getId(payment_intent) ?? chargeId, stripeId: chargeId, paid: 0, refunded: -cents, refundId: id });
  }

  function add(moved: StripesCardMoney) {
    const earlier = card.get(moved.key);
    const both = earlier && {
      ...earlier,
      paid: earlier.paid + moved.paid,
      refunded: earlier.refunded + moved.refunded,
      refundId: earlier.refundId ?? moved.refundId,
    };
    card.set(moved.key, both ?? moved);
  }
}

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
const feeParts = ({ fee_details: parts }: Transaction): number => sumBy(parts, ({ amount }) => amount);
const sourceId = ({ id, source }: Transaction): string => (typeof source === 'string' ? source : (source?.id ?? id));

/** In the currency of the payment, even if the account has another one. */
const toCents = ({ amount, currency }: Transaction, source: Source & { amount: number; currency: string }): number =>
  currency === source.currency ? amount : Math.sign(amount) * source.amount;

/** Everything that it withdrew and returned, on any date. */
function toDispute({
  id,
  payment_intent,
  charge,
  status,
  balance_transactions,
}: Stripe.Dispute): StripesBooks['disputes'][number] {
  const taken = -sumBy(balance_transactions, ({ amount }) => amount);
  return { stripeId: id, key: getId(payment_intent) ?? getId(charge) ?? id, taken, status };
}

/** Stripe lists a payout's transactions for automatic payouts, once they are complete. */
async function readPayouts(
  stripe: Stripe,
  payouts: readonly Stripe.Payout[],
  signal: AbortSignal | undefined,
): Promise<StripesBooks['payouts']> {
  const read: StripesBooks['payouts'][number][] = [];
  for (const { id, amount, automatic, status, reconciliation_status } of payouts) {
    if (!automatic || reconciliation_status !== 'completed' || status === 'failed' || status === 'canceled') continue;
    let sum = 0;
    for await (const { type, net } of stripe.balanceTransactions.list({ payout: id, limit: 100 })) {
      signal?.throwIfAborted();
      if (type !== 'payout') sum += net;
    }
    read.push({ stripeId: id, cents: amount, sum });
  }
  return read;
}

/** All of Stripe's records of it, on any date; undefined when Stripe does not have it. */
export async function readPayment(stripe: Stripe, intentId: string): Promise<StripesCardMoney | undefined> {
  try {
    const { status, amount_received, latest_charge } = await stripe.paymentIntents.retrieve(intentId);
    const money = {
      key: intentId,
      stripeId: getId(latest_charge) ?? intentId,
      paid: status === 'succeeded' ? amount_received : 0,
      refunded: 0,
    };
    if (money.paid === 0) return money;
    let refunded = 0;
    let refundId: string | undefined;
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
      if (refund.status === 'failed' || refund.status === 'canceled') continue;
      refunded += refund.amount;
      refundId ??= refund.id;
    }
    return { ...money, refunded, refundId };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
