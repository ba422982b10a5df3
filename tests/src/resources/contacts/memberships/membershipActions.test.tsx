import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { type Level } from '#domain/rules/access.ts';
import { settingsDefaults } from '#domain/rules/companySettings.ts';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { dayText } from '#domain/rules/dateText.ts';
import { answer, type Routes } from '#tests/support/consoleApi.ts';
import { aMembership, at, opened } from '#tests/support/contactPage.ts';
import { aCheckin, aPage, aPlan, aStanding, ironPeak } from '#tests/support/records.ts';

const today = todayIn('America/Denver', new Date());
const soon = addDays(today, 8);
const base = aMembership({ endDate: soon });
const path = `${at}/memberships/${base.id}`;
const preview = { lastDay: soon, lastPayment: { on: soon, amount: 54.39 }, contractEndDate: null, openInvoicesVoided: 1, refundable: 0 };

/** Opens the actions of the membership, whose changes are answered with what `becomes` says. */
async function menuOf(membership: Partial<ContactMembership>, routes: Routes = {}, level?: Level) {
  const page = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships: [{ ...base, ...membership }], pagination: aPage(1) }), ...routes }, level);
  await page.user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Monthly Unlimited' }));
  const choose = async (name: string) => page.user.click(await screen.findByRole('menuitem', { name }));
  return { ...page, choose };
}
const became = (message: string, change: Partial<ContactMembership> = {}) => () => ({ message, contactMembership: { ...base, ...change } });
const names = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
const dialog = async () => within(await screen.findByRole('dialog'));

