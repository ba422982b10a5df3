import type { PurchasePaymentForm } from '#domain/contract/memberships-purchase.ts';
import type { Billing } from '#src/custom/payments/confirmCard.ts';

/** Billing name and address, the country fixed to US. */
export const billingOf = (form: Pick<PurchasePaymentForm, 'cardholderName' | 'billingStreet' | 'billingCity' | 'billingState' | 'billingZip'>): Billing => ({
  name: form.cardholderName,
  address: { line1: form.billingStreet, city: form.billingCity, state: form.billingState, postal_code: form.billingZip, country: 'US' },
});
