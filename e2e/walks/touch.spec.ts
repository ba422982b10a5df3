import type { Page } from '@playwright/test';
import { addDays, addMonths, todayIn } from '#domain/shared/dates.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { addAgreement, callApi } from '../support/callApi.ts';
import { expect, expectToFitWidth, openAs, test as base, visit } from '../support/fixtures.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';

const test = base.extend<{ phone: Page }>({
  phone: async ({ browser, baseURL }, provide) => {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    await provide(await context.newPage());
    await context.close();
  },
});

/** Touch targets smaller than 44 px on this page, or in the dialog or menu above it. Links within text are left out. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const top =
      document.querySelector('[role=alertdialog], [role=menu], [role=listbox], [role=dialog]') ??
      document.querySelector('main') ??
      document.body;
    return [
      ...top.querySelectorAll('button, input, textarea, [role=combobox], [role=menuitem], [role=option]'),
    ].flatMap((target) => {
      const { width, height } = (
        target.closest('label') ??
        target.closest('.MuiInputBase-root') ??
        target
      ).getBoundingClientRect();
      const isHidden = width === 0 || target.closest('[aria-hidden=true]') !== null;
      return isHidden || (width >= 43.5 && height >= 43.5)
        ? []
        : [`${target.getAttribute('aria-label') ?? target.textContent}: ${Math.round(width)} × ${Math.round(height)}`];
    });
  });

test('On a phone, every control for changing a membership and settling an invoice is at least 44 px wide and high', async ({
  page,
  gym,
  database,
  phone,
}) => {
  const today = todayIn(gym.timezone, new Date());
  const start = addDays(today, -10);
  const contactId = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Unlimited',
    start_date: start,
    end_date: addDays(addMonths(start, 1), -1),
    auto_renew: true,
  });
  const { invoice, payment } = invoiceBuilders({ database }, gym);
  const owed = await invoice(contactId, { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 });
  const paid = await invoice(contactId, {
    status: 'paid',
    total_cents: 10_800,
    tax_cents: 800,
    paid_cents: 10_800,
    due_cents: 0,
  });
  await payment(paid, { amount_cents: 10_800 });
  await configureStripe(page, gym);
  await withStripe(phone);
  const readDialog = async (open: () => Promise<void>) => {
    await open();
    const dialog = phone.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await tooSmall(phone)).toEqual([]);
    await dialog.getByRole('button', { name: /^(Cancel|Keep it)$/ }).tap();
    await expect(dialog).toBeHidden();
  };

  await openAs(phone, gym.users.manager.email, `/contacts/${contactId}`);
  await phone.getByRole('tab', { name: 'Memberships' }).tap();
  const menu = phone.getByRole('button', { name: 'Actions for Unlimited' });
  await expect(menu).toBeVisible();
  expect(await tooSmall(phone)).toEqual([]);
  for (const name of ['Cancel membership', 'Freeze', 'Change Plan']) {
    await menu.tap();
    await expect(phone.getByRole('menuitem', { name })).toBeVisible();
    expect(await tooSmall(phone)).toEqual([]);
    await readDialog(() => phone.getByRole('menuitem', { name }).tap());
  }

  await phone.goto(`/invoices/${owed}`);
  await expect(phone.getByRole('button', { name: 'Take Payment' })).toBeVisible();
  expect(await tooSmall(phone)).toEqual([]);
  await readDialog(() => phone.getByRole('button', { name: 'Take Payment' }).tap());
  for (const name of ['Send Payment Link', 'Void', 'Write Off']) {
    await phone.getByRole('button', { name: 'More actions' }).tap();
    await expect(phone.getByRole('menuitem', { name })).toBeVisible();
    expect(await tooSmall(phone)).toEqual([]);
    await readDialog(() => phone.getByRole('menuitem', { name }).tap());
  }
  await phone.goto(`/invoices/${paid}`);
  await readDialog(() => phone.getByRole('button', { name: 'Refund' }).tap());
  await expectToFitWidth(phone);
});

test('On a phone, every control for signing in, for a new password and for signing an agreement is at least 44 px high', async ({
  page,
  gym,
  signIn,
  phone,
}) => {
  const missed = 'main :is(a, button), .auth-panel :is(a, button), label.sign-tick';
  for (const path of ['/login', '/forgot-password', '/change-password?token=some-token']) {
    await phone.goto(path);
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => missedLinks(phone, missed), path).toEqual([]);
  }
  await signIn('admin', '/training');
  const waiver = await addAgreement(page, { name: 'Waiver', locationId: gym.locationId });
  await callApi(page, 'PUT', `/memberships/${gym.planId}`, { agreementIds: [waiver] });
  const grownUp = await gym.make.contact({ date_of_birth: '1990-01-31' });
  await gym.make.contactMembership(grownUp, { membership_id: gym.planId });
  const { url } = await callApi<{ url: string }>(page, 'POST', `/contacts/${grownUp}/signature-requests`, {
    agreementIds: [waiver],
  });
  await phone.goto(url.replace(/^https?:\/\/[^/]+/, ''));
  await expect(phone.getByRole('button', { name: 'Clear drawing' })).toBeVisible();
  expect(await missedLinks(phone, missed)).toEqual([]);
  await expectToFitWidth(phone);
});

test('On a phone, every control for counting a drawer, and every link of the menu, is at least 44 px high', async ({
  gym,
  page,
  signIn,
  phone,
}) => {
  await signIn('manager', '/training');
  await callApi(page, 'POST', '/drawers', { locationId: gym.locationId, float: 100 });
  await openAs(phone, gym.users.manager.email, '/pos');
  await phone.getByRole('button', { name: /^Cash drawer: / }).tap();
  await phone.getByRole('menuitem', { name: 'Close Drawer' }).tap();
  await expect(phone.getByLabel('Number of $20.00')).toBeVisible();
  expect(await tooSmall(phone)).toEqual([]);
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
  await phone.getByRole('button', { name: 'Open menu' }).tap();
  await expect(phone.getByRole('link', { name: 'Invoices' })).toBeVisible();
  expect(await missedLinks(phone, 'nav[aria-label=Main] a')).toEqual([]);
});

/** Text fields with a font smaller than 16 px, which makes a phone zoom into the page. */
const zoomedInto = (page: Page) =>
  page
    .locator(
      'input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [aria-hidden=true]), textarea:not([aria-hidden=true]), select',
    )
    .evaluateAll((fields) =>
      fields.flatMap((field) => {
        const { fontSize } = getComputedStyle(field);
        return Number.parseFloat(fontSize) >= 16 ? [] : [`${field.getAttribute('name') ?? field.id}: ${fontSize}`];
      }),
    );

