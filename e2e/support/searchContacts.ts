import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits for the search results: a row that is clicked before the response arrives is not opened. */
export async function searchContacts(page: Page, text: string) {
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === text);
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(text);
  await searched;
  await expect(page.getByRole('table', { name: 'Contacts' })).toHaveAttribute('aria-busy', 'false');
}
