import { callApi } from './support/callApi.ts';
import { choose } from './support/choose.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test('a changed price is in the history of the item, and in the log, which is filtered and saved as a file', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('manager');
  const { salesItem } = await callApi<{ salesItem: { id: string } }>(page, 'POST', '/sales-items', {
    locationId: gym.locationId,
    name: 'Chalk',
    price: 49,
  });
  await page.goto(`/sales-items/${salesItem.id}/edit`);
  await page.getByLabel('Price').fill('59');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sales item updated')).toBeVisible();

  const history = page.getByRole('button', { name: 'History' });
  await history.focus();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Changed price from $49.00 to $59.00');
  await expectAccessible(page);

  await signIn('admin', '/settings/activity');
  const rows = page.getByRole('table', { name: 'Activity log' }).getByRole('row');
  await choose(page.getByRole('combobox', { name: 'Kind' }), 'Sales item');
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/recordType/);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Changed price from $49.00 to $59.00');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  await rows.nth(1).getByRole('link', { name: 'Chalk' }).click();
  await expect(page.getByRole('heading', { name: 'Chalk' })).toBeVisible();
});
