import { choose } from './support/choose.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { action, openMember, row } from './support/member.ts';

test('A manager changes the plan and turns access off; an operator is offered neither', async ({
  page,
  gym,
  signIn,
}) => {
  await gym.make.plan({ name: 'Gold', price_cents: 7_900 });
  await openMember({ gym, signIn, page }, 'manager');
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await row(page).getByRole('link').click();
  // The list has a menu with the same name.
  await expect(page.getByRole('link', { name: 'Back to Memberships' })).toBeVisible();
  const menu = page.getByRole('button', { name: /^Actions for/ });
  await menu.click();
  await action(page, 'Change Plan').click();
  await choose(page.getByRole('combobox', { name: 'New plan' }), /Gold/);
  await expect(page.getByText('$85.32 with tax ($79.00 without)')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change Plan' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Changes to Gold on' })).toBeVisible();
  await menu.click();
  await action(page, 'Undo change of plan').click();
  await expect(page.getByText('Change of plan undone')).toBeVisible();

  await menu.click();
  await action(page, 'Change Plan').click();
  await choose(page.getByRole('combobox', { name: 'New plan' }), /Gold/);
  await page.getByRole('radio', { name: /^Now/ }).check();
  await page.getByRole('radio', { name: 'Cash' }).check();
  await expect(page.getByText('Charged now')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change Plan' }).click();
  await expect(page.getByText(/^Plan changed/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Gold' })).toBeVisible();

  await menu.click();
  await action(page, 'Turn access off').click();
  await page.getByLabel('Reason').fill('Unpaid');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Disabled' })).toBeVisible();

  await signIn('operator', new URL(page.url()).pathname);
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Freeze', 'Turn renewal off', 'Cancel membership']);
});
