import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildMembership, at, opened } from '#tests/support/contactPage.ts';
import { became, dialog, openMenu, names, path, soon, today } from '#tests/support/membershipMenu.ts';
import { buildCheckin, createPage, createMemberSummary } from '#tests/support/records.ts';

describe('A membership that was not paid', () => {
  const yesterday = addDays(today, -1);
  test('says how long it is open, in the history and for the member, and why renewal stopped', async () => {
    await openMenu({ endDate: yesterday, graceUntil: soon, autoRenew: false, renewalStopped: 'card_declined' });
    expect(await screen.findByText(`Past due until ${dayText(soon, today)}`)).toBeVisible();
    expect(screen.getByText('Renewal stopped: card declined')).toBeVisible();
    expect(await names()).toEqual(expect.arrayContaining(['Turn renewal on', 'Cancel membership']));
  });

  test('has expired after the grace period', async () => {
    await openMenu({ endDate: addDays(today, -9), graceUntil: yesterday });
    expect(await screen.findByText('Expired')).toBeVisible();
  });
});

test('Renewal is turned on by hand, and access off with a reason', async () => {
  const { api, user, choose } = await openMenu(
    { autoRenew: false },
    {
      [`PUT ${path}/renewal`]: became('Renewal turned on'),
      [`PUT ${path}/access`]: became('Access turned off', { accessEnabled: false }),
    },
  );
  await choose('Turn renewal on');
  await user.click((await dialog()).getByRole('radio', { name: /^Manual/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Turn On' }));
  expect(await screen.findByText('Renewal turned on')).toBeVisible();
  expect(api.to(`PUT ${path}/renewal`)[0]?.body).toEqual({ autoRenew: true, by: 'manual' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Actions for Monthly Unlimited' }));
  await choose('Turn access off');
  await user.type((await dialog()).getByLabelText(/^Reason/), 'Unpaid');
  await user.click((await dialog()).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Access turned off')).toBeVisible();
  expect(api.to(`PUT ${path}/access`)[0]?.body).toEqual({ accessEnabled: false, reason: 'Unpaid' });
});

test.each([
  [false, 1],
  [true, 0],
])('Turn renewal on says when no saved card can be charged: hasSavedCard %s', async (hasSavedCard, times) => {
  const { choose } = await openMenu(
    {},
    {
      [`GET ${at}/memberships`]: () => ({
        memberships: [buildMembership({ endDate: soon, autoRenew: false })],
        pagination: createPage(1),
        hasSavedCard,
      }),
    },
  );
  await choose('Turn renewal on');
  expect((await dialog()).queryAllByText('No saved card can be charged.')).toHaveLength(times);
});

test('access is turned off once where the answer is lost and the membership reads as off by then', async () => {
  let accessEnabled = true;
  const { api, user, choose } = await openMenu(
    {},
    {
      [`GET ${at}/memberships`]: () => ({
        memberships: [buildMembership({ endDate: soon, accessEnabled })],
        pagination: createPage(1),
      }),
      [`PUT ${path}/access`]: () => {
        const isFirst = accessEnabled;
        accessEnabled = false;
        if (isFirst) throw new TypeError('The answer is lost');
        return became('Access turned off', { accessEnabled })();
      },
    },
  );
  await choose('Turn access off');
  const form = await dialog();
  await user.type(form.getByLabelText(/^Reason/), 'Unpaid');
  await user.click(form.getByRole('button', { name: 'Turn off' }));
  expect(await form.findByText(/^The connection was lost, so this may have been done already/)).toBeVisible();
  await waitFor(() => expect(api.to(`GET ${at}/memberships`).length).toBeGreaterThan(1));
  expect(await screen.findByText('Suspended')).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Turn access off' })).toBeVisible();
  expect(form.getByLabelText(/^Reason/)).toHaveValue('Unpaid');
  await user.click(form.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Access turned off')).toBeVisible();
  const sent = api.to(`PUT ${path}/access`);
  expect(sent.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ accessEnabled: false, reason: 'Unpaid' })),
  );
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

describe('The header of a contact', () => {
  const summary = async () => within(await screen.findByRole('region', { name: 'Status of Maya Okafor' }));

  test('shows status and plan, what is owed, the last visit and the notes', async () => {
    const known = createMemberSummary({ due: 60.25, notes: 'Bad knee' });
    const membership = known.summary.membership && {
      ...known.summary.membership,
      status: 'suspended' as const,
      frozenUntil: soon,
    };
    opened(at, { [`GET ${at}/standing`]: () => ({ summary: { ...known.summary, membership } }) });
    const shown = await summary();
    expect(await shown.findByText(`Frozen until ${dayText(soon, today)}`)).toBeVisible();
    expect(shown.getByText('Monthly Unlimited')).toBeVisible();
    expect(screen.getByRole('button', { name: `Check In: Frozen until ${dayText(soon, today)}` })).toBeVisible();
    expect(shown.getByText('$60.25')).toBeVisible();
    expect(shown.getByText('Bad knee')).toBeVisible();
  });

  test('checks in, and a denial says why', async () => {
    let response: unknown = respond(403, {
      success: false,
      accessGranted: false,
      message: 'Membership access is suspended',
    });
    const { user } = opened(at, { 'POST /checkins': () => response });
    await user.click(await screen.findByRole('button', { name: 'Check In' }));
    expect(await screen.findByText('Membership access is suspended')).toBeVisible();
    response = { checkin: buildCheckin().checkin };
    await user.click(screen.getByRole('button', { name: 'Check In' }));
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(screen.queryByText('Membership access is suspended')).not.toBeInTheDocument();
  });

  test('a check-in that a freeze denies says until when, and is no suspension', async () => {
    const { user } = opened(at, {
      'POST /checkins': () =>
        respond(403, { message: 'Membership access is suspended', ...buildCheckin(), frozenUntil: soon }),
    });
    await user.click(await screen.findByRole('button', { name: 'Check In' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`Frozen until ${dayText(soon, today)}`);
    expect(alert).not.toHaveTextContent('Access Suspended');
  });

  test('the desk sees why somebody is blocked', async () => {
    const { user } = opened(at, {
      'POST /checkins': () =>
        respond(403, {
          message: 'Access is blocked',
          ...buildCheckin(),
          block: { reason: 'Damaged the rack', until: null },
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Check In' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Access BlockedAccess is blocked: Damaged the rack. Until it is removed.');
  });

  test('New sale is there for who sells, with the contact as the customer', async () => {
    opened();
    expect(await screen.findByRole('link', { name: 'New sale' })).toHaveAttribute('href', '/pos');
  });

  test('an operator does not sell items', async () => {
    opened(at, {}, 'operator');
    expect(await screen.findByRole('button', { name: 'Sell membership' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'New sale' })).not.toBeInTheDocument();
  });
});
