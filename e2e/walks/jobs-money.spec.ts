import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, menuEntry, test } from '../support/fixtures.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';
import { workerAt } from '../support/worker.ts';

test('Sell one item to a known customer for cash: 6 actions at most', async ({ page, gym, signIn }) => {
  await gym.make.salesItem({ name: 'Counted Towel', price_cents: 12_50 });
  await signIn('point_of_sale', '/pos');
  await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type('an');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toBeFocused();
  await type('Counted Towel');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity of Counted Towel' })).toHaveValue('1');
  await press('F8');
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(done('Sell one item for cash')).toBeLessThanOrEqual(6);
});

test('Sell a plan by card, counted', async ({ page, gym, signIn }) => {
  await withStripe(page);
  await configureStripe(page, gym);
  await signIn('admin', `/contacts/${gym.contactId}`);
  await expect(page.getByRole('tab', { name: 'Memberships' })).toBeVisible();
  const { click, fill, done } = workerAt(page);
  await click(page.getByRole('tab', { name: 'Memberships' }));
  await click(page.getByRole('button', { name: 'Purchase Membership' }).first());
  await click(page.getByRole('list', { name: 'Memberships' }).getByRole('button').first());
  await fill(page.getByLabel('Card number'), '4242424242424242');
  await fill(page.getByLabel(/^Cardholder name/), 'Robin Card');
  await fill(page.getByLabel(/^Street/), '1 Peak St');
  await fill(page.getByLabel(/^City/), 'Denver');
  await click(page.getByLabel(/^State/));
  await click(page.getByRole('option', { name: 'Colorado' }));
  await fill(page.getByLabel(/^ZIP code/), '80202');
  await click(page.getByRole('button', { name: /^Charge / }));
  await expect(page.getByText('Payment Successful!')).toBeVisible({ timeout: 20_000 });
  done('Sell a plan by card');
});

const owesInvoice = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;

test('Collect what is owed from the contact: 2 actions', async ({ page, gym, signIn, database }) => {
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owesInvoice);
  await signIn('operator', `/contacts/${gym.contactId}`);
  await expect(page.getByRole('button', { name: 'Collect $108.00' })).toBeVisible();
  const { click, done } = workerAt(page);
  await click(page.getByRole('button', { name: 'Collect $108.00' }));
  await click(page.getByRole('button', { name: 'Charge $108.00' }));
  await expect(page.getByText('$108.00 taken')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Collect/ })).toBeHidden();
  expect(done('Collect what is owed, from the contact')).toBe(2);
});

test('Who owes, with the sum, the oldest first: 2 actions from the dashboard', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  const { invoice } = invoiceBuilders({ database }, gym);
  const other = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await invoice(gym.contactId, { ...owesInvoice, created_at: new Date('2026-01-05T12:00:00Z') });
  await invoice(other, { ...owesInvoice, created_at: new Date('2025-12-05T12:00:00Z'), customer_first_name: 'Rosa' });
  await signIn('operator');
  const { click, done } = workerAt(page);
  await click(menuEntry(page, 'Invoices'));
  await expect(page.getByText('$216.00 outstanding')).toBeVisible();
  await click(page.getByRole('link', { name: 'Show oldest first' }));
  await expect(page).toHaveURL(/order=ASC/);
  await expect(page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1)).toContainText('Dec 5, 2025');
  expect(done('See who owes, with the sum, oldest first')).toBe(2);
});

test('Collect what is owed: 2 actions from the dashboard', async ({ page, gym, signIn, database }) => {
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owesInvoice);
  await signIn('operator');
  const { click, done } = workerAt(page);
  await click(page.getByRole('button', { name: 'Collect $108.00 from Ann Oakley' }));
  await click(page.getByRole('button', { name: 'Charge $108.00' }));
  await expect(page.getByText('$108.00 taken')).toBeVisible();
  expect(done('Collect what is owed, from the dashboard')).toBe(2);
});

