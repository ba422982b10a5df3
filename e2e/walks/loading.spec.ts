import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInByForm, test, type Trouble } from '../support/fixtures.ts';

/** Blocks the code of one chunk (`scripts/lib/chunks.ts`) until the network is restored. */
async function withoutCode(page: Page, trouble: Trouble, chunk: string) {
  const url = new RegExp(`assets/${chunk}-`);
  trouble.expectMessage(/ERR_FAILED|Code did not arrive/);
  await page.route(url, (route) => route.abort());
  return () => page.unroute(url);
}

test('A dialog whose code does not load says so over the page, which stays, and Try Again opens it', async ({
  page,
  signIn,
  trouble,
}) => {
  const giveBack = await withoutCode(page, trouble, 'contacts');
  await signIn('manager', '/contacts');
  const views = page.getByRole('button', { name: 'Views' });
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('kayak');
  await views.click();
  const alert = page.getByRole('alertdialog', { name: 'Couldn’t load this part' });
  await expect(alert.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue('kayak');

  await views.click();
  await expect(alert).toBeVisible();
  await giveBack();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search contacts', includeHidden: true })).toHaveValue('kayak');
});

test("A page whose code does not arrive says 'Unexpected Application Error!' inside the frame, and opens when it is chosen again", async ({
  page,
  signIn,
  trouble,
}) => {
  const giveBack = await withoutCode(page, trouble, 'reports');
  await signIn('manager');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('The connection was lost, or a new version is available.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await giveBack();
  await menu.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
});

test('A public page whose code does not load says so, and a reload loads it', async ({ page, trouble }) => {
  const giveBack = await withoutCode(page, trouble, 'auth');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Couldn’t load Spotter' })).toBeVisible();
  await giveBack();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('A console that did not load says so, and a reload loads it', async ({ page, gym, trouble }) => {
  trouble.expectStatus(503, /assets\/app-/);
  await page.route(/assets\/app-/, (route) => route.fulfill({ status: 503 }));
  await signInByForm(page, gym.users.operator.email);
  await expect(page.getByRole('heading', { name: 'Couldn’t load Spotter' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/assets\/app-/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
});
