import { can, levels, lockedReason } from '#domain/rules/access.ts';
import { menu } from '#src/menu.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

for (const level of levels) {
  test(`Sidebar and pages at level ${level} agree with the access table, and nothing refused is asked`, async ({ page, signIn }) => {
    await signIn(level);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
    for (const { slug, label } of menu.flat()) {
      const entry = nav.getByRole('link', { name: label, exact: true });
      if (can(level, slug)) await expect(entry).not.toHaveAttribute('aria-disabled');
      else {
        await expect(entry).toHaveAttribute('aria-disabled', 'true');
        await entry.hover();
        await expect(page.getByRole('tooltip', { name: lockedReason(level, slug) })).toBeVisible();
      }
    }
    for (const { slug, label, to } of menu.flat().filter((entry) => !can(level, entry.slug))) {
      await page.goto(to(undefined));
      await expect(page.getByRole('heading', { name: `${label} is not available` })).toBeVisible();
      expect(new URL(page.url()).pathname.split('/')[1]).toBe(slug);
    }
  });
}

test('The page of a refused feature names the location that would allow it, and switching opens it', async ({ page, signIn }) => {
  await signIn('operator');
  await page.goto('/reports');
  await expect(page.getByText(/Your access level at Iron Peak Denver is Operator/)).toBeVisible();
  await expect(page.getByText(/None of your other locations would allow it/)).toBeVisible();
  await expectAccessible(page);
});

test('Training and Equipment are reachable by URL for every level', async ({ page, signIn }) => {
  await signIn('point_of_sale');
  for (const [path, title] of [['/training', 'Training'], ['/equipment', 'Equipment']] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});

test("An unknown address shows 'Unexpected Application Error!' with a way out", async ({ page, signIn }) => {
  await signIn('operator');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
});

test('On a phone the menu comes when called and goes when something was chosen', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('manager');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Main menu' });
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Check-ins' }).click();
  await expect(page.getByRole('heading', { name: 'Check-ins' })).toBeVisible();
  await expect(dialog).toBeHidden();
});