test('Refund a sale: 6 actions at most from the list', async ({ page, gym, signIn, database }) => {
  const invoices = invoiceBuilders({ database }, gym);
  await invoices.payment(await invoices.invoice(gym.contactId));
  await signIn('manager', '/invoices');
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  const { click, fill, done } = workerAt(page);
  await click(page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link'));
  await click(page.getByRole('button', { name: 'Refund', exact: true }));
  const dialog = page.getByRole('dialog', { name: /^Refund/ });
  await fill(dialog.getByLabel(/^Reason/), 'Bought by mistake');
  await click(dialog.getByRole('button', { name: 'Refund $3.24' }));
  await expect(page.getByText(/^\$3\.24 refunded/)).toBeVisible();
  expect(done('Refund a sale')).toBeLessThanOrEqual(6);
});

test('Sell an item for cash to a walk-in: 3 actions', async ({ page, gym, signIn }) => {
  await gym.make.salesItem({ name: 'Counted Towel', price_cents: 12_50 });
  await signIn('point_of_sale', '/pos');
  const add = page.getByRole('button', { name: 'Add Counted Towel' });
  await expect(add).toBeVisible();
  const { click, done } = workerAt(page);
  await click(add);
  await click(page.getByRole('button', { name: 'Walk-in, pay' }));
  await click(page.getByRole('button', { name: 'Complete Sale' }));
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(done('Sell an item for cash to a walk-in')).toBe(3);
});

test('Sell a plan for cash: 5 actions from any page', async ({ page, gym, signIn }) => {
  await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await signIn('operator');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { type, press, click, done } = workerAt(page);
  await press('Control+k');
  await type('sell rosa');
  await expect(page.getByRole('option', { name: /^Sell .*Rosa Delgado/ })).toBeVisible();
  await press('Enter');
  await click(page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: 'Unlimited' }));
  await click(page.getByRole('button', { name: /^Charge / }));
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(done('Sell a plan for cash')).toBe(5);
});

test('Send everybody who owes a link to pay: 3 actions from the dashboard', async ({ page, gym, signIn, database }) => {
  await withStripe(page);
  await configureStripe(page, gym);
  const contactId = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado', email: 'rosa@example.test' });
  await invoiceBuilders({ database }, gym).invoice(contactId, owesInvoice);
  await signIn('operator');
  const { click, done } = workerAt(page);
  await click(menuEntry(page, 'Invoices'));
  await click(page.getByRole('button', { name: 'Send links' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Send 1 Link' }));
  await expect(page.getByText('1 link sent')).toBeVisible();
  expect(done('Send everybody who owes a link')).toBe(3);
});

test('Read last month’s revenue: 2 actions', async ({ page, signIn }) => {
  await signIn('manager');
  const { click, done } = workerAt(page);
  await click(menuEntry(page, 'Reports'));
  await click(page.getByRole('button', { name: 'Last Month' }));
  await expect(page).toHaveURL(/last/);
  expect(done('Read last month’s revenue')).toBe(2);
});

test('Close the drawer: 4 actions and the count', async ({ page, signIn }) => {
  await signIn('manager', '/pos');
  const dialog = page.getByRole('dialog');
  const control = page.getByRole('button', { name: /^Cash drawer: / });
  await control.click();
  await page.getByRole('menuitem', { name: 'Open Drawer' }).click();
  await dialog.getByLabel('Starting cash').fill('100');
  await dialog.getByRole('button', { name: 'Open Drawer' }).click();
  await expect(page.getByText('Drawer #1 is open')).toBeVisible();
  const { click, type, done } = workerAt(page);
  await click(control);
  await click(page.getByRole('menuitem', { name: 'Close Drawer' }));
  await type('1');
  await click(dialog.getByRole('button', { name: 'Continue' }));
  await click(dialog.getByRole('button', { name: 'Close Drawer' }));
  await expect(page.getByRole('heading', { name: 'Drawer #1 is closed' })).toBeVisible();
  expect(done('Close the drawer, with one count')).toBe(5);
});
