import { expect, expectAccessible, expectAccessibleInBothThemes, test } from '../support/fixtures.ts';
import { openMemberships } from '../support/purchase.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';
import { addFound, chooseSomeone, openTill } from '../support/till.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the dashboard and in its menus in the ${colorScheme} theme`, async ({
    page,
    visitDemo,
  }) => {
    await page.emulateMedia({ colorScheme });
    await visitDemo('manager');
    await expect(page.getByRole('list', { name: 'Recent Activity' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Search members' }).fill('a');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Location:/ }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Profile/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    await expectAccessible(page);
  });
}

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

test('axe finds nothing at the till, in both themes', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Axe Towel');
  await chooseSomeone(page);
  await addFound(page, 'Axe Towel');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('axe finds nothing among the tiles, in both themes', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Tile Water');
  await page.getByRole('button', { name: 'Tiles' }).click();
  await page.getByRole('list', { name: 'Sales items' }).getByRole('button', { name: 'Tile Water' }).click();
  await expectAccessibleInBothThemes(page);
});

test('axe finds nothing in the purchase, and it closes only after a question', async ({ page, gym, signIn }) => {
  await withStripe(page);
  await configureStripe(page, gym);
  await openMemberships({ page, gym, signIn });
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search memberships' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: 'Unlimited' }).first().click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close Without Purchasing' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('The pages of users are accessible, and an invitation is revoked', async ({ page, gym, signIn }) => {
  await signIn('admin', '/users');
  await expect(page.getByRole('row', { name: /Sam operator/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Invite User' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invite User' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('First Name').fill('Ben');
  await page.getByLabel('Last Name').fill('Ode');
  await page.getByLabel('Email').fill(`ben-${gym.companyId}@gym.test`);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('row', { name: /Ben Ode/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Ode' })).toBeVisible();
  await expectAccessible(page);
  const readAgain = page.waitForResponse(
    (response) => /\/users\/[\da-f-]{36}\?/.test(response.url()) && response.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(
    page.getByText('Invited. No mail server is set up, so the link is in the log of the server.'),
  ).toBeVisible();
  await readAgain;
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invitation revoked')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ben Ode/ })).toHaveCount(0);
});
