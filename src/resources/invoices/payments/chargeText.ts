import { formatMoney } from '#domain/shared/money.ts';

/** On the button that takes a payment, by whatever method. The till's buttons have names of their own. */
export const chargeText = (amount: number, currency?: string) => `Charge ${formatMoney(amount, currency)}`;
