import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import '#src/resources/contacts/ContactShow.tsx';
import { at, buildMembership, createInvoice, maya, opened, page, tab } from '#tests/support/contactPage.ts';
import { later } from '#tests/support/consoleApi.ts';
import { createMemberSummary, createPage } from '#tests/support/records.ts';
import { setWidth } from '#tests/support/width.ts';
import '#src/custom/purchase/PurchaseDialog.tsx';

const owed = createInvoice({ status: 'overdue', paid: 0, due: 11.03 });
const status = async () => within(await screen.findByRole('region', { name: 'Status of Maya Okafor' }));

test.each(['standing', 'memberships', 'debts'] as const)(
  'Nothing is offered before the %s are known that they would move under somebody’s hand',
  async (late) => {
    const answer = later<unknown>();
    const answers = {
      standing: createMemberSummary(),
      memberships: { memberships: [buildMembership()], pagination: createPage(1) },
      debts: page(owed),
    };
    const answerTo = (name: keyof typeof answers) => () => (name === late ? answer.promise : answers[name]);
    opened(at, {
      [`GET ${at}/standing`]: answerTo('standing'),
      [`GET ${at}/memberships`]: answerTo('memberships'),
      'GET /invoices': answerTo('debts'),
    });
    expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
    // Debts move nothing below the header.
    if (late === 'debts') expect(await screen.findByRole('tab', { name: 'Purchase History' })).toBeVisible();
    else expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    const below = late === 'debts' ? 'Collect' : 'Freeze';
    expect(screen.queryByRole('button', { name: RegExp(`Check In|Collect|${below}`) })).not.toBeInTheDocument();
    answer.settle(answers[late]);
    expect(await screen.findByRole('tab', { name: 'Memberships' })).toBeVisible();
    for (const name of ['Collect $11.03', /^Check In/, 'Freeze'])
      expect(await screen.findByRole('button', { name })).toBeVisible();
  },
);

