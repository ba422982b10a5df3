import { paymentMethodRules, type PaymentMethod } from './paymentMethods.ts';

interface Way {
  readonly method: PaymentMethod;
  /** The name of another method. */
  readonly otherMethod?: string | null | undefined;
}

/** 'in cash', 'by card', 'by Check'. */
export const wayInWords = ({ method, otherMethod }: Way): string =>
  otherMethod ? `by ${otherMethod}` : paymentMethodRules[method].inWords;

/** 'Paid in cash', 'Paid (Check)' */
export function paidText({ method, otherMethod }: Way): string {
  const { isNamed, inWords, label } = paymentMethodRules[method];
  return isNamed ? `Paid (${otherMethod ?? label})` : `Paid ${inWords}`;
}
