import { expect, signInByForm, signOut, test } from './support/fixtures.ts';

test('a visitor is led to the sign-in, a wrong password is refused, and Sign Out forgets everything', async ({
  page,
  gym,
  trouble,
}) => {
  trouble.expectStatus(401, /auth\/login/);
  for (const path of ['/', '/checkins?page=2']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/login');
  }
  await page.getByLabel('Email').fill(gym.users.operator.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await signInByForm(page, gym.users.operator.email);
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await signOut(page, trouble);
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
