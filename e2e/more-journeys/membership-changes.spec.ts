import { addDays } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { choose } from '../support/choose.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { action, openMember, row } from '../support/member.ts';

test('a membership is canceled, undone, frozen, which the door says, and the freeze is ended', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(403, /\/api\/checkins$/);
  const { today, end } = await openMember({ gym, signIn, page }, 'operator');
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
