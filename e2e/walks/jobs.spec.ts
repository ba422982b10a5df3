import type { Locator, Page } from '@playwright/test';
import type { InvoicePage } from '#domain/invoices/contract.ts';
import { addDays, addMonths, todayIn } from '#domain/shared/dates.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { callApi } from '../support/callApi.ts';
import { type Desk, expect, test } from '../support/fixtures.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';

/** A worker whose every key press, click and typed text is counted, on a clock that the first of them starts. */
function workerAt(page: Page) {
  let actions = 0;
  let began = NaN;
  const count =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given) => {
      if (actions === 0) began = performance.now();
      actions += 1;
      await act(...given);
    };
  return {
    type: count((text: string) => page.keyboard.type(text)),
    press: count((key: string) => page.keyboard.press(key)),
    click: count((target: Locator) => target.click()),
    fill: count((target: Locator, text: string) => target.fill(text)),
    /** Adds the job to the table, with its number of actions and the time without pauses; returns the actions. */
    done: (job: string) => {
      jobs.push({ job, actions, seconds: Number(((performance.now() - began) / 1_000).toFixed(1)) });
      return actions;
    },
  };
}

const jobs: { job: string; actions: number; seconds: number }[] = [];
test.afterAll(() => {
  const widest = Math.max(...jobs.map(({ job }) => job.length));
  const lines = jobs.map(
    ({ job, actions, seconds }) => `${job.padEnd(widest)}  ${String(actions).padStart(7)}  ${seconds} s`,
  );
  process.stdout.write(`${'Job'.padEnd(widest)}  Actions\n${lines.join('\n')}\n`);
});

test('Check a member in: 3 actions at most', async ({ page, gym, signIn }) => {
  const { name } = gym.member;
  await signIn('operator');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeVisible();
  expect(done('Check a member in')).toBeLessThanOrEqual(3);
});

test('Sell one item to a known customer for cash: 6 actions at most', async ({ page, gym, signIn }) => {
  await gym.make.salesItem({ name: 'Counted Towel', price_cents: 12_50 });
  await signIn('point_of_sale', '/pos');
  await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type('an');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toBeFocused();
  await type('Counted Towel');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity of Counted Towel' })).toHaveValue('1');
  await press('F8');
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(done('Sell one item for cash')).toBeLessThanOrEqual(6);
});

test('Sell a plan by card, counted', async ({ page, gym, signIn }) => {
  await withStripe(page);
  await configureStripe(page, gym);
  await signIn('admin', `/contacts/${gym.contactId}`);
  await expect(page.getByRole('tab', { name: 'Memberships' })).toBeVisible();
  const { click, fill, done } = workerAt(page);
  await click(page.getByRole('tab', { name: 'Memberships' }));
  await click(page.getByRole('button', { name: 'Purchase Membership' }).first());
  await click(page.getByRole('list', { name: 'Memberships' }).getByRole('button').first());
  await fill(page.getByLabel('Card number'), '4242424242424242');
  await fill(page.getByLabel(/^Cardholder Name/), 'Robin Card');
  await fill(page.getByLabel(/^Street/), '1 Peak St');
  await fill(page.getByLabel(/^City/), 'Denver');
  await click(page.getByLabel(/^State/));
  await click(page.getByRole('option', { name: 'Colorado' }));
  await fill(page.getByLabel(/^ZIP Code/), '80202');
  await click(page.getByRole('button', { name: /^Pay / }));
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 20_000 });
  done('Sell a plan by card');
});

test('Add a contact, counted', async ({ page, signIn }) => {
  await signIn('operator');
  const { click, type, press, done } = workerAt(page);
  await click(page.getByRole('region', { name: 'Quick actions' }).getByRole('link', { name: 'Add Contact' }));
  await click(page.getByLabel('First Name'));
  await type('Quill');
  await press('Tab');
  await type('Counted');
  await press('Tab');
  await type('quill@example.test');
  await press('Enter');
  await expect(page.getByText('Contact added')).toBeVisible();
  done('Add a contact');
});

/** A contact of the demo who owes something, and how much at the operator's location. */
async function whoOwes(page: Page) {
  const { directLocationAccess } = await callApi<{ directLocationAccess: { location: { id: string } }[] }>(
    page,
    'GET',
    '/locations',
  );
  const at = `locationId=${directLocationAccess[0]?.location.id}`;
  const { invoices } = await callApi<InvoicePage>(page, 'GET', `/invoices?${at}&sortBy=due&sortOrder=desc&limit=1`);
  const id = invoices[0]?.invoice.contactId;
  const { contact } = await callApi<{ contact: { firstName: string; lastName: string } }>(
    page,
    'GET',
    `/contacts/${id}`,
  );
  const { summary } = await callApi<{ summary: { due: number } }>(page, 'GET', `/contacts/${id}/standing?${at}`);
  expect(summary.due).toBeGreaterThan(0);
  return { name: `${contact.firstName} ${contact.lastName}`, due: summary.due };
}

test('Find what someone owes: from the dashboard, in the card of their standing', async ({ page, visitDemo }) => {
  await visitDemo('operator');
  const { name, due } = await whoOwes(page);
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await press('Enter');
  const dollars = due.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(
    page.getByRole('region', { name: `Status of ${name}` }).getByText(dollars, { exact: true }),
  ).toBeVisible();
  done('Find what someone owes');
});

/** The page of a member whose membership renews. */
async function atMember({ page, gym, signIn }: Desk) {
  const start = addDays(todayIn(gym.timezone, new Date()), -10);
  const contactId = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  const dates = { start_date: start, end_date: addDays(addMonths(start, 1), -1) };
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Unlimited',
    auto_renew: true,
    ...dates,
  });
  await signIn('manager', `/contacts/${contactId}`);
  await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  return { ...workerAt(page), lastDay: addDays(start, 40) };
}

