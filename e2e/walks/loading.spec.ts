import type { Page } from '@playwright/test';
import {
  demoAccounts,
  expect,
  expectAccessible,
  menuEntry,
  openAs,
  signInByForm,
  test,
  type Trouble,
} from '../support/fixtures.ts';

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

test('a success message shifts nothing', async ({ page, gym, signIn }) => {
  await signIn('operator', `/contacts/${gym.contactId}`);
  const tabs = page.getByRole('tablist', { name: 'Contact' });
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = await tabs.boundingBox();
  await page.getByLabel('City').fill('Boulder');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Contact updated')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  expect((await tabs.boundingBox())?.y).toBe(before?.y);
});

for (const width of [390, 1280])
  for (const first of ['code', 'checklist'])
    test(`nothing moves while the dashboard of a company that is not set up loads, ${width} px wide, its ${first} first`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const [checklist, code] = ['**/checklist', '**/assets/front-desk-*.js'];
      const [early, late] = first === 'code' ? [code, checklist] : [checklist, code];
      const arrived = page.waitForResponse(early).then((response) => response.finished());
      await page.route(late, async (route) => {
        await arrived;
        await route.continue();
      });
      await page.route('**/assets/dashboard-*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await openAs(page, 'owner@rival.test');
      await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Check-ins by hour' })).toBeAttached();
      await expect(page.getByText(/^Needs attention \(/)).toBeAttached();
      const moved = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
      expect(moved).toBeLessThan(0.05);
    });

test('the notice about renewals on hold, which arrives late, moves neither the check-in nor its focus', async ({
  page,
}) => {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/renewals-on-hold', async (route) => {
    await arrived;
    await route.fulfill({ json: { renewalsOnHold: { card: 0, manual: 2 } } });
  });
  await openAs(page, 'owner@rival.test');
  const search = page.getByRole('combobox', { name: 'Search members' });
  await expect(search).toBeFocused();
  await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
  const before = await search.boundingBox();
  arrive();
  await expect(page.getByText('Renewals are on hold')).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
  await expect(search).toBeFocused();
});

test('the focus does not stay on a check-in that loads below the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.route('**/assets/dashboard-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await openAs(page, 'owner@rival.test');
  await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeAttached();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a page that is offline says so, and no longer once it is back', async ({ page, context, visitDemo, trouble }) => {
  trouble.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  await visitDemo('operator', '/contacts');
  await expect(page.locator('tr.record').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\./)).toBeHidden();
});

for (const [state, message] of [
  ['refuses', 'SecurityError'],
  ['is full', 'QuotaExceededError'],
] as const) {
  test(`where the browser's storage ${state}, one can sign in and work`, async ({ page }) => {
    await page.addInitScript((name) => {
      const refuse = () => {
        throw new DOMException('No', name);
      };
      if (name === 'QuotaExceededError') Storage.prototype.setItem = refuse;
      else
        for (const storage of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, storage, { configurable: true, get: refuse });
    }, message);
    await signInByForm(page, demoAccounts.operator);
    await menuEntry(page, 'Contacts').click();
    await expect(page.locator('tr.record').first()).toBeVisible();
    await expect(page.getByText(message)).toHaveCount(0);
  });
}
