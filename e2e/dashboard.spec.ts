import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';

interface Denied {
  reason: string;
  name: string;
  location: string;
}

/** Someone who was denied for this reason lately, at whichever location it was. */
async function deniedFor(page: Page, reason: string): Promise<Denied> {
  const headers = { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
  const { companyLocations } = await (await page.request.get('/api/locations', { headers })).json();
  for (const { location } of companyLocations) {
    const answer = await page.request.get(`/api/checkins?locationId=${location.id}&accessGranted=denied&limit=1000`, { headers });
    const { checkins } = await answer.json();
    const found = checkins.find(({ checkin }: { checkin: { reason: string } }) => checkin.reason === reason);
    if (found) return { reason, name: `${found.contact.firstName} ${found.contact.lastName}`, location: location.name };
  }
  throw new Error(`The demo has nobody who was denied with: ${reason}`);
}

async function choose(page: Page, location: string) {
  const selector = page.getByRole('button', { name: /^Location:/ });
  if ((await selector.textContent())?.includes(location)) return;
  await selector.click();
  await page.getByRole('menuitemradio', { name: new RegExp(location) }).click();
  await expect(page.getByRole('button', { name: `Location: ${location}` })).toBeVisible();
}

test('The front desk’s journey with the keyboard alone: find a member, check in, see it in Recent Activity and in Check-ins', async ({ page, signIn }) => {
  await signIn('operator');
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  const granted = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem').filter({ hasText: 'Allowed' }).first();
  const name = ((await granted.innerText()).split('\n').find((line) => /^\S+ \S+/.test(line)) ?? '').trim();

  const search = page.getByRole('combobox', { name: 'Search members' });
  await search.focus();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  const first = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem').first();
  await expect(first).toContainText(name);
  await expect(first).toContainText('Front Desk');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeHidden();

  await page.getByRole('link', { name: 'Check-ins', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search check-ins' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) }).first();
  await expect(row).toContainText('Front Desk');
  await expect(row).toContainText('Allowed');
});

const denials = [
  ['Membership access is suspended', 'Access Suspended'],
  ['Membership has expired', 'Membership Expired'],
  ['Membership has not started yet', 'Membership Pending'],
  ['Membership is not valid at this location', 'Location Restricted'],
  ['No membership found for this contact', 'No Membership'],
] as const;

for (const [reason, title] of denials) {
  test(`A denied check-in says '${title}', records the denial and refreshes Recent Activity`, async ({ page, signIn, trouble }) => {
    trouble.expectStatus(403, /\/api\/checkins$/);
    await signIn('admin');
    const { name, location } = await deniedFor(page, reason);
    // The search offers members only; a membership can end between the search and the check-in, as here.
    await page.route('**/api/contacts?*', (route) => {
      const url = new URL(route.request().url());
      if (url.searchParams.has('search')) url.searchParams.delete('memberFilter');
      return route.continue({ url: url.href });
    });
    await choose(page, location);
    await page.getByRole('combobox', { name: 'Search members' }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).first().click();
    await page.getByRole('button', { name: 'Check In Member' }).click();
    await expect(page.getByRole('alert')).toContainText(title);
    await expect(page.getByRole('alert')).toContainText(reason);
    const first = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem').first();
    await expect(first).toContainText(name);
    await expect(first).toContainText('Denied');
    await expect(first).toContainText(reason);
  });
}

test('Switching the location switches every number and row of the dashboard', async ({ page, signIn }) => {
  await signIn('admin');
  const members = page.getByRole('article', { name: 'Active Members' });
  await choose(page, 'Iron Peak Denver');
  await expect(page.getByText(/^Iron Peak Denver ·/)).toBeVisible();
  await expect(members).toContainText(/\d/);
  const activity = page.getByRole('list', { name: 'Recent Activity' });
  const before = await activity.innerText();
  await choose(page, 'Iron Peak Phoenix');
  await expect(page.getByText(/^Iron Peak Phoenix ·/)).toBeVisible();
  await expect.poll(() => activity.innerText()).not.toBe(before);
  await page.reload();
  await expect(page.getByText(/^Iron Peak Phoenix ·/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the dashboard and in its menus in the ${colorScheme} theme`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme });
    await signIn('manager');
    await expect(page.getByRole('list', { name: 'Recent Activity' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Search members' }).fill('a');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Location:/ }).click();
    await expect(page.getByRole('menuitemradio').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Profile/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('A check-in made at another desk appears within a second, marked as new', async ({ page, signIn, browser, baseURL }) => {
  await signIn('manager');
  await choose(page, 'Iron Peak Denver');
  await page.mouse.move(0, 0);
  const mine = page.getByRole('list', { name: 'Recent Activity' });
  await expect(mine.getByRole('listitem').first()).toBeVisible();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const desk = await other.newPage();
  await desk.goto('/login');
  await desk.getByLabel('Email').fill('operator@demo.test');
  await desk.getByLabel('Password', { exact: true }).fill('demo-password');
  await desk.getByRole('button', { name: 'Sign In' }).click();
  await desk.getByRole('combobox', { name: 'Search members' }).fill('an');
  const found = desk.getByRole('option').first();
  await found.click();
  const standing = desk.getByRole('region', { name: /^Standing of/ });
  await expect(standing.getByText('Membership', { exact: true })).toBeVisible();
  const name = ((await standing.getAttribute('aria-label')) ?? '').replace('Standing of ', '');
  await desk.getByRole('button', { name: 'Check In Member' }).click();
  await expect(mine.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'New' })).toBeVisible({ timeout: 3_000 });
  await other.close();
});