test('Cancel a membership from the contact: 4 actions at most', async ({ page, gym, signIn }) => {
  const { click, done } = await atMember({ page, gym, signIn });
  await click(page.getByRole('button', { name: 'Cancel Membership' }));
  const dialog = page.getByRole('dialog', { name: 'Cancel Unlimited' });
  await click(dialog.getByRole('combobox', { name: 'Reason' }));
  await click(page.getByRole('option', { name: 'Moving' }));
  await click(dialog.getByRole('button', { name: 'Cancel Membership' }));
  await expect(page.getByText(/^Cancellation saved/)).toBeVisible();
  expect(done('Cancel a membership from the contact')).toBeLessThanOrEqual(4);
});

test('Freeze a membership until a day from the contact: 4 actions at most', async ({ page, gym, signIn }) => {
  const { click, fill, lastDay, done } = await atMember({ page, gym, signIn });
  await click(page.getByRole('button', { name: 'Freeze' }));
  const dialog = page.getByRole('dialog', { name: 'Freeze Unlimited' });
  await fill(dialog.getByLabel('Last Day'), lastDay);
  await fill(dialog.getByLabel(/^Reason/), 'Travel');
  await click(dialog.getByRole('button', { name: 'Freeze' }));
  await expect(page.getByText(/^Freeze saved/)).toBeVisible();
  expect(done('Freeze a membership until a day, from the contact')).toBeLessThanOrEqual(4);
});

test('Freeze a membership from any page, by the search: 6 actions at most', async ({ page, gym, signIn }) => {
  await gym.make
    .contact({ first_name: 'Rosa', last_name: 'Delgado' })
    .then((contactId) =>
      gym.make.contactMembership(contactId, { membership_id: gym.planId, membership_name: 'Unlimited' }),
    );
  await signIn('manager');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { click, type, press, done } = workerAt(page);
  await press('Control+k');
  await type('freeze rosa');
  await expect(page.getByRole('option', { name: /^Freeze Rosa Delgado’s Unlimited/ })).toBeVisible();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Freeze Unlimited' });
  await click(dialog.getByLabel(/^Reason/));
  await type('Travel');
  await press('Enter');
  await expect(page.getByText(/^Freeze saved/)).toBeVisible();
  expect(done('Freeze a membership by the search')).toBeLessThanOrEqual(6);
});

const owesInvoice = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;

test('Collect what is owed from the contact: 2 actions', async ({ page, gym, signIn, database, trouble }) => {
  // No account is configured.
  trouble.expectStatus(404, /\/stripe$/);
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owesInvoice);
  await signIn('operator', `/contacts/${gym.contactId}`);
  await expect(page.getByRole('button', { name: 'Collect $108.00' })).toBeVisible();
  const { click, done } = workerAt(page);
  await click(page.getByRole('button', { name: 'Collect $108.00' }));
  await click(page.getByRole('button', { name: 'Take $108.00' }));
  await expect(page.getByText('$108.00 taken')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Collect/ })).toBeHidden();
  expect(done('Collect what is owed, from the contact')).toBe(2);
});

test('Who owes, with the sum, the oldest first: 2 actions from the dashboard', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  const { invoice } = invoiceBuilders({ database }, gym);
  const other = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await invoice(gym.contactId, { ...owesInvoice, created_at: new Date('2026-01-05T12:00:00Z') });
  await invoice(other, { ...owesInvoice, created_at: new Date('2025-12-05T12:00:00Z'), customer_first_name: 'Rosa' });
  await signIn('operator');
  const { click, done } = workerAt(page);
  await click(page.getByRole('link', { name: 'Invoices', exact: true }));
  await expect(page.getByText('$216.00 outstanding')).toBeVisible();
  await click(page.getByRole('link', { name: 'Show Oldest First' }));
  await expect(page).toHaveURL(/order=ASC/);
  await expect(page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1)).toContainText('Dec 5, 2025');
  expect(done('See who owes, with the sum, oldest first')).toBe(2);
});

test('Collect what is owed: 3 actions at most from the dashboard', async ({ page, gym, signIn, database, trouble }) => {
  // No account is configured.
  trouble.expectStatus(404, /\/stripe$/);
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owesInvoice);
  await signIn('operator');
  const { click, done } = workerAt(page);
  await click(page.getByRole('list', { name: 'Needs attention' }).getByRole('link', { name: /Ann Oakley/ }));
  await click(page.getByRole('button', { name: 'Collect $108.00' }));
  await click(page.getByRole('button', { name: 'Take $108.00' }));
  await expect(page.getByText('$108.00 taken')).toBeVisible();
  expect(done('Collect what is owed, from the dashboard')).toBeLessThanOrEqual(3);
});

test('Refund a sale: 6 actions at most from the list', async ({ page, gym, signIn, database, trouble }) => {
  // No account is configured.
  trouble.expectStatus(404, /\/stripe$/);
  const invoices = invoiceBuilders({ database }, gym);
  await invoices.payment(await invoices.invoice(gym.contactId));
  await signIn('manager', '/invoices');
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  const { click, fill, done } = workerAt(page);
  await click(page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link'));
  await click(page.getByRole('button', { name: 'Refund', exact: true }));
  const dialog = page.getByRole('dialog', { name: /^Refund/ });
  await fill(dialog.getByLabel(/^Reason/), 'Bought by mistake');
  await click(dialog.getByRole('button', { name: 'Refund $3.24' }));
  await expect(page.getByText(/^\$3\.24 refunded/)).toBeVisible();
  expect(done('Refund a sale')).toBeLessThanOrEqual(6);
});
