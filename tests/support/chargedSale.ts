import type { PayingGym } from './payingGym.ts';
import type { StripeEvent } from './stripe/shapes.ts';

/** A sale of ten dollars and tax whose card Stripe has charged, without having reported it yet. */
export async function chargedSale(gym: PayingGym) {
  const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 9, price_cents: 1_000 });
  const { body } = await gym.till.card([{ salesItemId: item, quantity: 1 }]);
  const invoiceId: string = body.invoice.id;
  const intent = gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  return { invoiceId, intent, item, succeeded: lastEvent(gym, 'payment_intent.succeeded') };
}

export const lastEvent = (gym: PayingGym, type: string) =>
  gym.account.events.findLast((event) => event.type === type) as StripeEvent;

export const invoiceState = async (gym: PayingGym, invoiceId: string) => {
  const { status, paid_cents, due_cents } = await gym.books.invoice(invoiceId);
  const payments = await gym.books.payments(invoiceId);
  return { status, paid_cents, due_cents, payments: payments.map((payment) => payment.status) };
};

/** The states of that sale. */
export const paid = { status: 'paid', paid_cents: 1_080, due_cents: 0, payments: ['completed'] };
export const open = { status: 'open', paid_cents: 0, due_cents: 1_080, payments: ['pending'] };
