import type { ContactMembershipPage } from '#domain/contact-memberships/contract.ts';
import type { InvoiceDetail, InvoicePage } from '#domain/invoices/contract.ts';
import type { Page } from '@playwright/test';
import { callApi } from './support/callApi.ts';
import { choose } from './support/choose.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

/** The invoices of a contact, newest first, each with its payments. */
async function readInvoices(page: Page, contactId: string): Promise<InvoiceDetail[]> {
  const { invoices } = await callApi<InvoicePage>(page, 'GET', `/invoices?contactId=${contactId}`);
  return Promise.all(invoices.map(({ invoice }) => callApi<InvoiceDetail>(page, 'GET', `/invoices/${invoice.id}`)));
}

const choosePlan = async (page: Page) => {
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: 'Unlimited' }).click();
};
const pay = (page: Page) => page.getByRole('button', { name: /^Charge / });

test('a gym without Stripe sells a monthly plan for cash: paid and active at once', async ({ page, gym, signIn }) => {
  const contactId = await gym.make.contact({ first_name: 'Casey', last_name: 'Customer' });
  await signIn('operator', `/contacts/${contactId}`);
  await choosePlan(page);
  await expect(page.getByRole('button', { name: 'Cash', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.getByLabel('Cash received (optional)').fill('100');
  await expect(page.getByText(/^Change \$/)).toBeVisible();
  await pay(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Unlimited/ })).toContainText('Active');
  const [sold] = await readInvoices(page, contactId);
  expect(sold).toMatchObject({
    invoice: { status: 'paid', due: 0 },
    payments: [{ method: 'cash', status: 'completed' }],
  });
  const { memberships } = await callApi<ContactMembershipPage>(page, 'GET', `/contacts/${contactId}/memberships`);
  expect(memberships).toMatchObject([{ autoRenew: true, renewsBy: 'manual' }]);
});

test('the till sells by check, and the invoice shows its number', async ({ page, signIn }) => {
  await signIn('admin', '/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('oakley');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add Water' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Other', exact: true }).click();
  await choose(page.getByRole('combobox', { name: /^Payment method/ }), 'Check');
  await page.getByLabel('Reference (optional)').fill('1042');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('region', { name: 'Last sale' }).getByRole('link', { name: 'View invoice' }).click();
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Check 1042');
});
