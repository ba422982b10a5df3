import { emailedLink } from './support/emailedLink.ts';
import { choose } from './support/choose.ts';
import { expect, test } from './support/fixtures.ts';

test('An invited person sets a password, works with what their level shows, notices a lower level, and is out when disabled', async ({
  page,
  gym,
  signIn,
  browser,
}) => {
  const email = `rosa-${gym.companyId}@gym.test`;
  await signIn('admin', '/users');
  await page.getByRole('link', { name: 'Invite User' }).click();
  await page.getByLabel('First Name').fill('Rosa');
  await page.getByLabel('Last Name').fill('Delgado');
  await page.getByLabel('Email').fill(email);
  await choose(page.getByRole('combobox', { name: gym.locationName }), 'Operator');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(
    page.getByText('Invited. No mail server is set up, so the link is in the log of the server.'),
  ).toBeVisible();
  const row = page.getByRole('row', { name: /Rosa Delgado/ });
  await expect(row).toContainText('Invited');
  await expect(row).toContainText(`Operator at ${gym.locationName}`);

  const own = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const rosa = await own.newPage();
  await rosa.goto(await emailedLink(email, /\/invitation\?token=\S+/));
  await expect(rosa.getByRole('heading', { name: `Join ${gym.companyName}` })).toBeVisible();
  expect(new URL(rosa.url()).search).toBe('');
  await rosa.getByLabel('Password', { exact: true }).fill('a long walk home');
  await rosa.getByLabel('Confirm password', { exact: true }).fill('a long walk home');
  await rosa.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(rosa.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  const menu = rosa.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-disabled', 'true');
  await expect(menu.getByRole('link', { name: 'Contacts' })).not.toHaveAttribute('aria-disabled');

  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('Chrome on');
  await page.getByRole('link', { name: 'Edit' }).click();
  await choose(page.getByRole('combobox', { name: gym.locationName }), 'POS');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('User updated')).toBeVisible();

  // The next request brings the new level, here the one for the check-ins.
  await menu.getByRole('link', { name: 'Check-ins' }).click();
  await expect(menu.getByRole('link', { name: 'Contacts' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Point of Sale' })).not.toHaveAttribute('aria-disabled');

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  // The check-ins' live updates end with the access, and asking for them again leads out without a press.
  await expect(rosa.getByRole('heading', { name: /sign in/i })).toBeVisible();
  await own.close();
});

test('Your account: name, password and sessions', async ({ page, gym, signIn, browser, trouble }) => {
  trouble.expectStatus(400, /account\/password/);
  const other = await browser.newContext();
  await other.request.post('/api/auth/login', { data: { email: gym.users.operator.email, password: 'demo-password' } });
  await signIn('operator');
  await page.getByRole('button', { name: 'Profile: Sam operator' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await page.getByLabel('First Name').fill('Samuel');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Your account was updated')).toBeVisible();
  await page.getByLabel(/^Current Password/).fill('not it at all');
  await page.getByLabel(/^New Password/).fill('a long walk home');
  await page.getByLabel(/^Confirm New Password/).fill('a long walk home');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Current password is wrong').first()).toBeVisible();
  await page.getByLabel(/^Current Password/).fill('demo-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('this device');
  await other.close();
});
