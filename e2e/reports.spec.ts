import { readFile } from 'node:fs/promises';
import { choose } from './support/choose.ts';
import { expect, test } from './support/fixtures.ts';
import { sellTwo } from './support/till.ts';

test("a cash sale is in today's sales and payments; the address keeps what was chosen, and the file has what the table has", async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('manager');
  const invoice = await sellTwo(page, gym);
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('tab', { name: 'Sales' }).click();
  await choose(page.getByRole('combobox', { name: 'Period: Other period' }), 'Today');
  await expect(page.getByRole('article', { name: 'Net sales' })).toContainText(dollars(invoice.subtotal));
  await choose(page.getByRole('combobox', { name: 'Group by' }), 'By item');
  const row = page.getByRole('table', { name: 'Sales' }).getByRole('row', { name: /Water/ });
  const figures = [invoice.subtotal, invoice.tax, invoice.total, 0, invoice.subtotal];
  await expect(row.getByRole('cell')).toHaveText(figures.map(dollars));
  await expect(page).toHaveURL('/reports?tab=sales&period=today&groupBy=item');
  await page.reload();
  await expect(row.getByRole('cell')).toHaveText(figures.map(dollars));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toEqual([
    'Item,Sales before tax,Tax,Gross sales,Refunds,Net sales',
    `Water,${figures.join(',')}`,
  ]);

  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page.getByRole('article', { name: 'Payments received' })).toContainText(dollars(invoice.total));
  await expect(page.getByRole('table', { name: 'By method' }).getByRole('row', { name: /Cash/ })).toContainText(
    dollars(invoice.total),
  );
});
