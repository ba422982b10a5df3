import { addDays, todayIn } from '#domain/shared/dates.ts';
import { expect, test, visit } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 560 } });

test('on a short phone the membership’s card cuts nothing off, and the buttons of its cancellation stay in sight', async ({
  page,
  gym,
  signIn,
}) => {
  const today = todayIn(gym.timezone, new Date());
  const contactId = await gym.make.contact({ first_name: 'Rosa' });
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Yearly',
    membership_type: 'contract',
    start_date: today,
    end_date: addDays(today, 27),
    contract_end_date: addDays(today, 362),
    auto_renew: true,
  });
  await signIn('admin', '/training');
  await visit(page, `/contacts/${contactId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const row = page.getByRole('table', { name: 'Memberships' }).getByRole('row', { name: /Yearly/ });
  await expect(row.getByText(/^Contract ends/)).toBeVisible();
  const cut = await row.evaluate((card) => {
    const { right } = card.getBoundingClientRect();
    return [...card.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > right)
      .map(({ textContent }) => textContent);
  });
  expect(cut).toEqual([]);
  await row.getByRole('button', { name: 'Actions for Yearly' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Yearly' });
  await expect(dialog.getByText('Payments left')).toBeAttached();
  for (const name of ['Keep it', 'Cancel membership'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});
