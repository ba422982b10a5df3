import { expect, test } from './support/fixtures.ts';

test('A kiosk is paired by its code, checks members in, and stops when it is removed', async ({
  page,
  gym,
  signIn,
  browser,
  trouble,
}) => {
  // The kiosk's last call, after it was removed.
  trouble.expectStatus(401, /\/devices\/self$/);
  await signIn('admin', '/access-control/devices');
  await page.getByRole('button', { name: 'Add device' }).click();
  const form = page.getByRole('dialog', { name: 'Add device' });
  await form.getByLabel('Name').fill('Tablet at the entrance');
  await form.getByRole('button', { name: 'Add device' }).click();
  const pairing = page.getByRole('dialog', { name: 'Pair Tablet at the entrance' });
  const code = await pairing.getByLabel('Pairing code', { exact: true }).innerText();

  const tablet = await browser.newContext();
  const kiosk = await tablet.newPage();
  await kiosk.clock.install();
  await kiosk.goto('/kiosk');
  await kiosk.getByLabel('Pairing code').fill(code);
  await kiosk.keyboard.press('Enter');
  await expect(kiosk.getByLabel('Your code')).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Tablet at the entrance is paired' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/contacts/${gym.contactId}`);
  await page.getByRole('button', { name: 'Show code' }).click();
  const card = (await page.getByText(/^[2-9A-Z]{4} [2-9A-Z]{4} [2-9A-Z]{4}$/).innerText()).replaceAll(/\s/g, '');
  await kiosk.getByLabel('Your code').fill(card);
  await kiosk.keyboard.press('Enter');
  await expect(kiosk.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible();
  await kiosk.clock.runFor(5_000);
  await expect(kiosk.getByLabel('Your code')).toBeFocused();

  // It is still paired when nobody came for three days.
  await kiosk.clock.fastForward(3 * 24 * 60 * 60 * 1_000);
  await expect(kiosk.getByLabel('Your code')).toBeFocused();

  await page.goto('/access-control/log');
  await expect(page.getByRole('row', { name: /Ann Oakley.*Tablet at the entrance.*Allowed/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Actions for Tablet at the entrance' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await kiosk.clock.runFor(61_000);
  await expect(kiosk.getByRole('heading', { name: 'This kiosk was removed' })).toBeVisible();
  await tablet.close();
});