describe('Cancel', () => {
  test('shows what it does, asks for a reason, and says what it did', async () => {
    const { api, user, choose } = await menuOf({}, {
      [`GET ${path}/cancellation`]: () => ({ preview }),
      [`POST ${path}/cancellation`]: became('Cancellation saved', { cancelsOn: soon }),
    });
    await choose('Cancel Membership');
    const form = await dialog();
    expect(await form.findByText('$54.39 on', { exact: false })).toBeVisible();
    expect(form.getByText('1 is voided')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Cancel Membership' }));
    expect(await form.findByText('Please choose a reason')).toBeVisible();
    await user.click(form.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Moving' }));
    await user.click(form.getByRole('button', { name: 'Cancel Membership' }));
    expect(await screen.findByText(`Cancellation saved. Cancels on ${dayText(soon, today)}`)).toBeVisible();
    const sent = api.to(`POST ${path}/cancellation`);
    expect(sent[0]?.body).toEqual({ when: 'period_end', reason: 'moving', release: false });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/);
    expect(window.location.pathname).toBe(at);
  });

  test('what the server refuses stays in the dialog, and trying again is the same attempt', async () => {
    const { api, user, choose } = await menuOf({}, {
      [`GET ${path}/cancellation`]: () => ({ preview }),
      [`POST ${path}/cancellation`]: () => answer(503, { message: 'The database does not answer.' }),
    });
    await choose('Cancel Membership');
    const form = await dialog();
    await user.click(form.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Price' }));
    for (const tries of [1, 2]) {
      await user.click(form.getByRole('button', { name: 'Cancel Membership' }));
      await waitFor(() => expect(api.to(`POST ${path}/cancellation`)).toHaveLength(tries));
      expect(await form.findByText('The database does not answer.')).toBeVisible();
    }
    const [first, second] = api.to(`POST ${path}/cancellation`).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  test('a release from the contract needs a note, and a day that is refused says why', async () => {
    const { user, choose } = await menuOf({ contractEndDate: addDays(today, 200) }, {
      [`GET ${path}/cancellation`]: ({ query }) => (query.get('when') === 'now' ? answer(409, { message: 'The contract runs until June' }) : { preview }),
    });
    await choose('Cancel Membership');
    const form = await dialog();
    await user.click(form.getByRole('radio', { name: /^Now/ }));
    expect(await form.findByText('The contract runs until June')).toBeVisible();
    await user.click(form.getByRole('switch', { name: 'Release from the contract' }));
    await user.click(form.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Health' }));
    await user.click(form.getByRole('button', { name: 'Cancel Membership' }));
    expect(await form.findByText('Please note why the contract ends early')).toBeVisible();
  });

  test('an operator cancels at the end of the period, and is offered nothing that only managers may do', async () => {
    const { choose } = await menuOf({}, { [`GET ${path}/cancellation`]: () => ({ preview }) }, 'operator');
    expect(await names()).toEqual(['Freeze', 'Turn Renewal Off', 'Cancel Membership']);
    await choose('Cancel Membership');
    expect((await dialog()).queryByRole('radio')).not.toBeInTheDocument();
  });

  test('it is undone from the same menu, and what it forbids says so', async () => {
    const { api, choose } = await menuOf({ cancelsOn: soon }, { [`DELETE ${path}/cancellation`]: became('Cancellation undone') });
    expect(screen.getByText(`Cancels on ${dayText(soon, today)}`)).toBeInTheDocument();
    await choose('Freeze Undo the cancellation first');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await choose('Undo Cancellation');
    expect(await screen.findByText('Cancellation undone')).toBeVisible();
    expect(api.to(`DELETE ${path}/cancellation`)).toHaveLength(1);
  });
});

describe('Freeze', () => {
  const settings = { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: { ...settingsDefaults, memberships: limits } }) };
  const limits = { cancellationNoticeDays: 0, freezeMinDays: 7, freezeMaxDays: 60, freezeDaysPerYear: 60, freezeFee: 10, graceDays: 0 };

  test('a manager goes beyond the limits and waives the fee', async () => {
    const { api, user, choose } = await menuOf({}, { ...settings, [`POST ${path}/freezes`]: became('Freeze saved') });
    await choose('Freeze');
    const form = await dialog();
    expect(await form.findByText('$10.00 plus tax', { exact: false })).toBeVisible();
    await user.type(form.getByLabelText(/^Last Day/), today);
    await user.type(form.getByLabelText(/^Reason/), 'Travel');
    expect(await form.findByText('A freeze lasts at least 7 days')).toBeVisible();
    await user.click(form.getByRole('switch', { name: 'Go beyond the limits' }));
    await user.click(form.getByRole('switch', { name: 'Waive the freeze fee' }));
    expect(await form.findByText('1 day, until', { exact: false })).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`POST ${path}/freezes`)[0]?.body).toEqual({ from: today, until: today, reason: 'Travel', waiveFee: true, override: true });
  });

  test('an operator freezes without an end, within the limits', async () => {
    const { api, user, choose } = await menuOf({}, { ...settings, [`POST ${path}/freezes`]: became('Freeze saved') }, 'operator');
    await choose('Freeze');
    const form = await dialog();
    expect(await form.findByText('Until it is ended', { exact: false })).toBeVisible();
    expect(form.queryByRole('switch')).not.toBeInTheDocument();
    await user.type(form.getByLabelText(/^Reason/), 'Travel');
    await user.click(form.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`POST ${path}/freezes`)[0]?.body).toMatchObject({ from: today, until: null });
  });

  test('one that holds is ended after a question', async () => {
    const freeze = { id: 'f', from: addDays(today, -3), until: soon, days: 12, reason: 'Travel' };
    const { api, user, choose } = await menuOf({ freezes: [freeze], accessEnabled: false }, { [`PUT ${path}/freezes/f`]: became('Freeze saved') });
    expect(screen.getByText(`Frozen until ${dayText(soon, today)}`)).toBeInTheDocument();
    await choose('End Freeze');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End Freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`PUT ${path}/freezes/f`)[0]?.body).toEqual({ until: today, override: false });
  });

  test('one that has not begun is undone', async () => {
    const freeze = { id: 'f', from: addDays(today, 2), until: null, days: null, reason: 'Travel' };
    const { api, choose } = await menuOf({ freezes: [freeze] }, { [`DELETE ${path}/freezes/f`]: became('Freeze removed') });
    await choose('Undo Freeze');
    expect(await screen.findByText('Freeze removed')).toBeVisible();
    expect(api.to(`DELETE ${path}/freezes/f`)).toHaveLength(1);
  });
});

