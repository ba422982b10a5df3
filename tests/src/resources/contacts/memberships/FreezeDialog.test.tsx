import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { addDays } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { at } from '#tests/support/contactPage.ts';
import { became, dialog, openMenu, path, soon, today, unanswered } from '#tests/support/membershipMenu.ts';
import { createPage, ironPeak } from '#tests/support/records.ts';

describe('Freeze', () => {
  const settings = {
    [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: { ...settingsDefaults, memberships: limits } }),
  };
  const limits = {
    cancellationNoticeDays: 0,
    freezeMinDays: 7,
    freezeMaxDays: 60,
    freezeDaysPerYear: 60,
    freezeFee: 10,
    graceDays: 0,
  };

  test.each(unanswered)('%s shows no outcome of freezing once more', async (_what, lose, said) => {
    let isFrozen = false;
    const frozen = { freezes: [{ id: 'f1', from: today, until: null, days: null, reason: 'Travel' }] };
    const { user, choose } = await openMenu(
      {},
      {
        ...settings,
        [`GET ${at}/memberships`]: () => ({
          memberships: [became('', isFrozen ? frozen : {})().contactMembership],
          pagination: createPage(1),
        }),
        [`POST ${path}/freezes`]: () => {
          isFrozen = true;
          return lose();
        },
      },
    );
    await choose('Freeze');
    const form = await dialog();
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Travel');
    await user.click(form.getByRole('button', { name: 'Freeze' }));
    expect(await form.findByText(said)).toBeVisible();
    expect(form.queryByText(/^There is another freeze/)).not.toBeInTheDocument();
    expect(form.queryByRole('region', { name: 'What happens' })).not.toBeInTheDocument();
  });

  test('a manager goes beyond the limits and waives the fee', async () => {
    const { api, user, choose } = await openMenu({}, { ...settings, [`POST ${path}/freezes`]: became('Freeze saved') });
    await choose('Freeze');
    const form = await dialog();
    expect(await form.findByText('$10.00 plus tax', { exact: false })).toBeVisible();
    await user.type(form.getByLabelText(/^Last day/), today);
    await user.type(form.getByLabelText(/^Reason/), 'Travel');
    expect(await form.findByText('A freeze lasts at least 7 days')).toBeVisible();
    await user.click(form.getByRole('switch', { name: 'Override freeze limits' }));
    await user.click(form.getByRole('switch', { name: 'Waive the freeze fee' }));
    expect(await form.findByText('1 day, until', { exact: false })).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`POST ${path}/freezes`)[0]?.body).toEqual({
      from: today,
      until: today,
      reason: 'Travel',
      waiveFee: true,
      override: true,
    });
  });

  test('limits that cannot be read are said, and read again', async () => {
    let isDown = true;
    const { user, choose } = await openMenu(
      {},
      {
        [`GET /companies/${ironPeak.id}/settings`]: () =>
          isDown ? respond(500, {}) : { settings: { ...settingsDefaults, memberships: limits } },
      },
    );
    await choose('Freeze');
    const form = await dialog();
    expect(await form.findByRole('alert')).toHaveTextContent('Couldn’t load the limits of a freeze');
    isDown = false;
    await user.click(form.getByRole('button', { name: 'Retry' }));
    expect(await form.findByRole('region', { name: 'What happens' })).toHaveTextContent('Fee');
  });

  test('an operator freezes without an end, within the limits', async () => {
    const { api, user, choose } = await openMenu(
      {},
      { ...settings, [`POST ${path}/freezes`]: became('Freeze saved') },
      'operator',
    );
    await choose('Freeze');
    const form = await dialog();
    expect(await form.findByText('Until you end it', { exact: false })).toBeVisible();
    expect(form.queryByRole('switch')).not.toBeInTheDocument();
    await user.type(form.getByLabelText(/^Reason/), 'Travel');
    await user.click(form.getByRole('button', { name: 'Freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`POST ${path}/freezes`)[0]?.body).toMatchObject({ from: today, until: null });
  });

  test('one that holds is ended after a question', async () => {
    const freeze = { id: 'f', from: addDays(today, -3), until: soon, days: 12, reason: 'Travel' };
    const { api, user, choose } = await openMenu(
      { freezes: [freeze], accessEnabled: false, frozenUntil: soon },
      { [`PUT ${path}/freezes/f`]: became('Freeze saved') },
    );
    expect(screen.getByText(`Frozen until ${dayText(soon, today)}`)).toBeInTheDocument();
    await choose('End freeze');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End freeze' }));
    expect(await screen.findByText('Freeze saved')).toBeVisible();
    expect(api.to(`PUT ${path}/freezes/f`)[0]?.body).toEqual({ until: today, override: false });
  });

  test('one that has not begun is undone', async () => {
    const freeze = { id: 'f', from: addDays(today, 2), until: null, days: null, reason: 'Travel' };
    const { api, choose } = await openMenu(
      { freezes: [freeze] },
      { [`DELETE ${path}/freezes/f`]: became('Freeze removed') },
    );
    await choose('Undo freeze');
    expect(await screen.findByText('Freeze removed')).toBeVisible();
    expect(api.to(`DELETE ${path}/freezes/f`)).toHaveLength(1);
  });
});
