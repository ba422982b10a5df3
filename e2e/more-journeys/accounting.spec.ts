import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { sellTwo } from '../support/till.ts';

test('an admin names an account, and the books of today have it: debits equal credits, on the screen and in the file', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('admin', '/settings/edit');
  const section = page.getByRole('region', { name: 'Accounting' });
  await section.getByRole('button', { name: 'Change accounts' }).click();
  const accounts = section.getByRole('group', { name: 'Item Sales' });
  await accounts.getByLabel('Number').fill('4-115');
  await accounts.getByLabel('Name').fill('Shop');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(section).toContainText('4-115 Shop');

  const invoice = await sellTwo(page, gym);
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;
  await page.goto('/reports?period=today');
  const button = page.getByRole('button', { name: 'Accounting Export' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Accounting Export' });
  const table = dialog.getByRole('table', { name: 'Accounts' });
  await expect(table.getByRole('row', { name: /4-115 Shop/ }).getByRole('cell')).toHaveText([
    '',
    dollars(invoice.subtotal),
  ]);
  await expect(table.getByRole('row', { name: /^Total/ }).getByRole('cell')).toHaveText([
    dollars(2 * invoice.total),
    dollars(2 * invoice.total),
  ]);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  const [head, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain('Date,Location,Entry,Account Number,Account Name,Debit,Credit');
  const amounts = lines.map((line) => line.split(',').slice(-2).map(Number));
  const sum = (side: number) => Math.round(amounts.reduce((total, amount) => total + (amount[side] ?? 0), 0) * 100);
  expect([sum(0), sum(1)]).toEqual([Math.round(2 * invoice.total * 100), Math.round(2 * invoice.total * 100)]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(button).toBeFocused();
});
