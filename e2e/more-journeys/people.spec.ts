import type { Page, Response } from '@playwright/test';
import { callApi, createSession } from '../support/callApi.ts';
import { expect, test } from '../support/fixtures.ts';

const isOfPeople = (response: Response) => response.url().includes('/contacts/people?');
const isOfSome = (response: Response) => isOfPeople(response) && response.url().includes('&ids=');

/** Once the people are in memory. The server's own search does not answer from then on. */
const fill = async (page: Page, open: () => Promise<void>) => {
  // Nothing is kept in memory for who saves data.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: undefined }));
  const filled = page.waitForResponse(isOfPeople);
  await open();
  await filled;
  await page.route(/\/api\/contacts\?.*search=/, () => undefined);
  return page.getByRole('combobox', { name: 'Search customers' });
};

test('a contact added, renamed and deleted at another desk is so at the first letter here, though the server’s search does not answer', async ({
  page,
  signIn,
  gym,
}) => {
  const search = await fill(page, () => signIn('manager', '/pos'));
  await search.fill('o');
  await expect(page.getByRole('option', { name: /Ann Oakley/ })).toBeVisible();

  /** Of the change only its contact is read. */
  const changed = async (change: () => Promise<unknown>) => {
    const read = page.waitForResponse(isOfSome);
    const began = Date.now();
    await change();
    expect((await (await read).body()).length).toBeLessThan(1_000);
    expect(Date.now() - began).toBeLessThan(4_000);
  };
  let id = '';
  await changed(async () => {
    const { contact } = await callApi<{ contact: { id: string } }>(page, 'POST', '/contacts', {
      firstName: 'Quentin',
      lastName: 'Newcome',
      email: `quentin-${gym.companyId}@mail.test`,
      homeLocationId: gym.locationId,
    });
    id = contact.id;
  });
  await search.fill('qu');
  await expect(page.getByRole('option', { name: /Quentin Newcome/ })).toBeVisible();
  await changed(() => callApi(page, 'PUT', `/contacts/${id}`, { firstName: 'Xavier' }));
  await search.fill('x');
  await expect(page.getByRole('option', { name: /Xavier Newcome/ })).toBeVisible();
  await changed(() => callApi(page, 'DELETE', `/contacts/${id}`));
  await expect(page.getByRole('option', { name: /Xavier Newcome/ })).toHaveCount(0);
  await search.fill('o');
  await page.getByRole('option', { name: /Ann Oakley/ }).click();
  await expect(page.getByText('Ann Oakley')).toBeVisible();
});

test('a user who loses the location while the console is open keeps no names of its people', async ({
  page,
  signIn,
  gym,
  trouble,
}) => {
  trouble.expectStatus(403, /\/api\//);
  trouble.expectStatus(404, /\/api\//);
  // Ann's membership is good at the other location too.
  await gym.make.contact({ first_name: 'Nora', last_name: 'Hereonly' });
  const search = await fill(page, () => signIn('manager', '/pos'));
  await search.fill('n');
  await expect(page.getByRole('option', { name: /Nora Hereonly/ })).toBeVisible();
  const { token } = await createSession(page, gym.users.admin.email);
  const taken = await page.request.put(`/api/users/${gym.users.manager.id}?companyId=${gym.companyId}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { role: 'staff', locations: [{ locationId: gym.otherLocationId, accessLevel: 'manager' }] },
  });
  expect(taken.status()).toBe(200);
  await expect(page.getByRole('button', { name: `Location: ${gym.otherLocationName}` })).toBeVisible();
  await search.fill('nora');
  await expect(page.getByText('Searching...')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await search.fill('ann');
  await expect(page.getByRole('option', { name: /Ann Oakley/ })).toBeVisible();
});
