import { expect, test } from '../support/fixtures.ts';
import { sellTwo } from '../support/till.ts';

test('a check-in and a cash sale appear in today’s figures, and the figures lead to what is behind them', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('manager');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  const moneyIn = today.getByRole('link', { name: /^Payments received/ });
  await expect(moneyIn).toContainText('$0.00');
  await page.getByRole('combobox', { name: 'Search members' }).fill(gym.member.name);
  await page.getByRole('option', { name: gym.member.name }).click();
  await page.getByRole('button', { name: 'Check In Member' }).click();
  await expect(today.getByRole('link', { name: /^Check-ins by hour/ })).toContainText('1 allowed');

  const invoice = await sellTwo(page, gym);
  const total = `$${invoice.total.toFixed(2)}`;
  await page.reload();
  await expect(moneyIn).toContainText(total);
  await expect(today.getByRole('list', { name: 'Today’s figures' })).toContainText(`Cash ${total}`);

  await moneyIn.click();
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Payment/ })).toContainText(`Cash${total}debit`);
  await page.goBack();
  await today.getByRole('link', { name: /^Outstanding/ }).click();
  await expect(page.getByRole('heading', { name: 'No invoices found' })).toBeVisible();
  await page.goBack();
  await page.getByRole('list', { name: 'Recent Activity' }).getByRole('link', { name: gym.member.name }).click();
  const panel = page.getByRole('dialog', { name: gym.member.name });
  await expect(panel.getByText('Unlimited')).toBeVisible();
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole('region', { name: 'Customer Information' }).getByRole('link', { name: gym.member.name }).click();
  await panel.getByRole('link', { name: 'Open contact' }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${gym.contactId}`));
});
