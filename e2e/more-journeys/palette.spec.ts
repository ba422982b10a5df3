import { expect, test } from '../support/fixtures.ts';

test('by keyboard alone: a contact’s panel, the check-in, a page, the till’s keys untouched', async ({
  page,
  visitDemo,
}) => {
  await visitDemo('manager');
  const field = page.getByRole('combobox', { name: 'Search', exact: true });
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('iron');
  await expect(page.getByRole('option', { name: /Switch location to Iron Peak/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();

  await page.getByRole('heading', { name: 'Front Desk Dashboard' }).click();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  // All at once: the first letter alone would find other contacts.
  await page.keyboard.insertText('ma');
  const contacts = page.getByRole('group', { name: 'Contacts' }).getByRole('option');
  await expect(contacts.nth(1)).toBeVisible();
  const name = (await contacts.nth(1).innerText()).split('\n').find((line) => line.includes(' ')) ?? '';
  expect(name).toBeTruthy();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name });
  await expect(panel.getByRole('button', { name: 'Check In' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('check in');
  await expect(page.getByRole('option', { name: 'Check In' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  await page.keyboard.type('/');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toHaveValue('/');

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('new sale');
  await expect(page.getByRole('option', { name: 'New sale' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Point of Sale' })).toBeVisible();
  await page.getByRole('heading', { name: 'Sales Items' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('F4');
  await expect(field).toBeFocused();
});
