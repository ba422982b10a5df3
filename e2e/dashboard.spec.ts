import { expect, test } from './support/fixtures.ts';

test('The front desk’s journey with the keyboard alone: find a member, check in, see it in Recent Activity and in Check-ins', async ({
  page,
  gym,
  signIn,
}) => {
  const { name } = gym.member;
  await signIn('operator');
  const search = page.getByRole('combobox', { name: 'Search members' });
  await search.focus();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  const first = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem').first();
  await expect(first).toContainText(name);
  await expect(first).toContainText('Front Desk');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeHidden();

  await page.getByRole('link', { name: 'Check-ins', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search check-ins' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) }).first();
  await expect(row).toContainText('Front Desk');
  await expect(row).toContainText('Allowed');
});
