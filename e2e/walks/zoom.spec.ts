import type { Locator, Page } from '@playwright/test';
import { callApi } from '../support/callApi.ts';
import { expect, test, visit } from '../support/fixtures.ts';

/** WCAG 1.4.10: 1280 px enlarged to 400 %. */
test.use({ viewport: { width: 320, height: 256 }, reducedMotion: 'reduce' });

/** Nothing is wider than the window, and only what scrolls by itself extends beyond it. */
async function expectToFit(page: Page, what: string) {
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect.soft(await page.evaluate(overflowingElements), what).toEqual([]);
}

function overflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));
  const out = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return (
      width > 1 &&
      (left < -1 || right > clientWidth + 1) &&
      element.checkVisibility() &&
      !scrolls(element.parentElement)
    );
  });
  const found = out.slice(0, 3).map((element) => element.outerHTML.slice(0, 160));
  return scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide`, ...found] : found;
}

/** Can be scrolled to, and then nothing covers it. */
async function expectWithinReach(button: Locator) {
  await button.scrollIntoViewIfNeeded();
  await button.click({ trial: true, timeout: 5_000 });
}

test('At 400 % everything fits the width, and every control in a dialog can be reached', async ({
  page,
  visitDemo,
}) => {
  test.slow();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectToFit(page, 'sign in');
  await visitDemo('manager');
  await expect(page.getByRole('list', { name: 'Recent Activity' })).toBeVisible();
  await expectToFit(page, 'check-in');
  await page.getByRole('button', { name: /^Location:/ }).click();
  const denver = page.getByRole('menuitemradio', { name: /Denver/ });
  await expectWithinReach(denver);
  await expectToFit(page, 'location choice');
  await denver.click();
  await page.getByRole('combobox', { name: 'Search members' }).fill('an');
  await page.getByRole('option').first().click();
  await expectWithinReach(page.getByRole('button', { name: 'Check In Member' }));
  await expectToFit(page, 'a member to check in');

  await page.goto('/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: /^Add / }).and(page.locator(':enabled')).first().click();
  await expectToFit(page, 'till');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expectWithinReach(page.getByRole('button', { name: 'Complete Sale' }));
  await expectToFit(page, 'payment at the till');

  const { directLocationAccess } = await callApi<{ directLocationAccess: { location: { id: string } }[] }>(
    page,
    'GET',
    '/locations',
  );
  const at = directLocationAccess[0]?.location.id;
  const { contacts } = await callApi<{ contacts: { contact: { id: string } }[] }>(
    page,
    'GET',
    `/contacts?locationId=${at}&memberFilter=members&limit=1&sortOrder=asc`,
  );
  const member = `/contacts/${contacts[0]?.contact.id}`;
  for (const path of ['/contacts', '/memberships', '/sales-items', '/invoices', '/checkins', '/contacts/add', member]) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page, path);
  }
  for (const tab of ['Purchase History', 'Memberships']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('table', { name: tab })).toBeVisible();
    await expectToFit(page, tab);
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete contact' }).click();
  await expectWithinReach(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expectToFit(page, 'a question');
  await page.goto('/location');
  await page.getByRole('button', { name: 'Add fee' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Key Card');
  await dialog.getByLabel('Amount').fill('2');
  await expectWithinReach(dialog.getByRole('button', { name: 'Save' }));
  await expectWithinReach(dialog.getByLabel('Name'));
  await expectToFit(page, 'a dialog');
});

test('With reduced motion nothing moves', async ({ page, visitDemo }) => {
  await visitDemo('manager');
  const longest = () =>
    page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
    );
  const seen: number[] = [];
  // Quick Check-in takes the focus when it loads.
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  await page.getByRole('button', { name: /^Location:/ }).click();
  seen.push(await longest());
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Escape');
  seen.push(await longest());
  await expect(page.getByRole('menu')).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  seen.push(await longest());
  await page.getByRole('dialog').getByRole('link', { name: 'Location' }).click();
  seen.push(await longest());
  await page.getByRole('button', { name: 'Add fee' }).click();
  seen.push(await longest());
  expect(Math.max(...seen)).toBeLessThanOrEqual(10);
});
