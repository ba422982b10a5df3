import type { Page } from '@playwright/test';
import type { Level } from '#domain/shared/access.ts';
import { expect, expectAccessible, test, visit } from '../support/fixtures.ts';

/** One URL stands for all records of its kind. */
const getKind = (href: string) => (href.split('?')[0] ?? '').replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');

/** Opens a page of each kind that is linked from another, and returns their kinds. A response from 400 on fails the test anyway. */
async function followEveryLink(page: Page): Promise<string[]> {
  const kinds = new Map(['/dashboard', '/account'].map((path) => [path, path]));
  for (const href of kinds.values()) {
    await visit(page, href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"], [role="progressbar"], .MuiSkeleton-root')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /is not available|Unexpected/ })).toHaveCount(0);
    const links = await page
      .locator('a[href^="/"]:not([aria-disabled="true"], [download])')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    for (const to of links) if (!to.startsWith('/api/') && !kinds.has(getKind(to))) kinds.set(getKind(to), to);
  }
  return [...kinds.keys()];
}

const reached = {
  manager: ['/contacts/:id', '/invoices/:id', '/memberships/:id/edit', '/reports', '/location/:id/edit'],
  operator: ['/contacts/:id', '/invoices/:id', '/memberships/:id'],
  point_of_sale: ['/sales-items/:id/edit', '/pos'],
};

for (const [level, some] of Object.entries(reached)) {
  test(`Level ${level}: no link leads to what is refused`, async ({ page, visitDemo }) => {
    test.setTimeout(180_000);
    await visitDemo(level as Level);
    expect(await followEveryLink(page)).toEqual(expect.arrayContaining(some));
  });
}

test('Admin level at one location: no link leads to what is refused', async ({ page, gym, database, signIn }) => {
  test.setTimeout(180_000);
  await database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('location_access')
      .set({ access_level: 'admin' })
      .where('user_id', '=', gym.users.manager.id)
      .execute(),
  );
  await signIn('manager');
  expect(await followEveryLink(page)).toEqual(
    expect.arrayContaining([
      '/users/:id',
      '/users/add',
      '/settings/activity',
      '/company/stripe',
      '/memberships/:id/edit',
    ]),
  );
});

test('On a phone the menu opens on request and closes when an entry is chosen', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitDemo('manager');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Main menu' });
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Check-ins' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check-ins' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
