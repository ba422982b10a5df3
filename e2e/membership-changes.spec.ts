import { choose } from './support/choose.ts';
import type { Page } from '@playwright/test';
import { addDays, addMonths, todayIn } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { type Desk, expect, expectAccessible, test } from './support/fixtures.ts';

/** A contact with one monthly plan, paid for the month that began ten days ago, and their open page. */
async function atDesk({ gym, signIn, page }: Desk, level: 'manager' | 'operator') {
  const today = todayIn(gym.timezone, new Date());
  const start = addDays(today, -10);
  const end = addDays(addMonths(start, 1), -1);
  const contactId = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Unlimited',
    start_date: start,
    end_date: end,
    auto_renew: true,
  });
  await signIn(level, `/contacts/${contactId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible();
  return { today, end };
}

const row = (page: Page) => page.getByRole('table', { name: 'Memberships' }).getByRole('row', { name: /Unlimited/ });
const action = (page: Page, name: string) => page.getByRole('menuitem', { name });

test('a membership is canceled, undone, frozen, which the door says, and the freeze is ended', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(403, /\/api\/checkins$/);
  const { today, end } = await atDesk({ gym, signIn, page }, 'operator');
  const menu = page.getByRole('button', { name: 'Actions for Unlimited' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await menu.click();
  await expectAccessible(page);
  await action(page, 'Cancel membership').click();
  await expect(dialog.getByText('Nothing more is charged')).toBeVisible();
  await expectAccessible(page);
  await choose(dialog.getByRole('combobox', { name: 'Reason' }), 'Moving');
  await dialog.getByRole('button', { name: 'Cancel membership' }).click();
  const cancels = `Cancels on ${dayText(end, today)}`;
  await expect(page.getByText(`Cancellation saved. ${cancels}`)).toBeVisible();
  await expect(row(page)).toContainText(cancels);
  await expect(page.getByRole('region', { name: 'Status of Rosa Delgado' })).toContainText(cancels);
  await expect(menu).toBeFocused();
  await menu.click();
  await action(page, 'Undo cancellation').click();
  await expect(page.getByText('Cancellation undone')).toBeVisible();
  await expect(row(page)).not.toContainText('Cancels on');

  const until = addDays(today, 13);
  await menu.click();
  await action(page, 'Freeze').click();
  await dialog.getByLabel('Last day').fill(until);
  await dialog.getByLabel('Reason').fill('Travel');
  await expect(dialog.getByText('14 days, until')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Freeze' }).click();
  await expect(row(page)).toContainText(`Frozen until ${dayText(until, today)}`);
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect(page.getByText('Membership access is suspended')).toBeVisible();
  await menu.click();
  await action(page, 'End freeze').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End freeze' }).click();
  await expect(row(page)).toContainText(`Frozen until ${dayText(today, today)}`);
});

test('A manager changes the plan and turns access off; an operator is offered neither', async ({
  page,
  gym,
  signIn,
}) => {
  await gym.make.plan({ name: 'Gold', price_cents: 7_900 });
  await atDesk({ gym, signIn, page }, 'manager');
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
