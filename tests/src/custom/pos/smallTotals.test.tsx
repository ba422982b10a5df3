import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderTill, getSales, toPayment, water } from './till.tsx';

test('a total of less than 50 cents cannot be paid by card: the till says so and offers cash', async () => {
  const { user } = renderTill({ items: [{ ...water, price: 0.4 }] });
  await toPayment(user);
  await user.click(screen.getByRole('button', { name: 'Card' }));
  expect(
    await screen.findByText('A card payment is at least $0.50. Take cash or another method instead.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use Cash Instead' }));
  expect(await screen.findByText('Cash payment will be processed immediately.')).toBeVisible();
});

test('a sale of nothing asks for no payment method and is completed without a payment', async () => {
  const till = renderTill({ items: [{ ...water, price: 0 }] });
  await toPayment(till.user);
  expect(await screen.findByText('There is nothing to pay. The sale is completed without a payment.')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Payment method' })).not.toBeInTheDocument();
  await till.user.click(screen.getByRole('button', { name: 'Complete Sale' }));
  await screen.findByText('Payment Successful!');
  expect(getSales(till)).toMatchObject([{ body: { expectedTotal: 0, paymentMethod: 'cash' } }]);
});
