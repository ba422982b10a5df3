import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The cards' own chunks, so that no test waits for them.
import '#src/custom/dashboard/AtRiskCard.tsx';
import '#src/custom/dashboard/AttentionCard.tsx';
import type { AttentionItem } from '#domain/attention/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { createInvoice } from '#tests/support/contactPage.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const id = (last: number) => `018f0000-0000-7000-8000-0000000000${10 + last}`;
const ann = { id: id(0), firstName: 'Ann', lastName: 'Oakley' };
const invoice = (last: number) => ({ id: id(last), status: 'overdue' as const, due: 54, currency: 'USD' });
const location = buildLocation();
const today = todayIn(location.timezone, new Date());
const items: AttentionItem[] = [
  {
    kind: 'card_failed',
    contact: ann,
    invoice: invoice(1),
    contactMembership: { id: id(2), name: 'Unlimited' },
    on: '2020-03-04',
    amount: 54,
  },
  { kind: 'retrying', contact: ann, invoice: invoice(3), on: today, amount: 54 },
  { kind: 'overdue', contact: ann, invoice: invoice(4), on: '2020-03-04', amount: 54 },
  { kind: 'ending', contact: ann, contactMembership: { id: id(5), name: 'Ten Weeks' }, on: today },
  {
    kind: 'unsigned',
    contact: ann,
    contactMembership: { id: id(6), name: 'Unlimited' },
    agreements: ['House Rules', 'Waiver'],
    on: '2020-03-04',
  },
];

const open = (found: unknown, level: Level = 'operator', routes: Routes = {}, hasStyles = false) =>
  renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
      'GET /attention': () => (typeof found === 'function' ? found() : found),
      [`POST /contacts/${ann.id}/memberships/${id(2)}/bill-now`]: () =>
        respond(402, { message: 'The card was declined' }),
      ...routes,
    },
    { locations: [location], level, hasStyles },
  );

test('each row says who, why and how much, and leads to where it is settled', async () => {
  const { api } = open({ items, total: items.length });
  expect(await screen.findByText('Needs attention (5)')).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Needs attention' }));
  // On paper the sum stands without its button.
  const collect = 'Collect $54.00$54.00';
  expect(
    list.getAllByRole('listitem').map((row) => {
      const [person, settled] = within(row).getAllByRole('link');
      return [row.textContent, person?.getAttribute('href'), settled?.getAttribute('href')];
    }),
  ).toEqual([
    [`Ann OakleyUnlimited · Card declined since Mar 4, 2020${collect}`, `/contacts/${ann.id}`, `/invoices/${id(1)}`],
    [`Ann OakleyCard declined, next try today${collect}`, `/contacts/${ann.id}`, `/invoices/${id(3)}`],
    [`Ann OakleyOverdue invoice of Mar 4, 2020${collect}`, `/contacts/${ann.id}`, `/invoices/${id(4)}`],
    ['Ann OakleyTen Weeks · Ends todayEnding', `/contacts/${ann.id}`, `/contacts/${ann.id}/memberships/${id(5)}`],
    ['Ann OakleyHouse Rules, Waiver · Since Mar 4, 2020Not signed', `/contacts/${ann.id}`, `/contacts/${ann.id}`],
  ]);
  expect(api.to('GET /attention')[0]?.query.get('locationId')).toBe(location.id);
});

