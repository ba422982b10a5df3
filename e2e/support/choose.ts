import { expect, type Locator } from '@playwright/test';

/**
 * Takes an option of a select. Its menu is opened by key: by mouse it closes again where the button is released beside
 * it, as happens when the page moves between press and release.
 */
export async function choose(select: Locator, option: string | RegExp) {
  const page = select.page();
  await select.press('Enter');
  await page.getByRole('option', { name: option, ...(typeof option === 'string' && { exact: true }) }).click();
  // A closing menu is hidden from screen readers at once, and covers the page for a moment longer.
  await expect(page.getByRole('listbox', { includeHidden: true })).toHaveCount(0);
}
