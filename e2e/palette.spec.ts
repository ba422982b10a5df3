import { expect, expectAccessible, test } from './support/fixtures.ts';

test('by keyboard alone: a contact is found and opened, a page, the check-in, the till’s keys untouched', async ({ page, signIn }) => {
  await signIn('manager');
  const field = page.getByRole('combobox', { name: 'Search', exact: true });

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('iron');
  await expect(page.getByRole('option', { name: /Switch location to Iron Peak/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();

  await page.getByRole('heading', { name: 'Front Desk Dashboard' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('ma');
  const contact = page.getByRole('group', { name: 'Contacts' }).getByRole('option').first();
  await expect(contact).toBeVisible();
  const name = await contact.getByText(/^\S+ \S+/).first().innerText();
  const path = page.getByRole('group').getByRole('option');
  const steps = (await path.allInnerTexts()).findIndex((text) => text.includes(name));
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.locator('main')).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('check in');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  await page.keyboard.type('/');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toHaveValue('/');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('new sale');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Point of Sale' })).toBeVisible();
  await page.getByRole('heading', { name: 'Point of Sale' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('F4');
  await expect(field).toBeFocused();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the palette nor in a contact’s activity: ${theme}`, async ({ page, signIn }) => {
    await signIn('admin');
    await page.evaluate((mode) => localStorage.setItem('theme', mode), theme);
    await page.goto('/contacts?filter={"memberFilter":"members"}');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await expectAccessible(page);
    await page.keyboard.type('ma');
    await expect(page.getByRole('group', { name: 'Contacts' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a visit and a sale are in the contact’s activity at once, and Show more brings the older ones', async ({ page, signIn }) => {
  await signIn('manager');
  await page.goto('/contacts?filter={"memberFilter":"members"}');
  await page.getByRole('row').nth(1).getByRole('link').click();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const contactPath = new URL(page.url()).pathname;

  await page.keyboard.press('Control+k');
  await page.keyboard.type('check in');
  await page.keyboard.press('Enter');
  await page.keyboard.type(name);
  await page.getByRole('option').filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check In Member' }).click();
  await expect(page.getByRole('list', { name: 'Recent Activity' }).getByText(name).first()).toBeVisible();

  await page.goto(contactPath);
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Check-in');
  await expect(rows.first()).toContainText('Front Desk');
  const shown = await rows.count();
  const more = page.getByRole('button', { name: 'Show more' });
  test.skip(!(await more.isVisible()), 'nobody has more');
  await more.click();
  await expect(rows.nth(shown)).toBeFocused();
});
