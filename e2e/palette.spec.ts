import { subDays } from 'date-fns';
import { callApi } from './support/callApi.ts';
import { expect, expectAccessibleInBothThemes, test } from './support/fixtures.ts';

test('by keyboard alone: a contact is found and opened, a page, the check-in, the till’s keys untouched', async ({
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
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();

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
  await expect(page.getByRole('option', { name: 'New Sale' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Point of Sale' })).toBeVisible();
  await page.getByRole('heading', { name: 'Point of Sale' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('F4');
  await expect(field).toBeFocused();
});

test('axe finds nothing in the palette nor in a contact’s activity, in both themes', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts?filter={"memberFilter":"members"}&sort=createdAt&order=ASC');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
  await page.keyboard.type('ma');
  await expect(page.getByRole('group', { name: 'Contacts' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('a check-in is in the contact’s activity at once, and Show more brings the older ones', async ({
  page,
  gym,
  signIn,
}) => {
  const { contactId, locationId } = gym;
  for (let day = 1; day <= 12; day += 1) await gym.make.checkin(contactId, { checkin_time: subDays(new Date(), day) });
  await signIn('operator', '/contacts');
  await callApi(page, 'POST', '/checkins', { contactId, locationId, doorId: 'Side Door' });

  await page.goto(`/contacts/${contactId}`);
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Side Door');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows.nth(10)).toBeFocused();
});
