import { can, levels, lockedReason } from '#domain/rules/access.ts';
import { menu } from '#src/menu.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

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

test('No refused page asks the server for anything that is refused', async ({ page, visitDemo }) => {
  // What the lowest level may not open contains what the others may not.
  const level = 'point_of_sale';
  await visitDemo(level);
  for (const { slug, label, to } of menu.flat().filter((entry) => !can(level, entry.slug))) {
    await page.goto(to(undefined));
    await expect(page.getByRole('heading', { name: `${label} is not available` })).toBeVisible();
    expect(new URL(page.url()).pathname.split('/')[1]).toBe(slug);
  }
});

test('The page of a refused feature names the location that would allow it, and switching opens it', async ({ page, gym, database, signIn }) => {
  const access = { user_id: gym.users.operator.id, company_id: gym.companyId, location_id: gym.otherLocationId, access_level: 'manager' as const };
  await database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
  await signIn('operator', '/reports');
  await expect(page.getByText(`Your access level at ${gym.locationName} is Operator`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Switch to ${gym.otherLocationName} (Manager)` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});

test('The page of what no location of theirs allows says who can change that', async ({ page, visitDemo }) => {
  await visitDemo('operator', '/reports');
  await expect(page.getByText(/Your access level at Iron Peak Denver is Operator/)).toBeVisible();
  await expect(page.getByText(/A company admin can change your access level/)).toBeVisible();
});

test('Training and Equipment are reachable by URL for every level', async ({ page, visitDemo }) => {
  await visitDemo('point_of_sale');
  for (const [path, title] of [['/training', 'Training'], ['/equipment', 'Equipment']] as const) {
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

test('On a phone the menu comes when called and goes when something was chosen', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitDemo('manager');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Main menu' });
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Check-ins' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check-ins' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
