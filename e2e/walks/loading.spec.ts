import type { Page } from '@playwright/test';
import { expect, expectAccessible, signInByForm, test, type Trouble } from '../support/fixtures.ts';

/** Blocks the code of one chunk until the network is restored. */
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
  const giveBack = await withoutCode(page, trouble, 'DrawerDialog');
  await signIn('manager', '/pos');
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill('kayak');
  await expect(page.getByText('No sales items match your search criteria.')).toBeVisible();
  await page.getByRole('button', { name: /^Cash drawer: / }).click();
  await page.getByRole('menuitem', { name: 'Open Drawer' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Couldn’t load this part' });
  await expect(alert.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toHaveValue('kayak');

  await page.getByRole('button', { name: /^Cash drawer: / }).click();
  await page.getByRole('menuitem', { name: 'Open Drawer' }).click();
  await expect(alert).toBeVisible();
  await giveBack();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('dialog', { name: 'Open Drawer' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search sales items', includeHidden: true })).toHaveValue('kayak');
});

test("A page whose code does not arrive says 'Unexpected Application Error!' inside the frame, and opens when it is chosen again", async ({
  page,
  signIn,
  trouble,
}) => {
  const giveBack = await withoutCode(page, trouble, 'CheckinList');
  await signIn('manager');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Check-ins' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('The connection was lost, or a new version is available.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await giveBack();
  await menu.getByRole('link', { name: 'Check-ins' }).click();
  await expect(page.getByRole('heading', { name: 'Check-ins', level: 1 })).toBeVisible();
});

test('A public page whose code does not load says so, and a reload loads it', async ({ page, trouble }) => {
  const giveBack = await withoutCode(page, trouble, 'ForgotPasswordPage');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Couldn’t load Spotter' })).toBeVisible();
  await giveBack();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
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
