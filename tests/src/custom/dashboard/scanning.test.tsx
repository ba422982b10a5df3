import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// The screen and its check-in are chunks of their own: loaded here, so that no test waits for them.
import '#src/custom/dashboard/DashboardPage.tsx';
import '#src/custom/dashboard/QuickCheckin.tsx';
import { later, respond, type Call, type Routes } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const denver = buildLocation();
const maya = buildContact();
const ben = buildContact({ firstName: 'Ben', lastName: 'Ito', email: 'ben@example.test' });
const codes = new Map([
  ['MAYA22222222', maya],
  ['BENT33333333', ben],
]);
const answerOf = ({ body }: Call, change: object = {}) => {
  const { contactId } = body as { contactId: string };
  return buildCheckin({ contactId, ...change }, contactId === maya.id ? maya : ben);
};
const listed = (contact: typeof maya) => ({ contact, homeLocation: null });
const isMaya = ({ body }: Call) => (body as { contactId: string }).contactId === maya.id;
const message = 'Membership access is suspended';
const suspended = (call: Call) =>
  respond(403, { message, ...answerOf(call, { accessGranted: false, reason: message }) });
const granted = (call: Call) => respond(201, answerOf(call));

const desk = async (routes: Routes = {}, level: 'manager' | 'operator' = 'operator') => {
  const opened = renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': ({ query }) => {
        const text = query.get('search') ?? '';
        const found = text === 'ben' ? ben : codes.get(text);
        return {
          contacts: found ? [listed(found)] : [],
          pagination: createPage(found ? 1 : 0),
        };
      },
      'POST /checkins': granted,
      [`GET /contacts/${ben.id}/notes`]: () => ({ notes: [] }),
      ...routes,
    },
    { level, locations: [denver] },
  );
  const field = () => screen.getByRole('combobox', { name: 'Search members' });
  await screen.findByRole('combobox', { name: 'Search members' });
  const checkedIn = () => opened.api.to('POST /checkins').map(({ body }) => (body as { contactId: string }).contactId);
  return { ...opened, field, checkedIn };
};

