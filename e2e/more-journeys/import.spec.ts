import { expect, expectAccessibleInBothThemes, test } from '../support/fixtures.ts';

test('the members of another product come in by one file, and one who is there already does not come twice', async ({
  page,
  gym,
  signIn,
}) => {
  const family = 'Imported';
  await signIn('operator', '/contacts');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  const file = [
    'Firstname;Surname;E-mail Address;Mobile;DOB;Zip',
    `Zoë;${family};zoe@${family}.test;(303) 555-0142;25.3.1990;80202`,
    `Sam;${family};sam@;;;`,
    `Again;${family};${gym.member.email};;;`,
    '',
  ].join('\r\n');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') });
  await expect(
    page.getByRole('table', { name: 'Preview' }).getByRole('row', { name: new RegExp(`Zoë ${family}.*Mar 25, 1990`) }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Check 3 Rows' }).click();
  await expect(page.getByRole('heading', { name: '1 contact to import' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Email is invalid' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Already a contact' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^contacts-skipped-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole('button', { name: 'Import 1 Contact' }).click();
  await expect(page.getByRole('heading', { name: '1 contact imported' })).toBeVisible();
  await page.getByRole('link', { name: 'View contacts' }).click();
  await page
    .getByRole('row')
    .getByRole('link', { name: `Zoë ${family}` })
    .click();
  await expect(page.getByRole('definition').filter({ hasText: '80202' })).toBeVisible();
});