test('What is owed is collected from the header, in two actions', async () => {
  const { user } = opened(at, {
    [`GET ${at}/standing`]: () => createMemberSummary({ due: 11.03 }),
    'GET /invoices': () => page(owed),
    [`GET /invoices/${owed.id}`]: () => ({ invoice: owed, contact: maya, location: null, company: null, payments: [] }),
    [`POST /invoices/${owed.id}/payments`]: () => ({
      invoice: { ...owed, status: 'paid', due: 0 },
      payment: { id: 'p', createdAt: '', amount: 11.03, method: 'cash', status: 'completed' },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Collect $11.03' }));
  await user.click(await screen.findByRole('button', { name: 'Charge $11.03' }));
  expect(await screen.findByText('$11.03 taken')).toBeVisible();
});

test.each([390, 1280])('Of a contact who owes one button is filled, Check In, at a width of %i px', async (width) => {
  setWidth(width);
  const debts = [owed, { ...owed, id: '018f0000-0000-7000-8000-00000000dddd' }];
  for (const number of [1, 2]) {
    const { unmount } = opened(at, { 'GET /invoices': () => page(...debts.slice(0, number)) });
    expect(await screen.findByRole('button', { name: `Collect $${(11.03 * number).toFixed(2)}` })).toBeVisible();
    const filled = screen.getAllByRole('button').filter(({ className }) => className.includes('MuiButton-contained'));
    expect(filled.map(({ textContent }) => textContent)).toEqual(['Check In']);
    unmount();
  }
});

test('What is not signed stands beside what is owed, and leads to where it is signed', async () => {
  const { user } = opened(at, {
    [`GET ${at}/standing`]: () => createMemberSummary({ unsigned: ['Liability Waiver', 'House Rules'] }),
  });
  const label = await (await status()).findByText('Not signed');
  expect(label.nextElementSibling).toHaveTextContent('Liability Waiver, House Rules');
  await user.click(screen.getByRole('link', { name: 'Liability Waiver, House Rules' }));
  expect(await screen.findByRole('tab', { name: 'Memberships' })).toHaveAttribute('aria-selected', 'true');
});

test('Nothing is collected where nothing is owed', async () => {
  opened(at, { 'GET /invoices': () => page() });
  expect(await (await status()).findByText('Monthly Unlimited')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Collect/ })).not.toBeInTheDocument();
});

test('The header freezes, changes and cancels the primary membership, not another one', async () => {
  const memberships = [
    buildMembership({ id: 'old', membershipName: 'Old Plan', endDate: '2020-01-31', autoRenew: false }),
    buildMembership(),
  ];
  const { user } = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships, pagination: createPage(2) }) });
  const shown = await status();
  await user.click(await shown.findByRole('button', { name: 'Freeze' }));
  expect(await screen.findByRole('dialog', { name: 'Freeze Monthly Unlimited' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(shown.getByRole('button', { name: 'Change Plan' })).toBeEnabled();
  await user.click(shown.getByRole('button', { name: 'Cancel membership' }));
  expect(await screen.findByRole('dialog', { name: 'Cancel Monthly Unlimited' })).toBeVisible();
});

test.each([
  ['a membership that renews', {}, 'MuiButton-outlined'],
  ['a pass', { billingFrequency: 'one_time', autoRenew: false } as const, 'MuiButton-text'],
])('To cancel %s is red, and a quiet button where it is all that can be done', async (_what, change, look) => {
  const memberships = [buildMembership(change)];
  opened(at, { [`GET ${at}/memberships`]: () => ({ memberships, pagination: createPage(1) }) });
  const cancel = await (await status()).findByRole('button', { name: 'Cancel membership' });
  expect(cancel).toHaveClass(look);
  expect(cancel).toHaveClass('MuiButton-colorError');
});

test('On a phone they are a menu beside the status, even if there is only one', async () => {
  setWidth(390);
  const today = todayIn('America/Denver', new Date());
  const pastDue = buildMembership({ endDate: addDays(today, -2), graceUntil: addDays(today, 2) });
  const { user } = opened(at, {
    [`GET ${at}/memberships`]: () => ({ memberships: [pastDue], pagination: createPage(1) }),
  });
  await user.click(await screen.findByRole('button', { name: 'Membership actions' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Cancel membership']);
});

test('On a phone the other tabs keep in sight what the first warns about, and nothing else of it', async () => {
  setWidth(390);
  const { summary } = createMemberSummary({ isDisputed: true, unsigned: ['Liability Waiver'] });
  const membership = summary.membership && { ...summary.membership, status: 'suspended' as const };
  const { user } = opened(at, { [`GET ${at}/standing`]: () => ({ summary: { ...summary, membership } }) });
  for (const name of ['Memberships', 'Purchase History']) {
    await user.click(await tab(name));
    expect(screen.getByRole('region', { name: 'Status of Maya Okafor' })).toHaveTextContent(
      /^Card payment disputedSuspendedNot signed$/,
    );
  }
});

test('On a phone the other tabs say nothing about a member who is warned about nothing', async () => {
  setWidth(390);
  const { user } = opened();
  await user.click(await tab('Purchase History'));
  expect(screen.queryByRole('region', { name: 'Status of Maya Okafor' })).not.toBeInTheDocument();
});

test('An operator freezes and cancels there; the plan is changed by a manager', async () => {
  opened(at, {}, 'operator');
  const shown = await status();
  expect(await shown.findByRole('button', { name: 'Freeze' })).toBeEnabled();
  expect(shown.getByRole('button', { name: 'Cancel membership' })).toBeEnabled();
  expect(shown.queryByRole('button', { name: 'Change Plan' })).not.toBeInTheDocument();
});

test('The emergency contact comes before the basic information, and empty fields show on request', async () => {
  const contact = { ...maya, emergencyContactName: 'Ada', emergencyContactPhone: null, address: null, zipCode: null };
  const { user } = opened(at, { [`GET ${at}`]: () => ({ contact, homeLocation: null }) });
  const basic = await screen.findByRole('heading', { name: 'Basic Information' });
  const emergency = screen.getByRole('heading', { name: 'Emergency Contact' });
  expect(emergency.compareDocumentPosition(basic)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('Emergency Contact Phone')).not.toBeInTheDocument();
  const show = screen.getByRole('button', { name: /^Show \d+ empty fields$/ });
  const count = Number(/\d+/.exec(show.textContent)?.[0]);
  await user.click(show);
  expect(screen.getByText('Emergency Contact Phone')).toBeVisible();
  expect(screen.getAllByText('—')).toHaveLength(count);
  await user.click(screen.getByRole('button', { name: 'Hide empty fields' }));
  expect(screen.queryByText('Emergency Contact Phone')).not.toBeInTheDocument();
});

test('on a phone the next steps are in a bar, the others under More', async () => {
  setWidth(390);
  const { user } = opened();
  const bar = within(await screen.findByRole('region', { name: 'Contact actions' }));
  expect(bar.getByRole('button', { name: 'Check In' })).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'More actions' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Sell membership',
    'New sale',
    'Export data',
    'Erase data',
    'Delete contact',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Sell membership' }));
  expect(await screen.findByRole('dialog', { name: /Sell membership/ })).toBeVisible();
});

test('on a narrow tablet a new sale is under More, so that the actions keep one line', async () => {
  setWidth(834);
  const { user } = opened();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(screen.getByRole('menuitem', { name: 'New sale' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New sale' })).not.toBeInTheDocument();
});

test('A call or an email begins from the information of a contact, also to whom is called in an emergency', async () => {
  const contact = { ...maya, emergencyContactName: 'Ada', emergencyContactPhone: '+13035550142' };
  opened(at, { [`GET ${at}`]: () => ({ contact, homeLocation: null }) });
  expect(await screen.findByRole('link', { name: '(303) 555-0142' })).toHaveAttribute('href', 'tel:+13035550142');
  expect(screen.getByRole('link', { name: maya.email })).toHaveAttribute('href', `mailto:${maya.email}`);
});
