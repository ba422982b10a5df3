import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** A keyboard that counts: each key pressed and each text typed in one go is one action. */
function keyboardOf(page: Page) {
  let actions = 0;
  const press = async (key: string) => {
    actions += 1;
    await page.keyboard.press(key);
  };
  const write = async (text: string) => {
    actions += 1;
    await page.keyboard.type(text);
  };
  /** Tab by Tab until there; on the way the focus is never lost and always seen. */
  const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await press(key);
      await expectFocus(page);
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`No ${key} leads to ${target}`);
  };
  return { press, write, tabTo, actions: () => actions };
}

const expectFocus = (page: Page) => expect.poll(() => page.evaluate(focusTrouble)).toBe('');

/** Asks for the active element: Chromium's button in a date input has the focus without matching `:focus`. */
function focusTrouble(): string {
  const element = document.activeElement ?? document.body;
  if (element === document.body) return 'The focus is lost';
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!over) return `${element.outerHTML.slice(0, 200)} is out of sight`;
  // What is drawn one pixel small, as a file input is, shows its focus on the label around it.
  const isSeen = width < 3 || element.contains(over) || over.contains(element) || over.closest('label') !== null;
  return isSeen ? '' : `${element.outerHTML.slice(0, 200)} is covered by ${over.outerHTML.slice(0, 200)}`;
}

/** Prints how many actions a job took, and keeps the number in the report. */
function tell(job: string, actions: number) {
  test.info().annotations.push({ type: 'actions', description: `${job}: ${actions}` });
  process.stdout.write(`${job} by keyboard alone: ${actions} actions\n`);
}

test('From a search to a row, to the form, and back to that row, by keyboard alone', async ({ page, signIn }) => {
  await signIn('operator');
  const { press, write, tabTo } = keyboardOf(page);
  await tabTo(page.getByRole('link', { name: 'Contacts', exact: true }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page.getByRole('searchbox', { name: 'Search contacts' }));
  await write('a');
  await expect(page).toHaveURL(/search/);
  const third = page.getByRole('row').nth(3).getByRole('link');
  await tabTo(third);
  const name = await page.getByRole('row').nth(3).getByRole('link').getAttribute('href');
  await press('Enter');
  await expect(page).toHaveURL(name ?? '');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page.getByRole('button', { name: 'Edit Contact' }));
  await press('Enter');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await tabTo(page.getByLabel('City'));
  await write('Boulder');
  await press('Enter');
  await expect(page.getByText('Contact updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Contact' })).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Back to Contacts' }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue('a');
  await expect(page.locator(`a[href="${name}"]`)).toBeFocused();
});

test('A contact is added by keyboard alone, mistakes included', async ({ page, signIn, trouble }) => {
  trouble.expectStatus(409, /\/api\/contacts$/);
  const email = `quinn${Date.now()}@example.test`;
  await signIn('operator');
  await page.goto('/contacts');
  const { press, write, tabTo, actions } = keyboardOf(page);
  await tabTo(page.getByRole('link', { name: 'Add Contact' }));
  await press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page.getByLabel('First Name'));
  await write('Quinn');
  await press('Tab');
  await write('Castellanos');
  await press('Tab');
  await write(email);
  await press('Enter');
  await expect(page.getByText('Contact created successfully')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  tell('Add a contact', actions());

  await tabTo(page.getByRole('link', { name: 'Add Contact' }));
  await press('Enter');
  await tabTo(page.getByLabel('First Name'));
  await press('Enter');
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await write('Quinn');
  await press('Tab');
  await write('Castellanos');
  await press('Tab');
  await write(email);
  await tabTo(page.getByRole('button', { name: 'Create Contact' }));
  await press('Enter');
  const refusal = page.getByRole('alert').filter({ hasText: 'A contact with this email already exists' });
  await expect(refusal).toBeFocused();
});
