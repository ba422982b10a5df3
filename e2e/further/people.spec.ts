import type { Response } from '@playwright/test';
import { callApi } from '../support/callApi.ts';
import { expect, test } from '../support/fixtures.ts';

test('a contact added at another desk is found at the first letter, though the server’s search does not answer', async ({
  page,
  signIn,
  gym,
}) => {
  // Nothing is kept in memory for who saves data.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: undefined }));
  const isOfPeople = (response: Response) => response.url().includes('/contacts/people?');
  const filled = page.waitForResponse(isOfPeople);
  await signIn('manager', '/pos');
  await filled;
  await page.route(/\/api\/contacts\?.*search=/, () => undefined);
  const search = page.getByRole('combobox', { name: 'Search customers' });
  await search.fill('o');
  await expect(page.getByRole('option', { name: /Ann Oakley/ })).toBeVisible();

  const changed = page.waitForResponse(isOfPeople);
  await callApi(page, 'POST', '/contacts', {
    firstName: 'Quentin',
    lastName: 'Newcome',
    email: `quentin-${gym.companyId}@mail.test`,
    homeLocationId: gym.locationId,
  });
  await changed;
  await search.fill('q');
  await page.getByRole('option', { name: /Quentin Newcome/ }).click();
  await expect(page.getByText('Quentin Newcome')).toBeVisible();
});
