import type { Page } from '@playwright/test';
import { codeAt } from '#tests/support/secondFactor.ts';
import { expect, expectAccessible, signOut, test } from '../support/fixtures.ts';
import { password } from '../support/ownGym.ts';

/** Each code works once, so the next one is from the following step, which is valid a step early. */
const step = 30_000;
const getCode = (key: string, steps: number) => codeAt(key, new Date(Date.now() + steps * step));

async function turnOn(page: Page): Promise<{ key: string; recoveryCode: string }> {
  const field = page.getByRole('textbox', { name: /^Password/ });
  await expect(field).toBeFocused();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessible(page);
  const key = ((await page.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(getCode(key, 0));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I saved them' }).click();
  return { key, recoveryCode };
}

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** A device that stores passkeys and confirms at once, from the browser's own tools. */
async function virtualAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  });
}

async function giveProof(page: Page, dialogName: string) {
  const field = page.getByRole('dialog', { name: dialogName }).getByRole('textbox', { name: /^Password/ });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(password);
  await page.keyboard.press('Enter');
}

test('a passkey is added after the password, signs in without it, and is removed', async ({
  page,
  signIn,
  trouble,
}) => {
  await virtualAuthenticator(page);
  await signIn('operator', '/account');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await giveProof(page, 'Add a passkey');
  const passkeys = page.getByRole('table', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Never');

  await signOut(page, trouble);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Nothing right now.')).toBeVisible();

  await page.goto('/account');
  await expect(passkeys).toBeVisible();
  await expect(passkeys).not.toContainText('Never');
  await passkeys.getByRole('button', { name: /^Remove the passkey/ }).click();
  await giveProof(page, 'Remove this passkey?');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});

test('where the company requires two-step verification, its admin adds one before anything else, and a passkey will do', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(403, /\/api\//);
  await virtualAuthenticator(page);
  await signIn('admin', '/settings/edit');
  await page.getByLabel('Require Two-Step Verification for Company Admins').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Turn on two-step verification' })).toBeVisible();
  await page.goto('/contacts');
  await expect(page).toHaveURL(/\/second-factor$/);
  await page.getByRole('button', { name: 'Add a passkey instead' }).click();
  await giveProof(page, 'Add a passkey');
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  await expect(page.getByText('Nothing right now.')).toBeVisible();

  await signOut(page, trouble);
  await enterPassword(page, gym.users.admin.email);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
});

test('two-step verification is turned on, asked for at the next sign-in, and its recovery codes do too', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(401, /\/auth\/second-factor$/);
  await signIn('operator', '/account');
  await page.getByRole('button', { name: 'Turn On' }).click();
  const { key, recoveryCode } = await turnOn(page);
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  await signOut(page, trouble);
  await enterPassword(page, gym.users.operator.email);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used.');
  await code.fill(getCode(key, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  // Waits for the dashboard's last request, so that none follows the end of the session.
  await expect(page.getByText('Nothing right now.')).toBeVisible();

  await signOut(page, trouble);
  await enterPassword(page, gym.users.operator.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});
