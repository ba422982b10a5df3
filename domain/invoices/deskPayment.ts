import type { z } from 'zod';
import { invoiceTotalMaxCents, otherMethodMaxLength, paymentReferenceMaxLength } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import { dollars, optionalText } from '#domain/shared/fields.ts';
import { drawerMethod, paymentMethodRules, type PaymentMethod } from './paymentMethods.ts';

export const paymentDetails = {
  /** With `paymentMethod` other: one of the company's other methods, as its settings spell it. */
  otherMethod: optionalText(otherMethodMaxLength),
  /** The number of a check or a transfer. */
  reference: optionalText(paymentReferenceMaxLength),
  /** With `paymentMethod` cash: the amount received. */
  tendered: dollars('Cash received must be an amount', fromCents(invoiceTotalMaxCents)).optional(),
};

export const otherMethodMissing = 'Choose how it was paid';
export const otherMethodUnused = 'Only a payment by another method names one';

interface PaymentDetails {
  readonly paymentMethod?: PaymentMethod | undefined;
  readonly otherMethod?: string | undefined;
  readonly tendered?: number | undefined;
}

/** A payment by another method must name it, and no other payment may. Only a cash payment has cash received. */
export function checkPaymentDetails({ value, issues }: z.core.ParsePayload<PaymentDetails>): void {
  if (value.tendered !== undefined && value.paymentMethod !== drawerMethod) {
    issues.push({ code: 'custom', input: value, path: ['tendered'], message: 'Only a cash payment has cash received' });
  }
  const isNamed = value.paymentMethod !== undefined && paymentMethodRules[value.paymentMethod].isNamed;
  if (isNamed === (value.otherMethod !== undefined)) return;
  issues.push({
    code: 'custom',
    input: value,
    path: ['otherMethod'],
    message: isNamed ? otherMethodMissing : otherMethodUnused,
  });
}
