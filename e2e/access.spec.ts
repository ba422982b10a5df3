import type { Page } from '@playwright/test';
import { can, levels, lockedReason, type Level } from '#domain/shared/access.ts';
import { menu } from '#src/menu.ts';
import { expect, expectAccessible, test, visit } from './support/fixtures.ts';

for (const level of levels) {
  test(`The sidebar at level ${level} agrees with the access table`, async ({ page, visitDemo }) => {
    await visitDemo(level);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
    for (const { slug, label } of menu.flat()) {
      const entry = nav.getByRole('link', { name: label, exact: true });
      if (can(level, slug)) await expect(entry).not.toHaveAttribute('aria-disabled');
      else await expect(entry).toHaveAttribute('aria-disabled', 'true');
    }
    const locked = menu.flat().find(({ slug }) => !can(level, slug));
    if (!locked) return;
    await nav.getByRole('link', { name: locked.label, exact: true }).hover();
    await expect(page.getByRole('tooltip', { name: lockedReason(level, locked.slug) })).toBeVisible();
  });
}

test('No locked page sends a request that the server would refuse', async ({ page, visitDemo }) => {
  // What the lowest level may not open contains what the others may not.
  const level = 'point_of_sale';
  await visitDemo(level);
  for (const { slug, label, to } of menu.flat().filter((entry) => !can(level, entry.slug))) {
    await visit(page, to(undefined));
    await expect(page.getByRole('heading', { name: `${label} is not available` })).toBeVisible();
    expect(new URL(page.url()).pathname.split('/')[1]).toBe(slug);
  }
});

test('The page of a refused feature names the location that would allow it, and switching opens it', async ({
  page,
  gym,
  database,
  signIn,
}) => {
  const access = {
    user_id: gym.users.operator.id,
    company_id: gym.companyId,
    location_id: gym.otherLocationId,
    access_level: 'manager' as const,
  };
  await database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
  await signIn('operator', '/reports');
  await expect(page.getByText(`Your access level at ${gym.locationName} is Operator`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Switch to ${gym.otherLocationName} (Manager)` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});

test('The page of a feature that no location allows says who can change that', async ({ page, visitDemo }) => {
  await visitDemo('operator', '/reports');
  await expect(page.getByText(/Your access level at Iron Peak Denver is Operator/)).toBeVisible();
  await expect(page.getByText(/A company admin can change your access level/)).toBeVisible();
});

test('Training and Equipment are reachable by URL for every level', async ({ page, visitDemo }) => {
  await visitDemo('point_of_sale');
  for (const [path, title] of [
    ['/training', 'Training'],
    ['/equipment', 'Equipment'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});

test("An unknown address shows 'Unexpected Application Error!' with a way out", async ({ page, visitDemo }) => {
  await visitDemo('operator', '/nowhere');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
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

test('Admin level at one location: no link leads to what is refused', async ({
  page,
  gym,
  database,
  signIn,
  trouble,
}) => {
  test.setTimeout(180_000);
  // This company has no Stripe account yet.
  trouble.expectStatus(404, /\/stripe$/);
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