test('On a phone, no field is so small that tapping it zooms into the page', async ({ gym, phone }) => {
  await openAs(phone, gym.users.manager.email, '/contacts/add');
  await expect(phone.getByLabel('First Name')).toBeVisible();
  expect(await zoomedInto(phone)).toEqual([]);
  for (const path of ['/contacts', '/sales-items/add', '/invoices', '/pos', '/checkins']) {
    await visit(phone, path);
    await expect(
      phone.getByRole('searchbox').or(phone.getByRole('textbox')).or(phone.getByRole('combobox')).first(),
      path,
    ).toBeVisible();
    expect(await zoomedInto(phone), path).toEqual([]);
  }
  await visit(phone, '/contacts/add');
  await expect(phone.getByLabel('First Name')).toBeVisible();
  await expectToFitWidth(phone);
});

/** Links in sight that are all of their value, and that a finger hits in a height of less than 44 px. */
const missedLinks = (page: Page, links: string) =>
  page.locator(links).evaluateAll((all) =>
    all
      .filter((link) => link.checkVisibility({ visibilityProperty: true }))
      .flatMap((link) => {
        // The first column of a table that scrolls sideways stays where it is.
        link.scrollIntoView({ block: 'center', inline: 'end' });
        const { left, top, width, height } = link.getBoundingClientRect();
        const isHit = (y: number) => link.contains(document.elementFromPoint(left + width / 2, y));
        const middle = top + height / 2;
        const heights = Array.from({ length: 44 }, (_entry, by) => by);
        const upwards = heights.findIndex((by) => !isHit(middle - by));
        const downwards = heights.findIndex((by) => !isHit(middle + by));
        const hit = [upwards, downwards].reduce((sum, by) => sum + (by === -1 ? 44 : by), -1);
        return hit < 43 ? [`${link.textContent}: ${hit}`] : [];
      }),
  );

