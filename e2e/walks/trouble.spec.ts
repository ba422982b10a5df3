import type { Locator, Page } from '@playwright/test';
import { createPdf } from '#tests/support/pdf.ts';
import { callApi } from '../support/callApi.ts';
import { type Desk, expect, test, type Trouble } from '../support/fixtures.ts';

// What writes, in bad situations. The till, Take Payment and purchases are in interruptions.spec.ts.

interface Form {
  /** What is about to be sent. */
  api: string;
  /** Fills in the form; the button sends it. */
  fill: () => Promise<Locator>;
  done: Locator;
}

const dialog = (page: Page) => page.getByRole('dialog');
const lost =
  'The connection was lost, so this may have been done already. Try again to find out. It is done only once.';

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

const creations: Record<string, { said?: string; logged: string; open: (desk: Desk) => Promise<Form> }> = {
  'a page that adds a record': {
    logged: 'sales-item.created',
    open: async ({ page, signIn }) => {
      await signIn('manager', '/sales-items/add');
      const fill = async () => {
        await page.getByLabel('Name').fill('Chalk');
        return page.getByRole('button', { name: 'Add sales item' });
      };
      return { api: '/sales-items', fill, done: page.getByText('Sales item added') };
    },
  },
  'a page that sends a file': {
    logged: 'agreement.created',
    open: async ({ page, signIn }) => {
      await signIn('manager', '/agreements/add');
      const fill = async () => {
        await page.getByLabel('Name').fill('House Rules');
        await page.getByLabel('PDF document').setInputFiles(pdf());
        return page.getByRole('button', { name: 'Add agreement' });
      };
      return { api: '/agreements', fill, done: page.getByText('Agreement added') };
    },
  },
  'a dialog whose response has a secret': {
    logged: 'webhook-endpoint.created',
    open: async ({ page, signIn }) => {
      await signIn('admin', '/settings/webhooks');
      const fill = async () => {
        await page.getByRole('button', { name: 'Add webhook' }).click();
        await dialog(page).getByLabel('URL').fill('https://example.com/hook');
        return dialog(page).getByRole('button', { name: 'Add', exact: true });
      };
      return { api: '/webhook-endpoints', fill, done: page.getByRole('dialog', { name: 'Signing Secret' }) };
    },
  },
  'a dialog that says what failed in an alert': {
    said: `Failed to save fee: ${lost}`,
    logged: 'location.fee-created',
    open: async ({ page, gym, signIn }) => {
      await signIn('admin', `/location/${gym.locationId}`);
      const fill = async () => {
        await page.getByRole('button', { name: 'Add fee' }).click();
        await dialog(page).getByLabel('Name').fill('Key Card');
        await dialog(page).getByLabel('Amount').fill('2.5');
        return dialog(page).getByRole('button', { name: 'Save' });
      };
      return { api: `/locations/${gym.locationId}/fees`, fill, done: page.getByRole('row', { name: /Key Card/ }) };
    },
  },
  'a dialog that takes two calls': {
    logged: 'contact.created',
    open: async (desk) => {
      const { page, gym } = desk;
      await openHousehold(desk);
      const fill = async () => {
        await page.getByRole('button', { name: 'Add Member' }).click();
        await dialog(page).getByRole('button', { name: 'New contact' }).click();
        await dialog(page).getByLabel('First Name').fill('Kit');
        await dialog(page).getByLabel('Email').fill(`kit-${gym.companyId}@member.test`);
        return dialog(page).getByRole('button', { name: 'Add Member' });
      };
      return { api: '/contacts', fill, done: page.getByText('Kit Oakley added to the household') };
    },
  },
};

for (const [what, { said = lost, logged, open }] of Object.entries(creations)) {
  test(`${what}: the answer is lost, the button is pressed again, and it is done once`, async ({
    page,
    gym,
    signIn,
    trouble,
    database,
  }) => {
    const { api, fill, done } = await open({ page, gym, signIn });
    const button = await fill();
    await loseResponse(page, trouble, 'POST', api);
    await button.click();
    await expect(page.getByText(said)).toBeVisible();
    if (said !== lost) await page.getByRole('button', { name: 'OK' }).click();
    await button.click();
    await expect(done).toBeVisible();
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
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred');
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
  await expect(dialog(page).getByRole('alert')).toHaveText('The database is busy');
  await expect(dialog(page).getByRole('alert')).toBeFocused();
  await expect(dialog(page)).toContainText('VIP');
  isBusy = false;
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('Tags added to 1 contact')).toBeVisible();
});
