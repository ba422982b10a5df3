import { expect, menuEntry, test } from '../support/fixtures.ts';
import { expectFocus, createKeyboard, reportActions } from '../support/keyboard.ts';
import { password } from '../support/ownGym.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';

test('From a search to a row, to the form, and back to that row, by keyboard alone', async ({ page, gym, signIn }) => {
  for (const first_name of ['Anna', 'Bela', 'Clara']) await gym.make.contact({ first_name });
  await signIn('operator');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { press, write, tabTo } = createKeyboard(page);
  await tabTo(menuEntry(page, 'Contacts'), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page.getByRole('searchbox', { name: 'Search contacts' }));
  const response = page.waitForResponse(/\/api\/contacts\?.*search=a/);
  await write('a');
  await response;
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await tabTo(page.getByRole('row').nth(3).getByRole('link'));
  const address = (await page.locator(':focus').getAttribute('href')) ?? '';
  await press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page.getByRole('button', { name: 'Edit Contact' }));
  await press('Enter');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await tabTo(page.getByLabel('City'));
  await write('Boulder');
  await press('Enter');
  await expect(page.getByText('Contact updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Contact' })).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Back to Contacts' }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue('a');
  await expect(page.locator(`a[href="${address}"]`)).toBeFocused();
});

test('A contact is added by keyboard alone, mistakes included', async ({ page, signIn, trouble }) => {
  trouble.expectStatus(409, /\/api\/contacts$/);
  const email = 'quinn@example.test';
  await signIn('operator', '/contacts');
  const { press, write, tabTo, actions } = createKeyboard(page);
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
  await expect(page.getByText('Contact added')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  reportActions('Add a contact', actions());

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
  await expect(page.getByLabel('Last Name')).toHaveValue('Castellanos');
  await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue(email);
  await tabTo(page.getByRole('button', { name: 'Add Contact' }));
  await press('Enter');
  const refusal = page.getByRole('alert').filter({ hasText: 'A contact with this email already exists' });
  await expect(refusal).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Email/ })).toBeFocused();
});

test('Sign in, choose a location and check a member in there, by keyboard alone', async ({ page, gym, database }) => {
  const access = {
    user_id: gym.users.manager.id,
    company_id: gym.companyId,
    location_id: gym.otherLocationId,
    access_level: 'manager' as const,
  };
  await database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
  const contactId = await gym.make.contact({
    first_name: 'Sue',
    last_name: 'South',
    home_location_id: gym.otherLocationId,
  });
  await gym.make.contactMembership(contactId);
  await page.goto('/login');
  const { press, write, tabTo, go, open } = createKeyboard(page);
  await tabTo(page.getByLabel('Email'));
  await write(gym.users.manager.email);
  await tabTo(page.getByLabel('Password', { exact: true }));
  await write(password);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Front Desk Dashboard' })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search members' });
  await expect(search).toBeFocused();

  await open(page.getByRole('button', { name: `Location: ${gym.locationName}` }), 'Shift+Tab');
  await go('ArrowDown', page.getByRole('menuitemradio', { name: new RegExp(`^${gym.otherLocationName}`) }));
  await press('Enter');
  await expect(page.getByText(`${gym.otherLocationName} ·`)).toBeVisible();
  await expect(search).toBeFocused();

  const name = 'Sue South';
  await tabTo(search);
  await write(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeFocused();
  await expectFocus(page);
  await press('Enter');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeVisible();
  await expect(search).toBeFocused();
});

test('A membership is sold by card, declined and then paid, by keyboard alone', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  test.slow();
  trouble.expectStatus(402, /\/confirm$/);
  await withStripe(page);
  await configureStripe(page, gym);
  const lastName = 'Cardholder';
  await gym.make.contact({ first_name: 'Robin', last_name: lastName });
  await signIn('admin');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();

  const { press, write, tabTo, go, open, choose, actions } = createKeyboard(page);
  await open(menuEntry(page, 'Contacts'), 'Shift+Tab');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await tabTo(page.getByRole('searchbox', { name: 'Search contacts' }));
  await write(lastName);
  await open(page.getByRole('link', { name: `Robin ${lastName}` }));
  await tabTo(page.getByRole('tab', { name: 'Contact Information' }));
  await go('ArrowRight', page.getByRole('tab', { name: 'Memberships' }));
  await press('Enter');
  await open(page.getByRole('button', { name: 'Purchase Membership' }));
  await expect(page.getByRole('searchbox', { name: 'Search memberships' })).toBeFocused();
  const plan = page.getByRole('list', { name: 'Memberships' }).getByRole('button').first();
  await open(plan);

  const pay = page.getByRole('button', { name: /^Charge / });
  const card = page.getByLabel('Card number');
  await tabTo(card);
  await write('4000000000000002');
  await tabTo(page.getByLabel(/^Street/));
  await write('1 Peak St');
  await tabTo(page.getByLabel(/^City/));
  await write('Denver');
  await choose(page.getByLabel(/^State/), 'Colorado');
  await tabTo(page.getByLabel(/^ZIP code/));
  await write('80202');
  await open(pay);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await open(page.getByRole('button', { name: 'Try Again' }));
  await tabTo(card);
  await press('ControlOrMeta+a');
  await write('4242424242424242');
  await open(pay);
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Purchase Membership' })).toBeFocused();
  reportActions('Sell a plan by card, a decline included', actions());
});

test('The buttons of the setup checklist disappear when they are pressed, and the focus stays on the page', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  await database.scoped([gym.companyId], (tx) => tx.deleteFrom('company_settings').execute());
  await signIn('admin');
  const checklist = page.getByRole('region', { name: /^Set up / });
  const cashOnly = checklist.getByRole('button', { name: 'We don’t accept cards' });
  await cashOnly.focus();
  await page.keyboard.press('Enter');
  await expect(cashOnly).toBeHidden();
  await expect(checklist).toBeFocused();
  await checklist.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
