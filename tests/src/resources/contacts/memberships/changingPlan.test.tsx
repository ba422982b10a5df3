import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { addDays } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { became, dialog, openMenu, path, soon, today } from '#tests/support/membershipMenu.ts';
import { createPage, createPlan, ironPeak } from '#tests/support/records.ts';

test('Change Plan shows what each renewal costs, and is undone', async () => {
  const gold = createPlan({ name: 'Gold', price: 79 });
  const plannedChange = { membershipId: gold.id, name: 'Gold', on: addDays(soon, 1) };
  const { api, user, choose } = await openMenu(
    { plannedChange },
    {
      'GET /memberships': () => ({
        memberships: [gold, createPlan({ name: 'Day', billingFrequency: 'one_time' })].map((membership) => ({
          membership,
          location: null,
        })),
        pagination: createPage(2),
      }),
      [`GET ${path}/plan-change`]: () => ({
        preview: {
          on: plannedChange.on,
          name: 'Gold',
          price: 79,
          total: 85.95,
          contractEndDate: null,
          difference: null,
        },
      }),
      [`POST ${path}/plan-change`]: became('Change of plan saved', { plannedChange }),
      [`DELETE ${path}/plan-change`]: became('Change of plan undone'),
    },
  );
  await choose('Change Plan');
  const form = await dialog();
  await user.click(form.getByRole('combobox', { name: 'New plan' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('Day')]),
  );
  await user.click(screen.getByRole('option', { name: /Gold/ }));
  expect(await form.findByText('$85.95 with tax ($79.00 without)')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change Plan' }));
  expect(
    await screen.findByText(`Change of plan saved. Changes to Gold on ${dayText(plannedChange.on, today)}`),
  ).toBeVisible();
  expect(api.to(`POST ${path}/plan-change`)[0]?.body).toEqual({ membershipId: gold.id, when: 'renewal' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Actions for Monthly Unlimited' }));
  await choose('Undo change of plan');
  expect(await screen.findByText('Change of plan undone')).toBeVisible();
});

test.each([
  ['at another price is offered', 59, [/^Monthly Unlimited, as sold today \(\$59\.00/, /^Gold \(/]],
  ['at its own price is not', 49.99, [/^Gold \(/]],
] as const)('the plan that somebody has %s', async (_what, price, offered) => {
  const held = createPlan({ id: 'held', name: 'Monthly Unlimited', price });
  const { user, choose } = await openMenu(
    { membershipId: 'held', purchasePrice: 49.99 },
    {
      'GET /memberships': () => ({
        memberships: [held, createPlan({ name: 'Gold', price: 79 })].map((membership) => ({
          membership,
          location: null,
        })),
        pagination: createPage(2),
      }),
    },
  );
  await choose('Change Plan');
  await user.click((await dialog()).getByRole('combobox', { name: 'New plan' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
    offered.map((text) => expect.stringMatching(text)),
  );
});

describe('Change Plan now', () => {
  const gold = createPlan({ name: 'Gold', price: 79 });
  const difference = { subtotal: 15, tax: 1.2, total: 16.2 };
  const opensUnseen = async (routes: Routes = {}) => {
    const page = await openMenu(
      { autoRenew: false },
      {
        'GET /memberships': () => ({ memberships: [{ membership: gold, location: null }], pagination: createPage(1) }),
        [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: settingsDefaults }),
        [`GET ${path}/plan-change`]: ({ query }: { query: URLSearchParams }) => ({
          preview: {
            on: today,
            name: 'Gold',
            price: 79,
            total: 85.95,
            contractEndDate: null,
            difference: query.get('waiveDifference') === 'true' ? null : difference,
          },
        }),
        [`POST ${path}/plan-change`]: became('Plan changed', { membershipName: 'Gold' }),
        ...routes,
      },
    );
    await page.choose('Change Plan');
    const form = await dialog();
    // Without renewal there is no other time to choose.
    expect(form.getByRole('radio', { name: /^Now/ })).toBeChecked();
    const choosePlan = async () => {
      await page.user.click(form.getByRole('combobox', { name: 'New plan' }));
      await page.user.click(await screen.findByRole('option', { name: /Gold/ }));
    };
    return { ...page, form, choosePlan };
  };
  const opensNow = async (routes: Routes = {}) => {
    const page = await opensUnseen(routes);
    await page.choosePlan();
    expect(await page.form.findByText('$16.20 with tax ($15.00 without)')).toBeVisible();
    return page;
  };

  test('charges the saved card what was shown', async () => {
    const { api, user, form } = await opensNow();
    expect(form.getByRole('radio', { name: /^Saved card/ })).toBeChecked();
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toEqual({
      membershipId: gold.id,
      when: 'now',
      waiveDifference: false,
      method: 'card',
      expectedTotal: 16.2,
    });
  });

  test('charges nothing before what it costs is shown', async () => {
    let show: (preview: unknown) => void = () => undefined;
    const { api, user, form, choosePlan } = await opensUnseen({
      [`GET ${path}/plan-change`]: () => new Promise((shown) => void (show = shown)),
    });
    await choosePlan();
    await waitFor(() => expect(api.to(`GET ${path}/plan-change`)).toHaveLength(1));
    expect(form.getByRole('button', { name: 'Change Plan' })).toBeDisabled();
    show({ preview: { on: today, name: 'Gold', price: 79, total: 85.95, contractEndDate: null, difference } });
    expect(await form.findByText('$16.20 with tax ($15.00 without)')).toBeVisible();
    await waitFor(() => expect(form.getByRole('button', { name: 'Change Plan' })).toBeEnabled());
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`).map(({ body }) => body)).toMatchObject([{ expectedTotal: 16.2 }]);
  });

  test('offers no saved card when none can be charged, and says so', async () => {
    const { api, user, form } = await opensNow({
      [`GET ${path}/plan-change`]: () => ({
        preview: {
          on: today,
          name: 'Gold',
          price: 79,
          total: 85.95,
          contractEndDate: null,
          difference,
          hasSavedCard: false,
        },
      }),
    });
    expect(form.queryByRole('radio', { name: /^Saved card/ })).toBeNull();
    expect(form.getByText('No saved card can be charged.')).toBeVisible();
    expect(form.getByRole('radio', { name: 'Cash' })).toBeChecked();
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toMatchObject({
      when: 'now',
      method: 'cash',
      expectedTotal: 16.2,
    });
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
      membershipId: gold.id,
      when: 'now',
      waiveDifference: false,
      method: 'other',
      otherMethod: 'Check',
      reference: '1042',
      expectedTotal: 16.2,
    });
  });

  test('charges nothing when that is chosen', async () => {
    const { api, user, form } = await opensNow();
    await user.click(form.getByRole('switch', { name: /^Waive the prorated difference/ }));
    expect(await form.findByText('Nothing')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(await screen.findByText('Plan changed')).toBeVisible();
    expect(api.to(`POST ${path}/plan-change`)[0]?.body).toMatchObject({
      when: 'now',
      waiveDifference: true,
      expectedTotal: 0,
    });
  });

  test.each([
    ['a refusal', 402, false, 2],
    ['an answer that leaves it open', 503, false, 1],
    ['an answer that leaves it open, paid in cash instead', 503, true, 2],
  ])(
    '%s (%i) stays in the dialog; the next press is a new attempt or the same one',
    async (_what, status, isCash, attempts) => {
      const { api, user, form } = await opensNow({
        [`POST ${path}/plan-change`]: () => respond(status, { message: 'Your card was not charged.' }),
      });
      await user.click(form.getByRole('button', { name: 'Change Plan' }));
      expect(await form.findByText('Your card was not charged.')).toBeVisible();
      if (isCash) await user.click(form.getByRole('radio', { name: 'Cash' }));
      await user.click(form.getByRole('button', { name: 'Change Plan' }));
      await waitFor(() => expect(api.to(`POST ${path}/plan-change`)).toHaveLength(2));
      const keys = api.to(`POST ${path}/plan-change`).map(({ headers }) => headers.get('Idempotency-Key'));
      expect(new Set(keys).size).toBe(attempts);
    },
  );
});
