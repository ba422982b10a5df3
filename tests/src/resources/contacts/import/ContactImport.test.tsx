import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { respond } from '#tests/support/consoleApi.ts';
import { isTabHeld } from '#tests/support/leaving.ts';
import { renderScreen } from '#tests/support/render.tsx';
import {
  check,
  choose,
  dana,
  getBody,
  location,
  members,
  openImport,
  press,
  row,
  sentTo,
} from '#tests/support/contactImport.ts';

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
  const page = await openImport({
    'POST /contacts/import': () => ({ message: '', imported: 1, duplicates: [], summary }),
  });
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
  const page = await openImport();
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
    const page = await openImport();
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
    await openImport();
    fireEvent.drop(screen.getByRole('heading', { name: 'Drop a CSV file here' }), {
      dataTransfer: { files: [new File([members], 'm.csv')] },
    });
    expect(await screen.findByText(/m.csv has 5 rows/)).toBeVisible();
  });

  test('a column can be read as something else, and without a column for the e-mail nothing can be checked', async () => {
    const page = await openImport();
    await choose(page, 'Name,Login\nMaya Okafor,maya@example.test\n');
    expect(await screen.findByText('Choose a column for Email. It is required.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check 1 Row' })).toBeDisabled();
    await page.user.click(screen.getByRole('combobox', { name: 'Read Login as' }));
    await page.user.click(await screen.findByRole('option', { name: 'Email' }));
    expect(await screen.findByRole('table', { name: 'Preview' })).toHaveTextContent('maya@example.test');
    expect(screen.getByRole('button', { name: 'Check 1 Row' })).toBeEnabled();
  });

  test('leaving asks once columns were matched by hand, and not before', async () => {
    const page = await openImport();
    await choose(page, 'Name,Login\nMaya Okafor,maya@example.test\n');
    await screen.findByText('Choose a column for Email. It is required.');
    expect(isTabHeld()).toBe(false);
    await page.user.click(screen.getByRole('combobox', { name: 'Read Login as' }));
    await page.user.click(await screen.findByRole('option', { name: 'Email' }));
    expect(isTabHeld()).toBe(true);
    await press(page, 'Check 1 Row');
    await screen.findByRole('button', { name: 'Import 1 Contact' });
    await page.user.click(screen.getByRole('link', { name: 'Back to Contacts' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without importing?' }));
    await page.user.click(question.getByRole('button', { name: 'Stay' }));
    expect(window.location.pathname).toBe('/contacts/import');
    await press(page, 'Import 1 Contact');
    await waitFor(() => expect(isTabHeld()).toBe(false));
  });

  test('a file that cannot be read says why, and another one can be chosen', async () => {
    const page = await openImport();
    await choose(page, 'PK\u0003\u0004', 'members.csv');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is a workbook.');
    await choose(page);
    expect(await screen.findByRole('table', { name: 'Preview' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('checking', () => {
  test('rows with mistakes, repeated e-emails and contacts that are there already are skipped, each with its reason', async () => {
    const page = await openImport();
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
    const page = await openImport();
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
    const page = await openImport();
    await choose(page, 'Name,Email\nDana Known,dana@example.test\n');
    await press(page, 'Check 1 Row');
    expect(await screen.findByRole('heading', { name: 'Nothing to import' })).toBeVisible();
    expect(screen.getByText('No row of this file can be imported. The reasons are below.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
  });

  test('each step begins at its top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo');
    const page = await openImport();
    await choose(page);
    await screen.findByRole('group', { name: 'Match the columns' });
    scrollTo.mockClear();
    await press(page, 'Check 5 Rows');
    expect(await screen.findByRole('group', { name: 'Check the rows' })).toHaveFocus();
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    scrollTo.mockRestore();
  });

  test('a check that fails says so beside its button, and can be made again', async () => {
    const page = await openImport({
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
