import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildMembership, at, opened } from '#tests/support/contactPage.ts';
import { became, dialog, openMenu, names, path, soon, today, unanswered } from '#tests/support/membershipMenu.ts';
import { createPage } from '#tests/support/records.ts';

const preview = {
  lastDay: soon,
  lastPayment: { on: soon, amount: 54.39 },
  paymentsLeft: 1,
  contractEndDate: null,
  openInvoicesVoided: 1,
  refundable: 0,
};

describe('Cancel', () => {
  test('shows what it does, asks for a reason, and says what it did', async () => {
    const { api, user, choose } = await openMenu(
      {},
      {
        [`GET ${path}/cancellation`]: () => ({ preview }),
        [`POST ${path}/cancellation`]: became('Cancellation saved', { cancelsOn: soon }),
      },
    );
    await choose('Cancel membership');
    const form = await dialog();
    expect(await form.findByText('$54.39 with tax on', { exact: false })).toBeVisible();
    expect(form.getByText('1 is voided')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Cancel membership' }));
    expect(await form.findByText('Please choose a reason')).toBeVisible();
    await user.click(form.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Moving' }));
    await user.click(form.getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText(`Cancellation saved. Cancels on ${dayText(soon, today)}`)).toBeVisible();
    const sent = api.to(`POST ${path}/cancellation`);
    expect(sent[0]?.body).toEqual({ when: 'period_end', reason: 'moving', release: false });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/);
    expect(window.location.pathname).toBe(at);
  });

  test('of a contract says when it ends and how many payments are left', async () => {
    const contract = { ...preview, lastDay: '2027-11-22', contractEndDate: '2027-11-22', paymentsLeft: 12 };
    const { choose } = await openMenu({}, { [`GET ${path}/cancellation`]: () => ({ preview: contract }) });
    await choose('Cancel membership');
    const form = await dialog();
    expect(await form.findByLabelText('At contract end, Nov 22, 2027 · 12 payments')).toBeChecked();
    expect(form.getByText('Contract ends').nextSibling).toHaveTextContent('Nov 22, 2027');
  });

  test('after a declined renewal says what stays owed', async () => {
    const owed = { ...preview, lastPayment: null, paymentsLeft: 0, openInvoicesVoided: 0, staysOwed: 69.64 };
    const { choose } = await openMenu({}, { [`GET ${path}/cancellation`]: () => ({ preview: owed }) });
    await choose('Cancel membership');
    const form = await dialog();
    expect((await form.findByText('Stays owed')).nextSibling).toHaveTextContent('$69.64, billed before');
    expect(form.getByText('Last payment').nextSibling).toHaveTextContent('Nothing new is charged');
  });

  test.each([
    ['the server cannot do', 503, false],
    ['the server refuses', 409, true],
  ])(
    'an action that %s (%i) leaves the dialog open; a retry is a new attempt: %s',
    async (_what, status, isAnother) => {
      const { api, user, choose } = await openMenu(
        {},
        {
          [`GET ${path}/cancellation`]: () => ({ preview }),
          [`POST ${path}/cancellation`]: () => respond(status, { message: 'Not now.' }),
        },
      );
      await choose('Cancel membership');
      const form = await dialog();
      await user.click(form.getByRole('combobox', { name: 'Reason' }));
      await user.click(await screen.findByRole('option', { name: 'Price' }));
      for (const tries of [1, 2]) {
        await user.click(form.getByRole('button', { name: 'Cancel membership' }));
        await waitFor(() => expect(api.to(`POST ${path}/cancellation`)).toHaveLength(tries));
        expect(await form.findByText('Not now.')).toBeVisible();
      }
      expect(
        new Set(api.to(`POST ${path}/cancellation`).map(({ headers }) => headers.get('Idempotency-Key'))).size,
      ).toBe(isAnother ? 2 : 1);
    },
  );

  test.each(unanswered)(
    'after %s it says that the change may be saved, shows no preview, and retries with the same key',
    async (_what, lose, said) => {
      let sent = 0;
      const { api, user, choose } = await openMenu(
        {},
        {
          [`GET ${path}/cancellation`]: () =>
            sent > 0 ? respond(409, { message: 'This membership is canceled' }) : { preview },
          [`POST ${path}/cancellation`]: () => {
            sent += 1;
            if (sent === 1) return lose();
            return became('Cancellation saved', { cancelsOn: soon })();
          },
        },
      );
      await choose('Cancel membership');
      const form = await dialog();
      await user.click(form.getByRole('combobox', { name: 'Reason' }));
      await user.click(await screen.findByRole('option', { name: 'Price' }));
      await user.click(form.getByRole('button', { name: 'Cancel membership' }));
      expect(await form.findByText(said)).toBeVisible();
      expect(form.getByText('1 is voided')).toBeVisible();
      await user.click(form.getByRole('button', { name: 'Cancel membership' }));
      expect(await screen.findByText(/^Cancellation saved/)).toBeVisible();
      const calls = api.to(`POST ${path}/cancellation`);
      expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
      expect(screen.queryByText('This membership is canceled')).not.toBeInTheDocument();
    },
  );

  test('a release from the contract needs a note, and a day that is refused says why', async () => {
    const { user, choose } = await openMenu(
      { contractEndDate: addDays(today, 200) },
      {
        [`GET ${path}/cancellation`]: ({ query }) =>
          query.get('when') === 'now' ? respond(409, { message: 'The contract runs until June' }) : { preview },
      },
    );
    await choose('Cancel membership');
    const form = await dialog();
    await user.click(form.getByRole('radio', { name: /^Now/ }));
    expect(await form.findByText('The contract runs until June')).toBeVisible();
    await user.click(form.getByRole('switch', { name: 'Release from the contract' }));
    await user.click(form.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Health' }));
    await user.click(form.getByRole('button', { name: 'Cancel membership' }));
    expect(await form.findByText('Please note why the contract ends early')).toBeVisible();
  });

  test('an operator cancels at the end of the period, and is offered nothing that only managers may do', async () => {
    const { choose } = await openMenu({}, { [`GET ${path}/cancellation`]: () => ({ preview }) }, 'operator');
    expect(await names()).toEqual(['Freeze', 'Turn renewal off', 'Cancel membership']);
    await choose('Cancel membership');
    expect((await dialog()).queryByRole('radio')).not.toBeInTheDocument();
  });

  test('what is chosen while another change is on its way is sent too', async () => {
    const planned = { id: 'f1', from: soon, until: null, days: null, reason: 'Travel' };
    const { api, user, choose } = await openMenu(
      { freezes: [planned] },
      {
        [`PUT ${path}/renewal`]: () => new Promise(() => undefined),
        [`DELETE ${path}/freezes/f1`]: became('Freeze undone'),
      },
    );
    await choose('Turn renewal off');
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Monthly Unlimited' }));
    await choose('Undo freeze');
    expect(await screen.findByText(/^Freeze undone/)).toBeVisible();
    expect(api.to(`PUT ${path}/renewal`)).toHaveLength(1);
  });

  test('turning renewal off past the paid days promises nothing about an open invoice', async () => {
    const { choose } = await openMenu({ endDate: addDays(today, -1), graceUntil: addDays(today, 6) });
    await choose('Turn renewal off');
    expect(await screen.findByText(/An invoice that is still open stays owed\.$/)).toBeVisible();
  });

  test('it is undone from the same menu, and what it forbids says so', async () => {
    const { api, choose } = await openMenu(
      { cancelsOn: soon },
      { [`DELETE ${path}/cancellation`]: became('Cancellation undone') },
    );
    expect(screen.getByText(`Cancels on ${dayText(soon, today)}`)).toBeInTheDocument();
    await choose('Freeze Undo the cancellation first');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await choose('Undo cancellation');
    expect(await screen.findByText('Cancellation undone')).toBeVisible();
    expect(api.to(`DELETE ${path}/cancellation`)).toHaveLength(1);
  });
});

test('a membership of a location that somebody cannot see is shown without actions', async () => {
  const memberships = [buildMembership({ locationId: '018f0000-0000-7000-8000-00000000dddd' })];
  const { user } = opened(
    at,
    { [`GET ${at}/memberships`]: () => ({ memberships, pagination: createPage(1) }) },
    'manager',
  );
  await user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  expect(await screen.findByRole('row', { name: /Monthly Unlimited/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Actions for Monthly Unlimited' })).toBeNull();
});
