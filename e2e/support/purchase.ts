import { choose } from './choose.ts';
import type { InvoicePage } from '#domain/invoices/contract.ts';
import type { Page } from '@playwright/test';
import { callApi } from './callApi.ts';
import type { Desk } from './fixtures.ts';

/** The page of a new contact, at the memberships. */
export async function openMemberships({ page, gym, signIn }: Desk) {
  const id = await gym.make.contact({ first_name: 'Casey', last_name: 'Customer' });
  await signIn('admin', `/contacts/${id}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const invoices = async () =>
    (await callApi<InvoicePage>(page, 'GET', `/invoices?contactId=${id}&limit=100`)).pagination.total;
  return { invoices };
}

export const choosePlan = async (page: Page) => {
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await page.getByRole('searchbox', { name: 'Search memberships' }).fill('Unlimited');
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: 'Unlimited' }).first().click();
};
export const pay = (page: Page) => page.getByRole('button', { name: /^Charge / });

export const fillCard = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill(number);
  for (const [label, text] of [
    ['Cardholder name', 'Robin Card'],
    ['Street', '1 Peak St'],
    ['City', 'Denver'],
    ['ZIP code', '80202'],
  ] as const) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(text);
  }
  await choose(page.getByLabel(/^State/), 'Colorado');
};
