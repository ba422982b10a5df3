import type { InvoicePage } from '#domain/invoices/contract.ts';
import { callApi } from './support/callApi.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test('a family: the child’s plan is on the parent’s account, and stays paid for when the child leaves', async ({
  page,
  gym,
  signIn,
}) => {
  const annId = await gym.make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  const benId = await gym.make.contact({ first_name: 'Ben', last_name: 'Oakley' });
  await signIn('operator', `/contacts/${annId}`);

  await page.getByRole('tab', { name: 'Memberships' }).click();
  await page.getByRole('button', { name: 'Create household' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Add Member' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Member' });
  await adding.getByRole('combobox', { name: 'Contact' }).fill('Ben');
  await page.getByRole('option', { name: /Ben Oakley/ }).click();
  await adding.getByRole('button', { name: 'Add', exact: false }).last().click();
  const members = page.getByRole('list', { name: 'Members of the household' });
  await expect(members.getByRole('listitem')).toHaveCount(2);

  await page.goto(`/contacts/${benId}`);
  const status = page.getByRole('region', { name: 'Status of Ben Oakley' });
  await expect(status.getByRole('link', { name: 'Ann Oakley' })).toBeVisible();
  await page.getByRole('button', { name: 'Sell membership' }).click();
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: 'Unlimited' }).first().click();
  await page.getByRole('combobox', { name: 'Paid by' }).click();
  await page.getByRole('option', { name: 'Ann Oakley, on account' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Put \$.* on Account$/ }).click();
  await expect(page.getByText('Membership Sold')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  const { invoices } = await callApi<InvoicePage>(page, 'GET', `/invoices?contactId=${annId}`);
  expect(invoices).toMatchObject([{ invoice: { status: 'open' } }]);
  await page.getByRole('tab', { name: 'Purchase History' }).click();
  await expect(page.getByRole('row', { name: /Paid by Ann Oakley/ })).toBeVisible();

  await page.goto(`/contacts/${annId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await page.getByRole('button', { name: 'Actions for Ben Oakley' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const leaving = page.getByRole('dialog', { name: 'Remove Ben Oakley from the household?' });
  await expect(leaving.getByText(/^Ben keeps .*Unlimited.* through /)).toBeVisible();
  await leaving.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Ben Oakley left the household')).toBeVisible();
  await expect(members.getByRole('listitem')).toHaveCount(1);
});
