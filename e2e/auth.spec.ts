import { endSessionAtNextCall } from './support/slowResponse.ts';
import { expect, expectAccessible, signInByForm, signOut, test } from './support/fixtures.ts';

test('Without a session every private route, and /, redirects to /login', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/checkins?page=2', '/contacts/add', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/login');
  }
});

test('Sign in leads to /dashboard; then / and /login do too, and Sign Out leads back and forgets everything', async ({
  page,
  gym,
  trouble,
}) => {
  await signInByForm(page, gym.users.operator.email);
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
  await signOut(page, trouble);
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('A wrong password is refused with one sentence, and the right one then works', async ({ page, gym, trouble }) => {
  trouble.expectStatus(401, /auth\/login/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(gym.users.operator.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await signInByForm(page, gym.users.operator.email);
});

test('A console that did not load says so, and a reload loads it', async ({ page, gym, trouble }) => {
  trouble.expectStatus(503, /assets\/App-/);
  await page.route(/assets\/App-/, (route) => route.fulfill({ status: 503 }));
  await signInByForm(page, gym.users.operator.email);
  await expect(page.getByRole('heading', { name: 'Couldn’t load Spotter' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/assets\/App-/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
});

test('The first load of /login has nothing of react-admin, and no more than 65 KB of script', async ({ browser }) => {
  // A new context has an empty cache.
  const own = await browser.newContext();
  const page = await own.newPage();
  const scripts: { url: string; size: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push({ url: request.url(), size: request.sizes().then((sizes) => sizes.responseBodySize) });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const sizes = await Promise.all(scripts.map(({ size }) => size));
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(10 * 1024);
  expect(sum).toBeLessThan(65 * 1024);
  await own.close();
});

test('Forgot password says the same for a known and an unknown address', async ({ page }) => {
  for (const email of ['operator@demo.test', 'nobody@demo.test']) {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByRole('status')).toContainText('Check your email');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await expect(page).toHaveURL('/login');
  }
});

test('Reset password: without a token it cannot be sent, with a used-up one the server says so', async ({
  page,
  trouble,
}) => {
  await page.goto('/change-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid or missing reset token');
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeDisabled();
  trouble.expectStatus(400, /auth\/change-password/);
  await page.goto('/change-password?token=used-up');
  await page.getByLabel('New password', { exact: true }).fill('a-new-password');
  await page.getByLabel('Confirm password', { exact: true }).fill('a-new-passwort');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await page.getByLabel('Confirm password', { exact: true }).fill('a-new-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert')).not.toHaveText('Passwords do not match');
  await expectAccessible(page);
});

test('Verify e-mail: without a token and with a wrong one', async ({ page, trouble }) => {
  await page.goto('/verify-email');
  await expect(page.getByText('No verification token provided')).toBeVisible();
  trouble.expectStatus(400, /auth\/verify-email/);
  await page.goto('/verify-email?token=wrong');
  await expect(page.getByRole('alert')).toContainText('Email verification failed');
  await page.getByRole('link', { name: 'Try Signing In' }).click();
  await expect(page).toHaveURL('/login');
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

test('The theme follows the system until one is chosen, and is there before the first paint', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn('operator');
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light theme' }).click();
  await expect.poll(theme).toBe('light');
  // When the document is there, only theme.js has run.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await theme()).toBe('light');
});