test('Change Plan shows what each renewal costs, and is undone', async () => {
  const gold = aPlan({ name: 'Gold', price: 79 });
  const plannedChange = { membershipId: gold.id, name: 'Gold', on: addDays(soon, 1) };
  const { api, user, choose } = await menuOf({ plannedChange }, {
    'GET /memberships': () => ({ memberships: [gold, aPlan({ name: 'Day', billingFrequency: 'one_time' })].map((membership) => ({ membership, location: null })), pagination: aPage(2) }),
    [`GET ${path}/plan-change`]: () => ({ preview: { on: plannedChange.on, name: 'Gold', price: 79, total: 85.95, contractEndDate: null, difference: null } }),
    [`POST ${path}/plan-change`]: became('Change of plan saved', { plannedChange }),
    [`DELETE ${path}/plan-change`]: became('Change of plan undone'),
  });
  await choose('Change Plan');
  const form = await dialog();
  await user.click(form.getByRole('combobox', { name: 'New Plan' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(expect.not.arrayContaining([expect.stringContaining('Day')]));
  await user.click(screen.getByRole('option', { name: /Gold/ }));
  expect(await form.findByText('$85.95 with tax ($79.00 without)')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change Plan' }));
  expect(await screen.findByText(`Change of plan saved. Changes to Gold on ${dayText(plannedChange.on, today)}`)).toBeVisible();
  expect(api.to(`POST ${path}/plan-change`)[0]?.body).toEqual({ membershipId: gold.id, when: 'renewal' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Actions for Monthly Unlimited' }));
  await choose('Undo Change of Plan');
  expect(await screen.findByText('Change of plan undone')).toBeVisible();
});

describe('Change Plan now', () => {
  const gold = aPlan({ name: 'Gold', price: 79 });
  const difference = { subtotal: 15, tax: 1.2, total: 16.2 };
  const opensNow = async (routes: Routes = {}) => {
    const page = await menuOf({ autoRenew: false }, {
      'GET /memberships': () => ({ memberships: [{ membership: gold, location: null }], pagination: aPage(1) }),
      [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: settingsDefaults }),
      [`GET ${path}/plan-change`]: ({ query }: { query: URLSearchParams }) => ({
        preview: { on: today, name: 'Gold', price: 79, total: 85.95, contractEndDate: null, difference: query.get('waiveDifference') === 'true' ? null : difference },
      }),
      [`POST ${path}/plan-change`]: became('Plan changed', { membershipName: 'Gold' }),
      ...routes,
    });
    await page.choose('Change Plan');
    const form = await dialog();
    // Without renewal there is no other time.
    expect(form.getByRole('radio', { name: /^Now/ })).toBeChecked();
    await page.user.click(form.getByRole('combobox', { name: 'New Plan' }));
    await page.user.click(screen.getByRole('option', { name: /Gold/ }));
    expect(await form.findByText('$16.20 with tax ($15.00 without)')).toBeVisible();
    return { ...page, form };
  };

  test('charges the saved card what was shown', async () => {
    const { api, user, form } = await opensNow();
    expect(form.getByRole('radio', { name: /^Saved card/ })).toBeChecked();
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toEqual({ membershipId: gold.id, when: 'now', waiveDifference: false, method: 'card', expectedTotal: 16.2 });
  });

  test('takes another method, which has to be named', async () => {
    const { api, user, form } = await opensNow();
    await user.click(form.getByRole('radio', { name: 'Other' }));
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await form.findByText('Choose how it was paid')).toBeVisible();
    await user.click(form.getByRole('combobox', { name: 'Payment method' }));
    await user.click(await screen.findByRole('option', { name: 'Check' }));
    await user.type(form.getByLabelText('Reference (optional)'), '1042');
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toEqual({
      membershipId: gold.id, when: 'now', waiveDifference: false, method: 'other', otherMethod: 'Check', reference: '1042', expectedTotal: 16.2,
    });
  });

  test('charges nothing when that is chosen', async () => {
    const { api, user, form } = await opensNow();
    await user.click(form.getByRole('switch', { name: /^Charge nothing/ }));
    expect(await form.findByText('Nothing')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toMatchObject({ when: 'now', waiveDifference: true, expectedTotal: 0 });
  });

  test('a refusal stays in the dialog', async () => {
    const { user, form } = await opensNow({ [`POST ${path}/plan-change`]: () => answer(402, { message: 'Your card was declined.' }) });
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await form.findByText('Your card was declined.')).toBeVisible();
  });
});

describe('A membership that was not paid', () => {
  const yesterday = addDays(today, -1);
  test('says how long it is open, in the history and for the member, and why renewal stopped', async () => {
    await menuOf({ endDate: yesterday, graceUntil: soon, autoRenew: false, renewalStopped: 'card_declined' });
    expect(await screen.findByText(`Past due until ${dayText(soon, today)}`)).toBeVisible();
    expect(screen.getByText('Renewal stopped: card declined')).toBeVisible();
    expect(await names()).toEqual(expect.arrayContaining(['Turn Renewal On', 'Cancel Membership']));
  });

  test('has expired after the days of grace', async () => {
    await menuOf({ endDate: addDays(today, -9), graceUntil: yesterday });
    expect(await screen.findByText('Expired')).toBeVisible();
  });
});

test('Renewal is turned on by hand, and access off with a reason', async () => {
  const { api, user, choose } = await menuOf({ autoRenew: false }, {
    [`PUT ${path}/renewal`]: became('Renewal turned on'),
    [`PUT ${path}/access`]: became('Access turned off', { accessEnabled: false }),
  });
  await choose('Turn Renewal On');
  await user.click((await dialog()).getByRole('radio', { name: /^By hand/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Turn On' }));
  expect(await screen.findByText('Renewal turned on')).toBeVisible();
  expect(api.to(`PUT ${path}/renewal`)[0]?.body).toEqual({ autoRenew: true, by: 'manual' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Actions for Monthly Unlimited' }));
  await choose('Turn Access Off');
  await user.type((await dialog()).getByLabelText(/^Reason/), 'Unpaid');
  await user.click((await dialog()).getByRole('button', { name: 'Turn Off' }));
  expect(await screen.findByText('Access turned off')).toBeVisible();
  expect(api.to(`PUT ${path}/access`)[0]?.body).toEqual({ accessEnabled: false, reason: 'Unpaid' });
});

describe('The header of a contact', () => {
  const standing = async () => within(await screen.findByRole('region', { name: 'Standing of Maya Okafor' }));

  test('shows status and plan, what is owed, the last visit and the notes', async () => {
    const known = aStanding({ due: 60.25, notes: 'Bad knee' });
    const membership = known.standing.membership && { ...known.standing.membership, status: 'suspended' as const, frozenUntil: soon };
    opened(at, { [`GET ${at}/standing`]: () => ({ standing: { ...known.standing, membership } }) });
    const shown = await standing();
    expect(await shown.findByText('Suspended')).toBeVisible();
    expect(shown.getByText('Monthly Unlimited')).toBeVisible();
    expect(shown.getByText(`Frozen until ${dayText(soon, today)}`)).toBeVisible();
    expect(shown.getByText('$60.25')).toBeVisible();
    expect(shown.getByText('Bad knee')).toBeVisible();
  });

  test('checks in, and a denial says why', async () => {
    let reply: unknown = answer(403, { success: false, accessGranted: false, message: 'Membership access is suspended' });
    const { user } = opened(at, { 'POST /checkins': () => reply });
    await user.click(await screen.findByRole('button', { name: 'Check In' }));
    expect(await screen.findByText('Membership access is suspended')).toBeVisible();
    reply = { checkin: aCheckin().checkin };
    await user.click(screen.getByRole('button', { name: 'Check In' }));
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(screen.queryByText('Membership access is suspended')).not.toBeInTheDocument();
  });

  test('New Sale is there for who sells, with the contact as the customer', async () => {
    opened();
    expect(await screen.findByRole('link', { name: 'New Sale' })).toHaveAttribute('href', '/pos');
  });

  test('an operator does not sell items', async () => {
    opened(at, {}, 'operator');
    expect(await screen.findByRole('button', { name: 'Sell Membership' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New Sale' })).not.toBeInTheDocument();
  });
});