test('what is owed is collected from its row', async () => {
  const owed = createInvoice({ id: id(1), status: 'overdue', paid: 0, due: 54 });
  let isPaid = false;
  const { user, api } = open(
    () => (isPaid ? { items: [], total: 0 } : { items: items.slice(0, 1), total: 1 }),
    'operator',
    {
      [`GET /invoices/${owed.id}`]: () => ({
        invoice: owed,
        contact: null,
        location: null,
        company: null,
        payments: [],
      }),
      [`POST /invoices/${owed.id}/payments`]: () => {
        isPaid = true;
        return {
          invoice: { ...owed, status: 'paid', due: 0 },
          payment: { id: id(2), createdAt: '', amount: 54, method: 'cash', status: 'completed' },
        };
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Collect $54.00 from Ann Oakley' }));
  await user.click(await screen.findByRole('button', { name: 'Charge $54.00' }));
  expect(await screen.findByText('$54.00 taken')).toBeVisible();
  expect(api.to(`POST /invoices/${owed.id}/payments`)).toHaveLength(1);
  expect(await screen.findByText(/^Nothing right now\./)).toBeVisible();
});

test('money for something that was given up leads to its invoice, where it is refunded', async () => {
  const item: AttentionItem = {
    kind: 'paid_for_nothing',
    contact: ann,
    invoice: { ...invoice(7), due: 0 },
    on: '2020-03-04',
    amount: 21,
  };
  open({ items: [item], total: 1 });
  const text = 'Paid Mar 4, 2020, too late. Refund it';
  expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', `/invoices/${id(7)}`);
  expect(screen.getByText('To refund')).toBeVisible();
  expect(screen.getByText('$21.00')).toBeVisible();
});

test('of a household’s invoice it names whose part was paid for nothing', async () => {
  const item: AttentionItem = {
    kind: 'paid_for_nothing',
    contact: ann,
    members: ['Ben Oakley', 'Cleo Oakley'],
    invoice: { ...invoice(7), due: 0 },
    on: '2020-03-04',
    amount: 27,
  };
  open({ items: [item], total: 1 });
  const text = 'Ben Oakley, Cleo Oakley · Paid Mar 4, 2020, too late. Refund it';
  expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', `/invoices/${id(7)}`);
});

test('the first five, all of them on request, and how many more there are', async () => {
  const many = Array.from({ length: 8 }, (_row, index): AttentionItem => ({
    kind: 'overdue',
    contact: ann,
    invoice: invoice(index),
    on: addDays(today, -index),
    amount: 54,
  }));
  const { user } = open({ items: many, total: 60 });
  await screen.findByText('Needs attention (60)');
  const list = within(screen.getByRole('list', { name: 'Needs attention' }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(list.getAllByRole('listitem')).toHaveLength(8);
  expect(screen.getByText('And 52 more. They move up as these are settled.')).toBeVisible();
});

test('a membership that nobody billed is billed or ended from its row, after a question that says what is charged', async () => {
  const unbilled = { paidThrough: '2026-08-31', from: '2026-11-01', through: '2026-11-30', amount: 53.99 };
  const late: AttentionItem = {
    kind: 'unbilled',
    contact: ann,
    contactMembership: { id: id(2), name: 'Unlimited' },
    unbilled,
    on: '2020-03-04',
    amount: 53.99,
  };
  const lateJobs = [{ name: 'renewals', lastRun: '2026-11-24T08:00:00.000Z' }];
  const { user, api } = open({ items: [late], total: 1, lateJobs }, 'admin');
  expect(await screen.findByText('Background jobs are late')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Bill Now' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(
      'Charges $53.99 with tax for Nov 1, 2026 to Nov 30, 2026. The days from Sep 1, 2026 to Oct 31, 2026 are not charged.',
    ),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Bill Now' }));
  expect(api.to(`POST /contacts/${ann.id}/memberships/${id(2)}/bill-now`)).toHaveLength(1);
});

test.each([
  ['admin', ['/access-control/devices']],
  ['operator', []],
] as const)('for %s the row of a silent door leads to the devices, if they may set them up', async (level, links) => {
  const device = { id: id(7), name: 'Entrance controller', lastSeenAt: '2020-03-04T18:00:00.000Z' };
  open({ items: [{ kind: 'door_silent', device, on: '2020-03-04' }], total: 1 }, level);
  const list = within(await screen.findByRole('list', { name: 'Needs attention' }));
  expect(list.getByRole('listitem')).toHaveTextContent(
    'Entrance controllerNot heard since Mar 4, 2020, 11:00 AMDoor silent',
  );
  expect(list.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links);
});

test('an empty list says that nothing needs attention', async () => {
  open({ items: [], total: 0 });
  expect(await screen.findByText(/^Nothing right now\./)).toBeVisible();
});

test('a failure can be tried again', async () => {
  open(respond(500, { message: 'The database is away' }));
  const card = within(await screen.findByRole('region', { name: 'Needs attention' }));
  expect(await card.findByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a failure that is tried again later hides nothing of the dashboard', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let answer: unknown = respond(500, { message: 'The database is away' });
  open(() => answer, 'operator', {}, true);
  const card = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const retry = await card.findByRole('button', { name: 'Retry' });
  act(() => vi.advanceTimersByTime(1_000));
  answer = new Promise(() => undefined);
  fireEvent.click(retry);
  expect(await card.findByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.getByText('At risk')).toBeVisible();
});

test('the till has no such card and asks for none', async () => {
  const { api } = open({ items, total: 4 }, 'point_of_sale');
  await screen.findByRole('region', { name: 'Recent Activity' });
  expect(screen.queryByRole('region', { name: /^Needs attention/ })).toBeNull();
  expect(api.to('GET /attention')).toEqual([]);
});
