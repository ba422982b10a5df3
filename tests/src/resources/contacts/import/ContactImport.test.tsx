import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ContactImportBody } from '#domain/contact-import/contract.ts';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/import/ContactImport.tsx';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { isTabHeld } from '#tests/support/leaving.ts';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { unplug } from '#tests/support/unplug.ts';

const members = `Given Name,Surname,E-mail Address,Mobile,DOB,Shoe size
Maya,Okafor,maya@example.test,(303) 555-0142,25/3/1990,38
Robin,Vale,robin@example.test,,4/5/1991,
Sam,,sam@example.test,,,
Robin,Vale,ROBIN@example.test,,,
Dana,Known,dana@example.test,,,
`;
const dana = { id: '018f0000-0000-7000-8000-00000000dada', firstName: 'Dana', lastName: 'Known' };
const location = buildLocation();
const getBody = ({ body }: { body: unknown }) => body as ContactImportBody;
/** Answers like the server, which already has Dana. */
const server = (call: { body: unknown }) => {
  const { contacts, dryRun } = getBody(call);
  const duplicates = contacts.flatMap(({ email }, index) =>
    email === 'dana@example.test' ? [{ index, contact: dana }] : [],
  );
  return { message: '', imported: contacts.length - duplicates.length, duplicates, dryRun };
};
const opened = async (routes: Routes = {}) => {
  const page = renderScreen(
    '/contacts/import',
    { 'POST /contacts/import': server, 'GET /contact-imports': () => ({ imports: [] }), ...routes },
    { locations: [location] },
  );
  await screen.findByRole('heading', { name: 'Import contacts' });
  return page;
};
type Page = Awaited<ReturnType<typeof opened>>;
const choose = async ({ user }: Page, text = members, name = 'members.csv') =>
  user.upload(screen.getByLabelText('CSV file'), new File([text], name, { type: 'text/csv' }));
const press = async ({ user }: Page, name: string) => user.click(await screen.findByRole('button', { name }));
const check = async (page: Page) => {
  await choose(page);
  await press(page, 'Check 5 Rows');
};
const sentTo = ({ api }: Page) => api.to('POST /contacts/import');
const row = (name: RegExp) => screen.findByRole('row', { name });

test('memberships are read from their columns, the check shows what each row becomes, and wrong ones are skipped with their reason', async () => {
  const text =
    'First Name,Last Name,Email,Pricing Option,Next Autopay Date,Balance Due\nMaya,Okafor,maya@example.test,Unlimited,2026-12-05,$12.50\nRobin,Vale,robin@example.test,Gold,2026-12-05,\n';
  const active = {
    index: 0,
    becomes: 'active',
    membership: { plan: 'Unlimited', startDate: '2026-11-05', endDate: '2026-12-04', price: 99, renewal: 'manual' },
    balance: 12.5,
    errors: null,
  };
  const invalid = {
    index: 1,
    becomes: 'invalid',
    membership: null,
    balance: 0,
    errors: {
      'membership.plan':
        'There is no membership plan named "Gold" at this location. Add it first, or choose "Not imported" for its column',
    },
  };
  const summary = {
    memberships: { active: 1, pending: 0, suspended: 0, expired: 0 },
    renewalsOnHold: 1,
    invoices: 1,
    balance: 12.5,
    stripeCustomers: 0,
    rows: [active, invalid],
  };
  const page = await opened({ 'POST /contacts/import': () => ({ message: '', imported: 1, duplicates: [], summary }) });
  await choose(page, text);
  expect(screen.getByRole('combobox', { name: 'Read Pricing Option as' })).toHaveTextContent('Membership Plan');
  await press(page, 'Check 2 Rows');
  expect(await row(/Maya Okafor.*Active member.*Unlimited.*\$99.00 manually.*\$12.50/)).toBeVisible();
  expect(screen.getByText(/1 active membership\. 1 open invoice for balances owed, \$12.50 in total\./)).toBeVisible();
  expect(screen.getByText(/Nobody is charged yet. 1 membership will wait/)).toBeVisible();
  expect(await row(/Robin Vale.*There is no membership plan named "Gold"/)).toBeVisible();
  expect(
    screen.getByText(/^No plan here, or more than one, is called Gold \(1 row\)\. Add or rename plans/),
  ).toBeVisible();
  await press(page, 'Import 1 Contact');
  expect(await screen.findByRole('heading', { name: '1 contact imported' })).toBeVisible();
  expect(getBody(sentTo(page).at(-1)!).contacts).toMatchObject([
    { email: 'maya@example.test', membership: { plan: 'Unlimited', nextBillDate: '2026-12-05' }, balance: 12.5 },
  ]);
});

