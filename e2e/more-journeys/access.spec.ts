import { can } from '#domain/shared/access.ts';
import { menu } from '#src/menu.ts';
import { expect, test, visit } from '../support/fixtures.ts';

test('what a level may not open sends no request that would be refused, and any other address has a way out', async ({
  page,
  visitDemo,
}) => {
  // What the lowest level may not open contains what the others may not.
  const level = 'point_of_sale';
  await visitDemo(level);
  for (const { slug, label, to } of menu.flat()) {
    if (can(level, slug)) continue;
    await visit(page, to(undefined));
    await expect(page.getByRole('heading', { name: `${label} is not available` })).toBeVisible();
    await expect(page.getByText(/A company admin can change your access level/)).toBeVisible();
    expect(new URL(page.url()).pathname.split('/')[1]).toBe(slug);
  }
  await visit(page, '/equipment');
  await expect(page.getByRole('heading', { name: 'Equipment' })).toBeVisible();
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
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
  await page.getByRole('button', { name: `Switch to ${gym.otherLocationName} (Manager)` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});
