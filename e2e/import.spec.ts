import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/fixtures.ts';

test('live memberships come in by the file of another product, and nobody is charged before an admin activates renewals', async ({
  page,
  signIn,
}) => {
  const day = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', { timeZone: 'America/Denver' });
  await signIn('admin', '/contacts/import');
  const file = [
    'Client ID,First Name,Last Name,Email,Pricing Option,Activation Date,Next Autopay Date,Autopay Amount,Status,Balance Due',
    `1,Maya,Moved,maya@moved.test,unlimited,${day(-40)},${day(1)},$99.00,Active,$12.50`,
    `2,Robin,Moved,robin@moved.test,Unlimited,${day(-40)},${day(12)},$99.00,Suspended,`,
    `3,Sam,Moved,sam@moved.test,Gold,${day(-40)},${day(12)},$99.00,Active,`,
  ].join('\r\n');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByRole('combobox', { name: 'Read Pricing Option as' })).toHaveText('Membership Plan');
  await page.getByRole('button', { name: 'Check 3 Rows' }).click();
  const outcome = page.getByRole('table', { name: 'Import Summary' });
  await expect(
    outcome.getByRole('row', { name: /Maya Moved.*Active member.*\$99\.00 manually.*\$12\.50/ }),
  ).toBeVisible();
  await expect(outcome.getByRole('row', { name: /Robin Moved.*Suspended member/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Sam Moved.*There is no membership plan named "Gold"/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Import 2 Contacts' }).click();
  await expect(page.getByRole('heading', { name: '2 contacts imported' })).toBeVisible();

  await signIn('admin');
  await expect(
    page.getByText('2 memberships were imported and will not renew until you activate renewals.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Review and activate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activate renewals' });
  await expect(dialog.getByRole('row', { name: /Maya Moved.*Unlimited.*Manual/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Activate renewals' }).click();
  await expect(page.getByText('2 renewals activated')).toBeVisible();
  await expect(page.getByText('Renewals are on hold')).toBeHidden();
});
