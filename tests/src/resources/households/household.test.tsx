import { act as actNow, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/households/HouseholdSection.tsx';
import type { Household, HouseholdMember } from '#domain/households/contract.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { at, buildMembership, maya, opened, tab } from '#tests/support/contactPage.ts';
import { isTabHeld, leaveFor } from '#tests/support/leaving.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { createMemberSummary, createPage } from '#tests/support/records.ts';

const id = '018f0000-0000-7000-8000-00000000f001';
const benId = '018f0000-0000-7000-8000-00000000f002';

const member = (change: Partial<HouseholdMember>): HouseholdMember => ({
  id: maya.id,
  firstName: 'Maya',
  lastName: 'Chen',
  relation: null,
  isPayer: true,
  mayAct: true,
  hasSavedCard: true,
  joinedAt: '2026-01-05T17:00:00.000Z',
  memberships: [],
  ...change,
});
const ben = member({
  id: benId,
  firstName: 'Ben',
  relation: 'Son',
  isPayer: false,
  mayAct: false,
  hasSavedCard: false,
  memberships: [buildMembership({ contactId: benId, membershipName: 'Youth', endDate: '2040-01-04' })],
});
const buildHousehold = (change: Partial<Household> = {}): Household => ({
  id,
  companyId: '018f0000-0000-7000-8000-00000000f003',
  name: 'Chen',
  payer: { id: maya.id, firstName: 'Maya', lastName: 'Chen' },
  memberCount: 2,
  members: [member({}), ben],
  savedCard: { brand: 'visa', lastDigits: '4242', lastDay: '2999-08-31' },
  owed: 0,
  owedInvoices: [],
  mayChange: true,
  createdAt: '2026-01-05T17:00:00.000Z',
  updatedAt: '2026-01-05T17:00:00.000Z',
  ...change,
});

const withHousehold = (household: Household | null, change: Routes = {}): Routes => ({
  'GET /households': () => ({ households: household ? [household] : [], pagination: createPage(household ? 1 : 0) }),
  [`GET /households/${id}`]: () => ({ household }),
  ...change,
});

/** The Memberships tab of Maya. */
async function open(
  household: Household | null,
  change: Routes = {},
  level: Parameters<typeof opened>[2] = 'operator',
) {
  const page = opened(at, withHousehold(household, change), level);
  await page.user.click(await tab('Memberships'));
  const heading = await screen.findByRole('heading', { name: 'Household' });
  return { ...page, section: within(heading.closest('section') ?? document.body) };
}
const act = async (name: string, action: string, user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

test('A household shows who pays with which card, what is due, and its members', async () => {
  const { section } = await open(
    buildHousehold({ owed: 27, owedInvoices: [{ id: benId, number: 'DEN-10423', description: null, due: 27 }] }),
  );
  const members = within(await section.findByRole('list', { name: 'Members of the household' })).getAllByRole(
    'listitem',
  );
  expect(members.map(({ textContent }) => textContent)).toEqual([
    'Maya ChenPayerNo membership',
    'Ben ChenSonYouthActivepaid through Jan 4, 2040',
  ]);
  expect(section.getByText('Visa ending in 4242, expires 08/99')).toBeVisible();
  expect(section.getByRole('link', { name: 'DEN-10423' })).toHaveAttribute('href', `/invoices/${benId}`);
  expect(section.getAllByText('$27.00')).toHaveLength(2);
});

test('The page of a dependant says who pays', async () => {
  const anna = { id: benId, firstName: 'Anna', lastName: 'Chen' };
  opened(at, { [`GET ${at}/standing`]: () => createMemberSummary({ paidBy: anna }) });
  expect(await screen.findByText('Paid by')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Anna Chen' })).toHaveAttribute('href', `/contacts/${benId}`);
});

test.each([
  ['manual', 'Maya has no saved card, so renewals are invoiced to Maya and paid at the desk or by a link.'],
  ['card', 'Maya has no saved card. Renewals by card are not paid until one is saved.'],
] as const)('Without a card of the payer it says what becomes of %s renewals', async (renewsBy, text) => {
  const child = { ...ben, memberships: [buildMembership({ renewsBy })] };
  const members = [member({ hasSavedCard: false }), child];
  const { section } = await open(buildHousehold({ savedCard: null, members }));
  expect(await section.findByText(text)).toBeVisible();
});

test('A household that does not load is asked for again', async () => {
  let isDown = true;
  const { user, section } = await open(buildHousehold(), {
    'GET /households': () =>
      isDown ? respond(400, { message: 'Down' }) : { households: [buildHousehold()], pagination: createPage(1) },
  });
  expect(await section.findByRole('alert')).toHaveTextContent('Down');
  isDown = false;
  await user.click(section.getByRole('button', { name: 'Retry' }));
  expect(await section.findByText('Ben Chen')).toBeVisible();
});

test('A contact in none creates one', async () => {
  const { user, api, section } = await open(null, {
    'POST /households': () => respond(201, { message: 'Household created', household: buildHousehold() }),
  });
  await user.click(await section.findByRole('button', { name: 'Create household' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create household' }));
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue(maya.lastName);
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(api.to('POST /households')[0]?.body).toEqual({ name: maya.lastName, payerId: maya.id }));
});

test('a user who may not change it sees no actions', async () => {
  const { section } = await open(buildHousehold({ mayChange: false }));
  expect(await section.findByText('Ben Chen')).toBeVisible();
  expect(section.queryByRole('button')).not.toBeInTheDocument();
});

test('Before somebody is removed it says what is paid, and asks what follows', async () => {
  const { user, api } = await open(buildHousehold(), {
    [`GET /households/${id}/members/${benId}/removal`]: () => ({
      hasSavedCard: false,
      memberships: [
        {
          id: benId,
          name: 'Youth',
          paidThrough: '2027-01-04',
          autoRenew: true,
          renewsBy: 'manual',
          unpaid: { id, due: 27 },
        },
      ],
    }),
    [`DELETE /households/${id}/members/${benId}`]: () => ({ message: 'Member removed', household: buildHousehold() }),
  });
  await act('Ben Chen', 'Remove', user);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ben Chen from the household?' }));
  expect(await dialog.findByText('Ben keeps Youth through Jan 4, 2027')).toBeVisible();
  expect(dialog.getByText('What is billed already, $27.00, stays with Maya Chen.')).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Renew, with an invoice to Ben, who has no saved card' })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: 'End with the paid days' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    const [call] = api.to(`DELETE /households/${id}/members/${benId}`);
    expect(call?.query.get('memberships')).toBe('end');
  });
  // Ben has none any more: the server would answer 404.
  expect(await screen.findByText('Ben Chen left the household')).toBeVisible();
  expect(api.to(`GET /households/${id}/members/${benId}/removal`)).toHaveLength(1);
});

test('Another payer is said to have no card', async () => {
  const { user, api } = await open(buildHousehold(), {
    [`PUT /households/${id}`]: () => ({ message: 'Household updated', household: buildHousehold() }),
  });
  await act('Ben Chen', 'Make payer', user);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Make Ben Chen the payer?' }));
  expect(dialog.getByText(/Ben has no saved card: renewals by card become manual renewals/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Make payer' }));
  await waitFor(() => expect(api.to(`PUT /households/${id}`)[0]?.body).toEqual({ payerId: benId }));
});

test('A member may act: only what was changed is sent, so that a relation that somebody else corrects meanwhile stays', async () => {
  const { user, api } = await open(buildHousehold(), {
    [`PUT /households/${id}/members/${benId}`]: () => ({ message: 'Member updated', household: buildHousehold() }),
  });
  await act('Ben Chen', 'Edit', user);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Ben Chen' }));
  await user.click(dialog.getByRole('switch', { name: 'May act for the household at the desk' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.to(`PUT /households/${id}/members/${benId}`)[0]?.body).toEqual({ mayAct: true }));
});

test('A new contact is added and joins; if joining fails, the contact stays chosen', async () => {
  const cleo = { ...maya, id: '018f0000-0000-7000-8000-00000000f009', firstName: 'Cleo', lastName: 'Chen' };
  const { user, api } = await open(buildHousehold(), {
    'POST /contacts': () => respond(201, { message: 'Contact created', contact: cleo }),
    [`POST /households/${id}/members`]: () => respond(409, { message: 'A household has at most 20 members' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Member' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Member' }));
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  expect(await dialog.findByText('Choose a contact')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'New contact' }));
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  expect(await dialog.findByText('First name is required')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /First Name/ }), 'Cleo');
  await user.type(dialog.getByRole('textbox', { name: /Email/ }), 'cleo@chen.test');
  await user.type(dialog.getByRole('textbox', { name: 'Relation' }), 'Daughter');
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  expect(await dialog.findByText('A household has at most 20 members')).toBeVisible();
  expect(dialog.getByText('Cleo Chen')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add Member' }));
  await waitFor(() => expect(api.to(`POST /households/${id}/members`)).toHaveLength(2));
  expect(api.to('POST /contacts')).toHaveLength(1);
  expect(api.to(`POST /households/${id}/members`)[0]?.body).toEqual({
    contactId: cleo.id,
    relation: 'Daughter',
    mayAct: false,
  });
});

test('A household that somebody else renamed meanwhile is not overwritten until the second press', async () => {
  const { user, api } = await open(buildHousehold(), {
    [`PUT /households/${id}`]: ({ body }) =>
      (body as { updatedAt?: string }).updatedAt
        ? respond(409, { message: 'This was changed by someone else' })
        : { message: 'Household updated', household: buildHousehold() },
  });
  await user.click(screen.getByRole('button', { name: 'Household actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename household' }));
  await user.clear(dialog.getByRole('textbox', { name: /Name/ }));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Elms');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'This was changed by someone else. Your changes are still here. Save again to overwrite the other changes.',
  );
  expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('Elms');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(api.to(`PUT /households/${id}`).map(({ body }) => body)).toEqual([
    { name: 'Elms', updatedAt: buildHousehold().updatedAt },
    { name: 'Elms' },
  ]);
});

test('While another payer is on the way, the question stays open and says so', async () => {
  const changed = later<unknown>();
  const { user, api } = await open(buildHousehold(), { [`PUT /households/${id}`]: () => changed.promise });
  await act('Ben Chen', 'Make payer', user);
  const question = await screen.findByRole('alertdialog', { name: 'Make Ben Chen the payer?' });
  const button = within(question).getByRole('button', { name: 'Make payer' });
  await user.dblClick(button);
  await waitFor(() => expect(button).toBeDisabled());
  await user.keyboard('{Escape}');
  expect(question).toBeVisible();
  changed.settle({ message: 'Household updated', household: buildHousehold() });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(api.to(`PUT /households/${id}`)).toHaveLength(1);
});

test('A dialog whose save fails after its page was left tells it in a message', async () => {
  const answer = later();
  const { user } = await open(buildHousehold(), {
    [`PUT /households/${id}`]: () => answer.promise,
    'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
  });
  await user.click(screen.getByRole('button', { name: 'Household actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename household' }));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), ' Elms{Enter}');
  leaveFor('/checkins');
  expect(await screen.findByRole('heading', { level: 1, name: 'Check-ins' })).toBeVisible();
  answer.settle(respond(500, { message: 'The database is busy' }));
  expect(await screen.findByText('The database is busy')).toBeVisible();
});

test('What was typed about a new member is asked about before Escape or closing the tab loses it, and Cancel closes at once', async () => {
  const { user } = await open(buildHousehold());
  const add = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add Member' }));
    return within(await screen.findByRole('dialog', { name: 'Add Member' }));
  };
  const dialog = await add();
  await user.click(dialog.getByRole('button', { name: 'New contact' }));
  await user.type(dialog.getByRole('textbox', { name: /First Name/ }), 'Cleo');
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without saving?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(isTabHeld()).toBe(true);
  expect(dialog.getByRole('textbox', { name: /First Name/ })).toHaveValue('Cleo');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isTabHeld()).toBe(false);
  await add();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('A search for a member is asked about before Escape loses it, too', async () => {
  const { user } = await open(buildHousehold());
  await user.click(await screen.findByRole('button', { name: 'Add Member' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Member' }));
  await user.type(dialog.getByRole('combobox', { name: 'Contact' }), 'Cle');
  await user.click(dialog.getByRole('textbox', { name: 'Relation' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving?' })).toBeVisible();
});

test('What was typed about a new member when the session ended is offered again after signing in', async () => {
  const first = await open(buildHousehold());
  const fill = async ({ user }: { user: typeof first.user }) => {
    await user.click(await screen.findByRole('button', { name: 'Add Member' }));
    return within(await screen.findByRole('dialog', { name: 'Add Member' }));
  };
  const before = await fill(first);
  await first.user.click(before.getByRole('button', { name: 'New contact' }));
  await first.user.type(before.getByRole('textbox', { name: /First Name/ }), 'Cleo');
  await first.user.type(before.getByRole('textbox', { name: 'Relation' }), 'Daughter');
  const account = readSession()?.user;
  actNow(() => expireSession());
  first.unmount();

  const again = opened(at, withHousehold(buildHousehold()), 'operator', (path, routes, options) =>
    renderScreen(path, routes, { ...options, account }),
  );
  await again.user.click(await tab('Memberships'));
  const after = await fill(again);
  await again.user.click(after.getByRole('button', { name: 'Restore' }));
  expect(after.getByRole('textbox', { name: /First Name/ })).toHaveValue('Cleo');
  expect(after.getByRole('textbox', { name: 'Relation' })).toHaveValue('Daughter');
});