test('a membership of somebody who is a contact already is skipped with what can be done', async () => {
  const page = await opened();
  await choose(
    page,
    'First Name,Last Name,Email,Pricing Option,Next Autopay Date\nDana,Known,dana@example.test,Unlimited,2026-12-05\n',
  );
  await press(page, 'Check 1 Row');
  const known = await row(/Dana Known/);
  expect(
    within(known).getByRole('link', { name: /^Already a contact\. A membership is imported with a new contact only/ }),
  ).toBeVisible();
});

test('/contacts/import needs a selected location, otherwise it offers the dashboard', async () => {
  renderScreen('/contacts/import', {}, { locations: [] });
  expect(await screen.findByText('Select a location to import contacts')).toBeVisible();
  expect(screen.getByText('Go to Dashboard')).toHaveAttribute('href', '/dashboard');
});

test('the page refuses a level that may not write contacts', async () => {
  renderScreen('/contacts/import', {}, { level: 'point_of_sale' });
  expect(await screen.findByText(/point of sale|POS/i, { selector: 'main *' })).toBeVisible();
  expect(screen.queryByLabelText('CSV file')).not.toBeInTheDocument();
});

describe('choosing and matching', () => {
  test('columns with a familiar name are matched, and the first rows are shown as they will be', async () => {
    const page = await opened();
    await choose(page);
    expect(await screen.findByRole('group', { name: 'Match the columns' })).toHaveFocus();
    const readAs = (heading: string) => screen.getByRole('combobox', { name: `Read ${heading} as` });
    expect(
      ['Given Name', 'Surname', 'E-mail Address', 'Mobile', 'DOB', 'Shoe size'].map(
        (heading) => readAs(heading).textContent,
      ),
    ).toEqual(['First Name', 'Last Name', 'Email', 'Phone', 'Date of Birth', 'Not imported']);
    const preview = within(screen.getByRole('table', { name: 'Preview' }));
    expect(
      preview.getByRole('row', { name: /Maya Okafor maya@example.test \(303\) 555-0142 Mar 25, 1990/ }),
    ).toBeVisible();
    expect(preview.getByRole('row', { name: /Sam sam@example.test Last name is required/ })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Date format' })).toHaveTextContent('Day first (25/3/1990)');
    expect(sentTo(page)).toHaveLength(0);
  });

  test('a dropped file is read like a chosen one', async () => {
    await opened();
    fireEvent.drop(screen.getByRole('heading', { name: 'Drop a CSV file here' }), {
      dataTransfer: { files: [new File([members], 'm.csv')] },
    });
    expect(await screen.findByText(/m.csv has 5 rows/)).toBeVisible();
  });

  test('a column can be read as something else, and without a column for the e-mail nothing can be checked', async () => {
    const page = await opened();
    await choose(page, 'Name,Login\nMaya Okafor,maya@example.test\n');
    expect(await screen.findByText('Choose a column for Email. It is required.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check 1 Row' })).toBeDisabled();
    await page.user.click(screen.getByRole('combobox', { name: 'Read Login as' }));
    await page.user.click(await screen.findByRole('option', { name: 'Email' }));
    expect(await screen.findByRole('table', { name: 'Preview' })).toHaveTextContent('maya@example.test');
    expect(screen.getByRole('button', { name: 'Check 1 Row' })).toBeEnabled();
  });

  test('a file that cannot be read says why, and another one can be chosen', async () => {
    const page = await opened();
    await choose(page, 'PK\u0003\u0004', 'members.csv');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is a workbook.');
    await choose(page);
    expect(await screen.findByRole('table', { name: 'Preview' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('checking', () => {
  test('rows with mistakes, repeated e-emails and contacts that are there already are skipped, each with its reason', async () => {
    const page = await opened();
    await check(page);
    expect(await screen.findByRole('heading', { name: '2 contacts to import' })).toBeVisible();
    expect(await row(/Sam sam@example.test 4 ?Row 4 Last name is required/)).toBeVisible();
    expect(await row(/Robin Vale ROBIN@example.test 5 ?Row 5 Same email as row 3/)).toBeVisible();
    const known = await row(/Dana Known dana@example.test 6 ?Row 6 Already a contact/);
    expect(within(known).getByRole('link', { name: 'Already a contact' })).toHaveAttribute(
      'href',
      `/contacts/${dana.id}`,
    );
    expect(sentTo(page).map((call) => getBody(call))).toMatchObject([
      { locationId: location.id, dryRun: true, contacts: { length: 3 } },
    ]);
  });

  test('the skipped rows can be downloaded with their reasons', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const page = await opened();
    await check(page);
    await press(page, 'Download CSV');
    const [link] = clicked.mock.contexts;
    expect(link).toHaveAttribute('download', expect.stringMatching(/^contacts-skipped-\d{4}-\d\d-\d\d\.csv$/));
    const [file] = saved.mock.lastCall ?? [];
    expect(await (file as Blob).text()).toContain(
      'Given Name,Surname,E-mail Address,Mobile,DOB,Shoe size,Reason\r\nSam,,sam@example.test,,,,Last name is required\r\n',
    );
  });

  test('a file in which nothing is new imports nothing', async () => {
    const page = await opened();
    await choose(page, 'Name,Email\nDana Known,dana@example.test\n');
    await press(page, 'Check 1 Row');
    expect(await screen.findByRole('heading', { name: 'Nothing to import' })).toBeVisible();
    expect(screen.getByText('No row of this file can be imported. The reasons are below.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
  });

  test('each step begins at its top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo');
    const page = await opened();
    await choose(page);
    await screen.findByRole('group', { name: 'Match the columns' });
    scrollTo.mockClear();
    await press(page, 'Check 5 Rows');
    expect(await screen.findByRole('group', { name: 'Check the rows' })).toHaveFocus();
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    scrollTo.mockRestore();
  });

  test('a check that fails says so beside its button, and can be made again', async () => {
    const page = await opened({
      'POST /contacts/import': () => respond(503, { message: 'The database does not answer.' }),
    });
    await check(page);
    const step = within(await screen.findByRole('group', { name: 'Match the columns' }));
    // Beside the button, which is far below the top of a phone.
    expect(await step.findByRole('alert')).toHaveTextContent('The database does not answer.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(step.getByRole('button', { name: 'Check 5 Rows' })).toBeEnabled();
  });
});

describe('saving', () => {
  test('what was checked is saved at the selected location, and the page says how many', async () => {
    const page = await opened({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Import complete' })).toHaveFocus();
    expect(getBody(sentTo(page)[1]!)).toEqual({
      locationId: location.id,
      contacts: [
        {
          firstName: 'Maya',
          lastName: 'Okafor',
          email: 'maya@example.test',
          phone: '3035550142',
          dateOfBirth: '1990-03-25',
          emergencyContactPhone: '',
        },
        {
          firstName: 'Robin',
          lastName: 'Vale',
          email: 'robin@example.test',
          phone: '',
          dateOfBirth: '1991-05-04',
          emergencyContactPhone: '',
        },
      ],
    });
    expect(screen.getByRole('heading', { name: '3 rows skipped' })).toBeVisible();
    await page.user.click(screen.getByRole('link', { name: 'View contacts' }));
    expect(window.location.pathname).toBe('/contacts');
  });

  test('while it saves there is a way to stop it; then nothing was saved, and it can be tried again', async () => {
    const saving = later<unknown>();
    const page = await opened({
      'POST /contacts/import': (call) => (getBody(call).dryRun ? server(call) : saving.promise),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('dialog', { name: 'Saving 2 contacts…' })).toBeVisible();
    await press(page, 'Cancel');
    expect(await screen.findByText('Import canceled. Nothing was saved.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import 2 Contacts' })).toBeEnabled();
  });

  test('what was canceled after a lost answer is not called done by a press without a network', async () => {
    const saving = later<unknown>();
    const answers = [Promise.reject(new TypeError('Failed to fetch')), saving.promise];
    answers[0]?.catch(() => undefined);
    const page = await opened({
      'POST /contacts/import': (call) =>
        getBody(call).dryRun ? server(call) : (answers.shift() ?? Promise.reject(new TypeError('Failed to fetch'))),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await screen.findByText(responseLost);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    await screen.findByText('Import canceled. Nothing was saved.');
    unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText('You are offline.')).toBeVisible();
  });

  test('leaving the page while it saves asks first', async () => {
    const saving = later<unknown>();
    const page = await opened({
      'POST /contacts/import': (call) => (getBody(call).dryRun ? server(call) : saving.promise),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await screen.findByRole('dialog', { name: 'Saving 2 contacts…' });
    expect(isTabHeld()).toBe(true);
    const { pathname } = window.location;
    fireEvent.click(screen.getByRole('link', { name: 'Back to Contacts', hidden: true }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave while contacts are being saved?' }));
    await page.user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(window.location.pathname).toBe(pathname));
    await press(page, 'Cancel');
    await screen.findByText('Import canceled. Nothing was saved.');
    expect(isTabHeld()).toBe(false);
  });

  test('an import that was over before it could be canceled says that', async () => {
    let isSaved = false;
    const never = later<unknown>();
    const page = await opened({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun && isSaved)
          return { message: '', imported: 0, duplicates: [0, 1].map((index) => ({ index, contact: dana })) };
        if (getBody(call).dryRun) return server(call);
        isSaved = true;
        return never.promise;
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    expect(await screen.findByText('The import finished before it could be canceled.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
  });

  test('when nobody knows whether a canceled import was saved, it says how to find out', async () => {
    let isCanceled = false;
    const never = later<unknown>();
    const page = await opened({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun) return isCanceled ? respond(503, { message: 'Too busy' }) : server(call);
        isCanceled = true;
        return never.promise;
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    expect(await screen.findByText(/^The import may have finished before it was canceled\./)).toBeVisible();
    expect(screen.getByText('Too busy')).toBeVisible();
  });

  test('after a lost answer the same attempt is sent again, so that nothing is imported twice', async () => {
    let isLost = true;
    const page = await opened({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun || !isLost) return server(call);
        isLost = false;
        throw new TypeError('Failed to fetch');
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('alert')).toHaveTextContent(responseLost);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
    const keys = sentTo(page).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBeNull();
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[2]).toBe(keys[1]);
  });

  test('offline, nothing was imported, unless an earlier try may have been', async () => {
    const page = await opened({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun) return server(call);
        throw new TypeError('Failed to fetch');
      },
    });
    await check(page);
    const plugIn = unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText('You are offline.')).toBeVisible();
    plugIn();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText(responseLost)).toBeVisible();
    unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText(responseLost)).toBeVisible();
  });
});

test('an earlier import is undone after a question that says what is removed and what stays', async () => {
  // Without a layout nothing would be in sight, and nothing would get the focus of the button that disappears.
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  const entry = {
    id: '018f0000-0000-7000-8000-0000000000f1',
    at: '2026-11-30T16:14:00Z',
    importedBy: 'Ada Park',
    imported: 400,
    unused: 398,
  };
  let imports = [entry];
  const page = await opened({
    'GET /contact-imports': () => ({ imports }),
    'DELETE /contact-imports/:key': () => {
      imports = [];
      return { message: 'Import undone', removed: 398 };
    },
  });
  await press(page, 'Undo import of Nov 30, 2026, 9:14 AM');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(/^398 contacts of this import are removed.* 2 were changed or used since, and stay/),
  ).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Remove 398 Contacts' }));
  expect(await screen.findByText('398 contacts removed')).toBeVisible();
  expect(page.api.to(`DELETE /contact-imports/${entry.id}`)).toHaveLength(1);
  expect(screen.queryByRole('table', { name: 'Earlier imports' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
