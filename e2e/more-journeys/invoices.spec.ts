import { expect, menuEntry, test } from '../support/fixtures.ts';

test('an invoice is found by its total, read, and the list is as it was left', async ({ page, visitDemo }) => {
  await visitDemo('operator');
  await menuEntry(page, 'Invoices').click();
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'Total' });
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=total/);
  await expect(page.getByRole('table', { name: 'Invoices' })).toHaveAttribute('aria-busy', 'false');
  const total = await rows.nth(1).getByText(/^\$/).first().innerText();
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === total);
  await page.getByRole('searchbox', { name: 'Search invoices' }).fill(total);
  await searched;
  await expect(page).toHaveURL(/search/);
  await expect(page.getByRole('table', { name: 'Invoices' })).toHaveAttribute('aria-busy', 'false');
  // Other invoices may contain the same digits.
  const found = rows.filter({ hasText: total }).first();
  await found.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice #[0-9A-F]{8}$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Financial Summary' })).toContainText(total);
  await page.getByRole('link', { name: 'Back to Invoices' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search invoices' })).toHaveValue(total);
  await expect(found).toHaveClass(/opened/);
});

test('on paper there is the invoice alone, and one that is open cannot pass for paid', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/invoices?sort=due&order=DESC');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Financial Summary' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article', { name: 'Printed invoice' });
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText('NOT PAID');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Invoice Summary' })).toBeHidden();
});
