import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The dialog's own chunk, so that no test waits for it.
import '#src/custom/dashboard/ActivateRenewalsDialog.tsx';
import type { RenewalsOnHold } from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import type { Level } from '#domain/shared/access.ts';
import { later, lostOnce, noRenewalsOnHold, readKeys, respond } from '#tests/support/consoleApi.ts';
import { createChecklist } from '#tests/support/companies.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const path = `/companies/${ironPeak.id}/renewals-on-hold`;
const id = '018f0000-0000-7000-8000-00000000beef';
const charge = {
  contactMembershipId: id,
  contactId: id,
  contactName: 'Maya Okafor',
  planName: 'Unlimited',
  endDate: '2026-03-10',
  amount: 108,
  renewsBy: 'card' as const,
  expiredCard: { brand: 'visa', lastDigits: '4242', lastDay: '2026-01-31' },
};
const waiting: RenewalsOnHold = {
  ...noRenewalsOnHold,
  card: 1_200,
  manual: 30,
  ended: 4,
  withoutCard: 20,
  charges: [charge],
  chargeCount: 3,
  cardTotal: 216,
  manualTotal: 54,
  total: 270,
};

const open = (
  held: RenewalsOnHold | Promise<RenewalsOnHold>,
  activation: unknown = { message: '', activated: 1_230 },
  level: Level = 'admin',
  hasStyles = false,
) => {
  let current = held;
  return renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
      [`GET /companies/${ironPeak.id}/checklist`]: () => ({ checklist: createChecklist() }),
      [`GET ${path}`]: async () => ({ renewalsOnHold: await current }),
      [`POST ${path}/activate`]: () => {
        if (activation === changed) current = { ...waiting, chargeCount: 4, total: 378, cardTotal: 324 };
        else current = noRenewalsOnHold;
        return typeof activation === 'function' ? activation() : activation;
      },
    },
    { locations: [buildLocation()], level, hasStyles },
  );
};
const changed = respond(409, { message: 'The first charges have changed. Please check them again.' });

test('a company admin sees the first charges in a table, activates renewals, and the notice is gone', async () => {
  const { api, user } = open(waiting);
  expect(
    await screen.findByText('1,230 memberships were imported and will not renew until you activate renewals.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Review and activate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Activate renewals' }));
  expect(dialog.getByText('3 memberships renew today: $216.00 by card and $54.00 manually, with tax.')).toBeVisible();
  expect(
    dialog.getByRole('row', {
      name: /Maya Okafor.*Unlimited.*By cardVisa ending in 4242 expired 01\/26.*\$108.00/,
    }),
  ).toBeVisible();
  expect(dialog.getByText(/4 of them ended more than 31 days ago and will not be charged\./)).toBeVisible();
  expect(
    dialog.getByText(/20 would renew by card, but have no saved card here\. They are invoiced instead\./),
  ).toBeVisible();
  expect(api.to(`POST ${path}/activate`)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Activate renewals' }));
  expect(await screen.findByText('1,230 renewals activated')).toBeVisible();
  expect(api.to(`POST ${path}/activate`)[0]?.body).toEqual({ expectedTotal: 270 });
  await waitFor(() => expect(screen.queryByText('Renewals are on hold')).toBeNull());
});

test('when the charges have changed meanwhile, the dialog says so and shows the new ones', async () => {
  const { user } = open(waiting, changed);
  await user.click(await screen.findByRole('button', { name: 'Review and activate' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Activate renewals' }));
  expect(await screen.findByText('The first charges have changed. Please check them again.')).toBeVisible();
  expect(await screen.findByText(/^4 memberships renew today: \$324.00 by card/)).toBeVisible();
});

test('after a lost answer the dialog stays and says so, and the next press finds out', async () => {
  const { user, api } = open(
    waiting,
    lostOnce(() => ({ message: '', activated: 1_230 })),
  );
  await user.click(await screen.findByRole('button', { name: 'Review and activate' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Activate renewals' }));
  expect(await dialog.findByText(responseLost)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Renewals are on hold')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Activate renewals' }));
  expect(await screen.findByText('1,230 renewals activated')).toBeVisible();
  const [first, second] = readKeys(api.to(`POST ${path}/activate`));
  expect(second).toBe(first);
});

test('Nothing is shown while no renewal is on hold', async () => {
  open(noRenewalsOnHold);
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(screen.queryByText('Renewals are on hold')).toBeNull();
});

test('The front desk does not wait for the notice; the cards that it would move are hidden until it is known', async () => {
  // A second of a busy computer is not one of the page’s.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { promise, settle } = later<RenewalsOnHold>();
  open(promise, undefined, 'admin', true);
  expect(await screen.findByRole('combobox', { name: 'Search members' })).toBeVisible();
  const card = await screen.findByText('Needs attention');
  expect(card).not.toBeVisible();
  settle(waiting);
  expect(await screen.findByText('Renewals are on hold')).toBeVisible();
  expect(card).toBeVisible();
});

test('what is below the notice waits a second for it; a later one comes after everything else, where it moves nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { promise, settle } = later<RenewalsOnHold>();
  open(promise, undefined, 'admin', true);
  const card = await screen.findByText('Needs attention');
  expect(card).not.toBeVisible();
  act(() => vi.advanceTimersByTime(1_000));
  expect(card).toBeVisible();
  settle(waiting);
  const notice = await screen.findByText('Renewals are on hold');
  const last = screen.getByRole('region', { name: 'Recent Activity' });
  expect(last.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a manager is not asked', async () => {
  const { api } = open(waiting, undefined, 'manager');
  expect(await screen.findByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  expect(api.to(`GET ${path}`)).toEqual([]);
});
