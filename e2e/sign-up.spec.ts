import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, test } from './support/fixtures.ts';

/** A gym's website at an address of its own, with what its owner pasted. */
async function openWebsite() {
  let pasted = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Our gym</title><h1>Join us</h1>${pasted}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paste: (html: string) => void (pasted = html),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('an admin pastes the form into the website, a visitor signs up twice, and the desk finds them with what they asked', async ({
  page,
  signIn,
  browser,
  gym,
}) => {
  const website = await openWebsite();
  await signIn('admin', '/settings/api');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Website');
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'The sign-up form of your website' }).click();
  await dialog.getByRole('textbox', { name: 'Web pages' }).fill(website.origin);
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Website is ready' });
  website.paste((await shown.getByLabel('Form', { exact: true }).textContent()) ?? '');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I saved it' }).click();

  const visitor = await browser.newPage();
  await visitor.goto(website.origin);
  const signUp = async (firstName: string, message: string) => {
    await visitor.getByLabel('First name').fill(firstName);
    await visitor.getByLabel('Last name').fill('Visitor');
    await visitor.getByLabel('Email').fill('val@visitor.example');
    await visitor.getByRole('combobox', { name: 'Location' }).selectOption(gym.locationId);
    await visitor.getByLabel('Message').fill(message);
    await visitor.getByRole('button', { name: 'Sign up' }).click();
    await expect(visitor.getByRole('status')).toHaveText('Thank you. We will be in touch.');
  };
  await signUp('Val', 'Do you have yoga?');
  await visitor.reload();
  await signUp('Valerie', 'And a sauna?');
  await visitor.close();
  website.close();

  await page.goto('/contacts');
  await page
    .getByRole('row', { name: /Val Visitor/ })
    .getByRole('link')
    .click();
  await expect(page.getByText('Do you have yoga?')).toBeVisible();
  await expect(page.getByText('And a sauna?')).toBeVisible();
  await expect(page.getByText(/Signed up again on .* as Valerie Visitor/)).toBeVisible();
  await expect(page.getByText('website', { exact: true })).toBeVisible();
});
