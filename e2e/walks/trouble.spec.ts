import type { Locator, Page } from '@playwright/test';
import { createPdf } from '#tests/support/pdf.ts';
import { addAgreement, callApi } from '../support/callApi.ts';
import { type Desk, expect, test, type Trouble } from '../support/fixtures.ts';
import { expectFocus } from '../support/keyboard.ts';

// What writes, in bad situations. The till, Take Payment and purchases are in interruptions.spec.ts.

interface Creation {
  /** The message, if it is not that of most forms. */
  said?: string;
  /** What it is called in the activity log. */
  logged: string;
  open: (desk: Desk) => Promise<unknown>;
  /** What is sent. */
  api: (gym: Desk['gym']) => string;
  fill: (page: Page, gym: Desk['gym']) => Promise<void>;
  button: (page: Page) => Locator;
  done: (page: Page) => Locator;
}

const dialog = (page: Page) => page.getByRole('dialog');
const lost = 'The connection was lost, so this may have been done already. Check, or try again. It is done only once.';
const unknown = 'An unexpected error occurred. This may have been done already. Check, or try again.';

/** The server does what it is sent, and its response never arrives. */
async function loseResponse(page: Page, trouble: Trouble, method: string, api: string) {
  trouble.expectMessage(/ERR_CONNECTION_RESET/);
  let isLost = false;
  await page.route(`**/api${api}`, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

async function openHousehold({ page, gym, signIn }: Desk) {
  const benId = await gym.make.contact({ first_name: 'Ben', last_name: 'Oakley' });
  await signIn('manager');
  const { household } = await callApi<{ household: { id: string } }>(page, 'POST', '/households', {
    name: 'Oakley',
    payerId: gym.contactId,
  });
  await callApi(page, 'POST', `/households/${household.id}/members`, { contactId: benId, mayAct: false });
  await page.goto(`/contacts/${gym.contactId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  return { householdId: household.id };
}

const pdf = () => ({ name: 'rules.pdf', mimeType: 'application/pdf', buffer: createPdf() });

const creations: Record<string, Creation> = {
  'a page that adds a record': {
    logged: 'sales-item.created',
    open: ({ signIn }) => signIn('manager', '/sales-items/add'),
    api: () => '/sales-items',
    fill: (page) => page.getByLabel('Name').fill('Chalk'),
    button: (page) => page.getByRole('button', { name: 'Add sales item' }),
    done: (page) => page.getByText('Sales item added'),
  },
  'a page that sends a file': {
    logged: 'agreement.created',
    open: ({ signIn }) => signIn('manager', '/agreements/add'),
    api: () => '/agreements',
    fill: async (page) => {
      await page.getByLabel('Name').fill('House Rules');
      await page.getByLabel('PDF document').setInputFiles(pdf());
    },
    button: (page) => page.getByRole('button', { name: 'Add agreement' }),
    done: (page) => page.getByText('Agreement added'),
  },
  'a dialog whose response has a secret': {
    logged: 'webhook-endpoint.created',
    open: ({ signIn }) => signIn('admin', '/settings/webhooks'),
    api: () => '/webhook-endpoints',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await dialog(page).getByLabel('URL').fill('https://example.com/hook');
    },
    button: (page) => dialog(page).getByRole('button', { name: 'Add', exact: true }),
    done: (page) => page.getByRole('dialog', { name: 'Signing Secret' }),
  },
  'a dialog that says what failed in an alert': {
    said: `Failed to save fee: ${lost}`,
    logged: 'location.fee-created',
    open: ({ signIn, gym }) => signIn('admin', `/location/${gym.locationId}`),
    api: (gym) => `/locations/${gym.locationId}/fees`,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add fee' }).click();
      await dialog(page).getByLabel('Name').fill('Key Card');
      await dialog(page).getByLabel('Amount').fill('2.5');
    },
    button: (page) => dialog(page).getByRole('button', { name: 'Save' }),
    done: (page) => page.getByRole('row', { name: /Key Card/ }),
  },
  'a dialog that takes two calls': {
    logged: 'contact.created',
    open: openHousehold,
    api: () => '/contacts',
    fill: async (page, gym) => {
      await page.getByRole('button', { name: 'Add Member' }).click();
      await dialog(page).getByRole('button', { name: 'New contact' }).click();
      await dialog(page).getByLabel('First Name').fill('Kit');
      await dialog(page).getByLabel('Email').fill(`kit-${gym.companyId}@member.test`);
    },
    button: (page) => dialog(page).getByRole('button', { name: 'Add Member' }),
    done: (page) => page.getByText('Kit Oakley added to the household'),
  },
};

for (const [what, { said = lost, logged, open, api, fill, button, done }] of Object.entries(creations)) {
  test(`${what}: the answer is lost, the button is pressed again, and it is done once`, async ({
    page,
    gym,
    signIn,
    trouble,
    database,
  }) => {
    await open({ page, gym, signIn });
    await fill(page, gym);
    await loseResponse(page, trouble, 'POST', api(gym));
    await button(page).click();
    await expect(page.getByText(said)).toBeVisible();
    if (said !== lost) await page.getByRole('button', { name: 'OK' }).click();
    await button(page).click();
    await expect(done(page)).toBeVisible();
    const rows = await database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select('id').where('action', '=', logged).execute(),
    );
    expect(rows).toHaveLength(1);
  });
}

test('an edit whose answer was lost is saved by the next press, which does not take it for somebody else’s', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(409, /\/sales-items\//);
  await signIn('manager', `/sales-items/${gym.itemId}/edit`);
  await page.getByLabel('Price').fill('13');
  await loseResponse(page, trouble, 'PUT', `/sales-items/${gym.itemId}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toHaveText(unknown);
  await expect(page.getByLabel('Price')).toHaveValue('13');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sales item updated')).toBeVisible();
});

test('a dialog about what somebody else changed says so, keeps what was typed, and saves it at the second press', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(409, /\/households\//);
  const { householdId } = await openHousehold({ page, gym, signIn });
  await page.getByRole('button', { name: 'Household actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const name = dialog(page).getByRole('textbox', { name: 'Name' });
  await name.fill('Elms');
  await callApi(page, 'PUT', `/households/${householdId}`, { name: 'Birches' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toHaveText(
    'This was changed by someone else. Your changes are still here. Save again to overwrite the other changes.',
  );
  await expect(name).toHaveValue('Elms');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Elms')).toBeVisible();
});

test('a refusal is told beside what was pressed, takes the focus, and leaves what was entered: tags of several contacts', async ({
  page,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(500, /\/contacts\//);
  await signIn('manager', '/contacts');
  await page.getByRole('table', { name: 'Contacts' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  await dialog(page).getByRole('combobox', { name: 'Tags' }).fill('VIP;');
  let isBusy = true;
  await page.route('**/api/contacts/*', async (route) => {
    if (!isBusy || route.request().method() !== 'PUT') return route.fallback();
    // As slow as any answer: by then the dialog as a whole has the focus.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return route.fulfill({ status: 500, json: { message: 'The database is busy' } });
  });
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Ann Oakley: The database is busy');
  await expect(dialog(page).getByRole('alert')).toBeFocused();
  await expect(dialog(page)).toContainText('VIP');
  isBusy = false;
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('Tags added to 1 contact')).toBeVisible();
  // The bar with the button is gone: the focus is at the list, not at the top of the page.
  await expect(page.getByRole('region', { name: 'Contacts' })).toBeFocused();
});

test('a button has the focus again after it waited for the server, also when it was clicked while it had it: a check-in', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('manager', `/contacts/${gym.contactId}`);
  const button = page.getByRole('button', { name: 'Check In' });
  await button.focus();
  await page.route('**/api/checkins', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return route.fallback();
  });
  await button.click();
  await expect(page.getByText(/checked in successfully!$/)).toBeVisible();
  await expect(button).toBeFocused();
});

test('a button shows its focus also when the response came before the browser had taken the focus away: a download', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('admin');
  const agreementId = await addAgreement(page, { name: 'House Rules', locationId: gym.locationId });
  await page.goto(`/agreements/${agreementId}`);
  const button = page.getByRole('button', { name: 'Download version 1' });
  await button.focus();
  await page.evaluate(() => {
    const ask = window.fetch;
    const file = new Blob(['%PDF']);
    window.fetch = async (input, init) =>
      String(input instanceof Request ? input.url : input).includes('download')
        ? Response.json({ url: URL.createObjectURL(file), fileName: 'rules.pdf' })
        : ask(input, init);
  });
  for (let times = 0; times < 5; times += 1) {
    // The file is there before the button waits no more, and a press on a button that waits does nothing.
    await expect(button).toBeEnabled();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await download;
    await expectFocus(page);
  }
});

test('a deletion whose answer was lost is finished by the next press, and a double click undoes it once', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(404, /\/contacts\//);
  const id = await gym.make.contact({ first_name: 'Bo', last_name: 'Berg' });
  await gym.make.checkin(id);
  await signIn('admin', `/contacts/${id}`);
  await loseResponse(page, trouble, 'DELETE', `/contacts/${id}`);
  const remove = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete contact' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expect(page.getByText(unknown)).toBeVisible();
  await remove();
  await expect(page.getByText('Contact deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).dblclick();
  await expect(page.getByText('Contact restored')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bo Berg' })).toBeVisible();
});
