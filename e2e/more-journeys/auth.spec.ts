import { endSessionAtNextCall } from '../support/slowResponse.ts';
import { emailedLink } from '../support/emailedLink.ts';
import { password } from '../support/ownGym.ts';
import { expect, signInByForm, signOut, test } from '../support/fixtures.ts';

test('a password is changed by the link in the email, once', async ({ page, gym, trouble }) => {
  trouble.expectStatus(400, /auth\/change-password/);
  const { email } = gym.users.operator;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('status')).toContainText('Check your email');
  const link = /\/change-password\?token=[\w-]+/;
  await expect.poll(() => emailedLink(email, link)).not.toBe('');
  const change = async () => {
    await page.goto(await emailedLink(email, link));
    for (const label of ['New password', 'Confirm password'])
      await page.getByLabel(label, { exact: true }).fill('a long walk home');
    await page.getByRole('button', { name: 'Reset password' }).click();
  };
  await change();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await signInByForm(page, email, 'a long walk home');
  await expect(page.getByText('Nothing right now.')).toBeVisible();
  await signOut(page, trouble);
  await change();
  await expect(page.getByRole('alert')).toHaveText('This link was used already or has expired');
});

test('A token that the server no longer knows ends the session in every tab', async ({
  page,
  context,
  signIn,
  trouble,
}) => {
  await signIn('manager');
  const other = await context.newPage();
  await other.goto('/checkins');
  await expect(other.getByRole('heading', { level: 1, name: 'Check-ins' })).toBeVisible();
  trouble.expectStatus(401, /\/api\//);
  await endSessionAtNextCall(page, '**/api/contacts?*');
  // The page is on its way to the sign-in while it loads.
  await page.goto('/contacts').catch(() => undefined);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText('Your session has expired. Please log in again.');
  await expect(other).toHaveURL('/login');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const path of ['/kiosk', '/sign?token=none'])
  test(`${path.split('?')[0]} stays when staff sign out in another tab`, async ({ page, signIn, trouble }) => {
    await signIn('manager');
    const visitor = await page.context().newPage();
    await visitor.goto(path);
    await visitor.evaluate(() => window.addEventListener('storage', () => (window.name = 'told')));
    await signOut(page, trouble);
    await expect.poll(() => visitor.evaluate(() => window.name)).toBe('told');
    expect(new URL(visitor.url()).pathname).toBe(path.split('?')[0]);
    await visitor.close();
  });

test('Sign Out without a connection ends in the sign-in page, where one signs in once it is back', async ({
  page,
  context,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  await signIn('operator', '/contacts');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByLabel('Email').fill(gym.users.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
});
