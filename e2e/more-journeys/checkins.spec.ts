import { expect, test } from '../support/fixtures.ts';

test.beforeEach(async ({ visitDemo, page }) => {
  await visitDemo('manager');
  await page.getByRole('link', { name: 'Check-ins', exact: true }).click();
  await expect(page.getByText(/^Page 1 of \d+ \(\d+ check-ins\)$/)).toBeVisible();
});

test('Back and forward walk through the pages, orders and searches of a list', async ({ page }) => {
  const pages = page.getByText(/^Page \d+ of \d+/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toHaveText(/^Page 2 of/);
  // The browser's history entry follows the screen after a moment that no person would notice.
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Member' }).click();
  await expect(pages).toHaveText(/^Page 1 of/);
  await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/order=ASC/);
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByText('No check-ins match your search criteria.')).toBeVisible();
  await expect(page).toHaveURL(/zzzz/);

  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(pages).toHaveText(/^Page 2 of/);
  await expect(page.getByRole('columnheader', { name: 'Check-in Time' })).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(pages).toHaveText(/^Page 1 of/);
  await page.goForward();
  await expect(pages).toHaveText(/^Page 2 of/);
  await page.reload();
  await expect(pages).toHaveText(/^Page 2 of/);
});