test('On a phone, a link that is all of a value is pressed in a height of 44 px', async ({
  page,
  gym,
  signIn,
  database,
  phone,
}) => {
  await signIn('admin', '/training');
  const waiver = await addAgreement(page, { name: 'Waiver', locationId: gym.locationId });
  await callApi(page, 'PUT', `/memberships/${gym.planId}`, { agreementIds: [waiver] });
  const { company } = await callApi<{ company: object }>(page, 'GET', `/companies/${gym.companyId}`);
  await callApi(page, 'PUT', `/companies/${gym.companyId}`, { ...company, website: 'https://gym.example' });
  const invoice = await invoiceBuilders({ database }, gym).invoice(gym.contactId, { status: 'overdue' });
  await openAs(phone, gym.users.admin.email, '/company/info');
  for (const [path, name] of [
    ['/company/info', 'gym.example'],
    [`/invoices/${invoice}`, 'Casey Jones'],
    [`/memberships/${gym.planId}`, 'Waiver'],
  ] as const) {
    await visit(phone, path);
    await expect(phone.getByRole('main').getByRole('link', { name }), path).toBeVisible();
    const links = 'main :is(dd, td, li) a:only-child:not(.opens *)';
    await expect.poll(() => missedLinks(phone, links), path).toEqual([]);
  }
});

test('On a phone, a figure that leads to its postings is pressed in a height of 44 px, on the dashboard and in the reports', async ({
  page,
  gym,
  signIn,
  phone,
}) => {
  await signIn('admin', '/training');
  await callApi(page, 'POST', '/sales-items/purchase', {
    contactId: gym.contactId,
    locationId: gym.locationId,
    items: [{ salesItemId: gym.itemId, quantity: 2 }],
    notes: '',
    paymentMethod: 'cash',
  });
  await openAs(phone, gym.users.admin.email, '/dashboard');
  for (const path of ['/dashboard', '/reports?tab=sales&period=today', '/reports?tab=payments&period=today']) {
    await visit(phone, path);
    await expect(phone.getByRole('link', { name: /: show postings$/ }).first(), path).toBeVisible();
    // The daily rows are folded.
    if (path !== '/dashboard') await phone.getByRole('button', { name: /^By / }).click();
    await expect.poll(() => missedLinks(phone, 'a[aria-label$=": show postings"]'), path).toEqual([]);
  }
  await visit(phone, '/reports/ledger');
  await expect(phone.getByRole('table', { name: 'Postings' }).getByRole('link').first()).toBeVisible();
  await expect.poll(() => missedLinks(phone, 'table a')).toEqual([]);
});

test('On a phone, the name of a person who needs attention is pressed in a height of 44 px', async ({
  gym,
  database,
  phone,
}) => {
  const due = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, due);
  await openAs(phone, gym.users.admin.email, '/dashboard');
  await expect(phone.getByRole('list', { name: 'Needs attention' })).toBeVisible();
  await expect.poll(() => missedLinks(phone, 'ul[aria-label="Needs attention"] a.name')).toEqual([]);
});