describe('A scan in Quick Check-in', () => {
  test('that is denied shows who and why, and leaves an empty field: the next one checks in its own member', async () => {
    const { user, field, checkedIn } = await desk({
      'POST /checkins': (call) => (isMaya(call) ? suspended(call) : granted(call)),
    });
    await user.type(field(), 'MAYA22222222{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Access Suspended');
    const status = within(screen.getByRole('region', { name: 'Status of Maya Okafor' }));
    expect(status.getByText('maya@example.test')).toBeVisible();
    expect(status.getByRole('link', { name: 'Open contact' })).toHaveAttribute('href', `/contacts/${maya.id}`);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Check In Member' })).toBeDisabled();
    await user.keyboard('BENT33333333{Enter}');
    expect(await screen.findByText('Ben Ito checked in successfully!')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Status of Maya Okafor' })).not.toBeInTheDocument();
    expect(checkedIn()).toEqual([maya.id, ben.id]);
  });

  test('that is granted leaves an empty field too', async () => {
    const { user, field, checkedIn } = await desk();
    await user.type(field(), 'MAYA22222222{Enter}');
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(field()).toHaveValue('');
    await user.keyboard('BENT33333333{Enter}');
    expect(await screen.findByText('Ben Ito checked in successfully!')).toBeVisible();
    expect(checkedIn()).toEqual([maya.id, ben.id]);
  });

  test.each(['the look-up', 'the check-in'])(
    'waits for its turn while %s of the last is answered',
    async (slowPart) => {
      const slow = later<unknown>();
      const { user, field, checkedIn } = await desk(
        slowPart === 'the check-in'
          ? { 'POST /checkins': (call) => (isMaya(call) ? slow.promise : granted(call)) }
          : {
              'GET /contacts': ({ query }) =>
                query.get('search') === 'MAYA22222222'
                  ? slow.promise
                  : { contacts: [listed(ben)], pagination: createPage(1) },
            },
      );
      await user.type(field(), 'MAYA22222222{Enter}');
      await user.keyboard('BENT33333333{Enter}');
      expect(field()).toHaveValue('');
      expect(checkedIn()).not.toContain(ben.id);
      slow.settle(
        slowPart === 'the check-in'
          ? respond(201, buildCheckin({ contactId: maya.id }, maya))
          : { contacts: [listed(maya)], pagination: createPage(1) },
      );
      expect(await screen.findByText('Ben Ito checked in successfully!')).toBeVisible();
      expect(checkedIn()).toEqual([maya.id, ben.id]);
    },
  );

  test('of the same code twice while it is answered is one', async () => {
    const slow = later<unknown>();
    const { user, field, checkedIn } = await desk({ 'POST /checkins': () => slow.promise });
    await user.type(field(), 'MAYA22222222{Enter}');
    await user.keyboard('MAYA22222222{Enter}');
    slow.settle(respond(201, buildCheckin({ contactId: maya.id }, maya)));
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(checkedIn()).toEqual([maya.id]);
  });

  test('while somebody is chosen checks in its own member, not the chosen one', async () => {
    const { user, field, checkedIn } = await desk();
    await user.type(field(), 'ben');
    await screen.findByRole('option', { name: /Ben Ito/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check In Member' })).toHaveFocus());
    await user.keyboard('MAYA22222222{Enter}');
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(checkedIn()).toEqual([maya.id]);
    expect(field()).toHaveFocus();
  });

  test('by a scanner that does not end with Enter is taken as well', async () => {
    const { user, field } = await desk();
    await user.type(field(), 'MAYA22222222');
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(field()).toHaveValue('');
  });

  const notLookedUp = 'The code could not be looked up because of a connection problem. Please scan it again.';
  test('that cannot be looked up says so, and the same again checks in', async () => {
    let isAway = true;
    const { user, field, checkedIn } = await desk({
      'GET /contacts': () => (isAway ? respond(503, {}) : { contacts: [listed(maya)], pagination: createPage(1) }),
    });
    await user.type(field(), 'MAYA22222222{Enter}');
    expect(await screen.findByText(notLookedUp)).toBeVisible();
    isAway = false;
    await user.keyboard('MAYA22222222{Enter}');
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(screen.queryByText(notLookedUp)).not.toBeInTheDocument();
    expect(checkedIn()).toEqual([maya.id]);
  });
});

describe('Undo on the message', () => {
  const undo = { name: 'Undo the check-in of Maya Okafor' };
  const id = '018f0000-0000-7000-8000-00000000dddd';
  const routes: Routes = { 'POST /checkins': (call) => respond(201, answerOf(call, { id })) };

  test('a manager undoes the check-in, and the next scan can come', async () => {
    const { user, field, api } = await desk(
      { ...routes, [`DELETE /checkins/${id}`]: () => ({ message: 'Check-in undone' }) },
      'manager',
    );
    await user.type(field(), 'MAYA22222222{Enter}');
    const button = await screen.findByRole('button', undo);
    act(() => (button.click(), button.click()));
    expect(await screen.findByText('Check-in undone')).toBeVisible();
    expect(screen.queryByText('Maya Okafor checked in successfully!')).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(api.to(`DELETE /checkins/${id}`)).toHaveLength(1);
  });

  test('a refusal is shown', async () => {
    const { user, field } = await desk(
      { ...routes, [`DELETE /checkins/${id}`]: () => respond(404, { message: 'Check-in not found' }) },
      'manager',
    );
    await user.type(field(), 'MAYA22222222{Enter}');
    await user.click(await screen.findByRole('button', undo));
    expect(await screen.findByText('Check-in not found')).toBeVisible();
  });

  test('a level that may not undo has none', async () => {
    const { user, field } = await desk(routes, 'operator');
    await user.type(field(), 'MAYA22222222{Enter}');
    expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
    expect(screen.queryByRole('button', undo)).not.toBeInTheDocument();
  });
});
