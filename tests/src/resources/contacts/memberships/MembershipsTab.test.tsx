import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { buildMembership, at, opened, tab } from '#tests/support/contactPage.ts';
import { createPage } from '#tests/support/records.ts';

describe('Memberships', () => {
  test('the history shows each membership with its derived status', async () => {
    const { user } = opened(at, {
      [`GET ${at}/memberships`]: () => ({
        memberships: [
          buildMembership({ accessEnabled: false }),
          buildMembership({ id: 'x', membershipName: 'Day Pass', endDate: '2026-01-05' }),
        ],
        pagination: createPage(2),
      }),
    });
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('Suspended')).toBeVisible();
    expect(screen.getByText('Expired')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Purchase Membership' })).toBeVisible();
  });

  test('has one button that sells a membership, also when there is none yet; the other tabs have theirs in the header', async () => {
    const { user } = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }) });
    const selling = () =>
      screen.getAllByRole('button', { name: /^(Sell|Purchase)/ }).map(({ textContent }) => textContent);
    expect(await screen.findByRole('button', { name: 'Sell membership' })).toBeVisible();
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('No memberships yet')).toBeVisible();
    expect(selling()).toEqual(['Purchase Membership']);
    await user.click(await tab('Purchase History'));
    expect(selling()).toEqual(['Sell membership']);
  });

  test('dates and prices name themselves: what is paid, when the contract ends, and the next charge with tax', async () => {
    const held = buildMembership({
      endDate: '2026-12-23',
      contractEndDate: '2027-11-23',
      purchasePrice: 74,
      nextRenewalOn: '2026-12-23',
      nextRenewalAmount: 81.59,
    });
    const { user } = opened(at, {
      [`GET ${at}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }),
    });
    await user.click(await tab('Memberships'));
    expect(await screen.findByText('Contract ends Nov 23, 2027')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Paid Through' })).toBeVisible();
    expect(screen.getByText('$81.59 with tax on Dec 23, 2026')).toBeVisible();
  });

  test('as a card it says when it started or starts, unless its first visit decides that', async () => {
    const memberships = [
      buildMembership({ id: 'a', membershipName: 'Begun' }),
      buildMembership({ id: 'b', membershipName: 'Ahead', startDate: '2999-12-11' }),
      buildMembership({ id: 'c', membershipName: 'Waiting', startsWithFirstVisit: true }),
    ];
    const { user } = opened(at, { [`GET ${at}/memberships`]: () => ({ memberships, pagination: createPage(3) }) });
    await user.click(await tab('Memberships'));
    const card = (name: string) => screen.getByText(name).parentElement;
    expect(await screen.findByText('Begun')).toBeVisible();
    expect(card('Begun')).toHaveTextContent('$49.99 / Monthly · Started Jan 5, 2026');
    expect(card('Ahead')).toHaveTextContent('$49.99 / Monthly · Starts Dec 11, 2999');
    expect(card('Waiting')).not.toHaveTextContent('Start');
  });

  test('opening with membershipId selects the Memberships tab; Back goes to /contacts/{contactId}', async () => {
    const { user } = opened(`${at}/memberships/${buildMembership().id}`);
    expect(await screen.findByText('Automatic Renewal')).toBeVisible();
    expect(await tab('Memberships')).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByText('Back to Memberships'));
    await waitFor(() => expect(window.location.pathname).toBe(at));
    expect(await tab('Memberships')).toHaveAttribute('aria-selected', 'true');
  });

  test('one that was canceled with access ended at once no longer renews', async () => {
    const canceled = buildMembership({ cancelsOn: '2026-01-02', accessEnabled: false, autoRenew: true });
    opened(`${at}/memberships/${canceled.id}`, {
      [`GET ${at}/memberships`]: () => ({ memberships: [canceled], pagination: createPage(1) }),
    });
    expect((await screen.findByText('Automatic Renewal')).nextSibling).toHaveTextContent('Off');
    expect(screen.queryByText('Renews')).not.toBeInTheDocument();
  });

  test.each([
    ['admin', true],
    ['operator', false],
  ] as const)(
    'an imported one whose renewal is held says so; %s sees the way to the release: %s',
    async (level, isShown) => {
      const held = buildMembership({ autoRenew: false, isRenewalOnHold: true });
      opened(
        `${at}/memberships/${held.id}`,
        { [`GET ${at}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }) },
        level,
      );
      expect(await screen.findByText('Renewal on hold until activated')).toBeVisible();
      expect(screen.getByText(/^On hold until activated/)).toBeVisible();
      const link = screen.queryByRole('link', { name: 'Review and activate' });
      if (isShown) expect(link).toHaveAttribute('href', '/dashboard');
      else expect(link).not.toBeInTheDocument();
    },
  );

  test("not found: 'Membership Not Found'", async () => {
    opened(`${at}/memberships/never`);
    expect(await screen.findByText('Membership Not Found')).toBeVisible();
  });

  test('a failure says the server’s words', async () => {
    opened(`${at}/memberships/any`, {
      [`GET ${at}/memberships`]: () => respond(500, { message: 'Something went wrong on our side' }),
    });
    expect(await screen.findByText('Something went wrong on our side')).toBeVisible();
  });
});
