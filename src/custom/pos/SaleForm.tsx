import type { ComponentProps } from 'react';
import { PaymentForm } from '#src/resources/invoices/payments/PaymentForm.tsx';
import { keys, useShortcuts } from './shortcuts.ts';

export const backToCart = 'Back to Cart';

export const SaleForm = ({ label = 'Complete Sale', ...form }: ComponentProps<typeof PaymentForm>) => {
  useShortcuts({ [keys.go]: () => !form.isBlocked && !form.isBusy && form.onSubmit() });
  return <PaymentForm label={label} backLabel={backToCart} {...form} />;
};
