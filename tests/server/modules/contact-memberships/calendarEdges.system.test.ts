import { expect, test } from 'vitest';
import type { CancellationPreview } from '#domain/contact-memberships/actionsContract.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createMembersGym } from '#tests/support/afterSale.ts';
import { numbers } from '#tests/support/ledger.ts';
import { wallClock } from '#tests/support/ledgerReports.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { dayNumber, dayText, lastDayOfMonths } from '#tests/support/trials/modelCalendar.ts';
import { instantAt } from '#tests/support/trials/moments.ts';

const { stripe, server } = await payingServer();

const starts = ['01-28', '01-29', '01-30', '01-31', '02-27', '02-28', '03-30', '03-31', '08-31', '10-30', '12-31'];

interface Terms {
  /** Months of a period and of the contract. */
  readonly months: 1 | 12;
  readonly contract: number | null;
  readonly start: string;
}

/** Each of them from each start, of which some are leap days. */
const everyTerm = (year: number): Terms[] =>
  [...starts, ...(year % 4 === 0 ? ['02-29'] : [])].flatMap((start) =>
    (
      [
        [1, null],
        [1, 1],
        [1, 3],
        [1, 12],
        [12, null],
        [12, 24],
      ] as const
    ).map(([months, contract]) => ({
      months,
      contract,
      start: `${year}-${start}`,
    })),
  );

test.each([
  ['Pacific/Kiritimati', 2027, 0],
  ['Pacific/Pago_Pago', 2028, 30],
] as const)(
  'in %s, memberships from the ends of months of %d on with %d days of notice are charged on the days, as often and the sums that their cancellation said, some of them frozen or with another plan to come',
  { timeout: 300_000 },
  async (timezone, year, cancellationNoticeDays) => {
    const { int, chance } = numbers(year);
    server.clock.now = instantAt(timezone, dayNumber(`${year}-01-01`), '12:00:00.000');
    const gym = await createMembersGym(server, stripe, { timezone });
    await gym.settings({ cancellationNoticeDays, freezeMinDays: 1 });
    const planId = async ({ months, contract }: Pick<Terms, 'months' | 'contract'>, price_cents: number) =>
      gym.make.plan({
        price_cents,
        billing_frequency: months === 1 ? 'monthly' : 'annually',
        ...(contract !== null && { type: 'contract' as const, contract_length_months: contract }),
      });
    const others = [
      { months: 1, contract: 6, id: await planId({ months: 1, contract: 6 }, 7_001) },
      { months: 12, contract: null, id: await planId({ months: 12, contract: null }, 70_003) },
    ] as const;
    const renew = () => renewMemberships(server.context);
    const members: (Terms & Record<'id' | 'contactId' | 'path', string> & { readonly cancelsOn: number })[] = [];
    for (const terms of everyTerm(year).toSorted((a, b) => a.start.localeCompare(b.start))) {
      const start = dayNumber(terms.start);
      const price = terms.months * 1_999;
      const [contactId, membership_id] = [await gym.make.contact(), await planId(terms, price)];
      const id = await gym.make.contactMembership(contactId, {
        membership_id,
        membership_type: terms.contract === null ? 'no_contract' : 'contract',
        billing_frequency: terms.months === 1 ? 'monthly' : 'annually',
        contract_length_months: terms.contract,
        purchase_price_cents: price,
        start_date: terms.start,
        end_date: dayText(lastDayOfMonths(start, terms.months)),
        contract_end_date: terms.contract === null ? null : dayText(lastDayOfMonths(start, terms.contract)),
        auto_renew: true,
        renews_by: 'card',
      });
      await gym.make.stripeCustomer(contactId, gym.account.createCustomer({ name: 'Casey Jones' }).id);
      members.push({
        ...terms,
        id,
        contactId,
        path: `/contacts/${contactId}/memberships/${id}`,
        cancelsOn: start + int(0, 25),
      });
    }

    const said = new Map<string, CancellationPreview>();
    const rows = () =>
      server.database.scoped([gym.companyId], (tx) =>
        tx
          .selectFrom('contact_memberships')
          .select(['id', 'end_date', 'contract_end_date', 'cancels_on', 'auto_renew'])
          .execute(),
      );
    /** At six in the morning of each day on which something is due. */
    const advance = async (day: number) => {
      server.clock.now = instantAt(timezone, day, '06:00:00.000');
      await renew();
    };
    const due = async (after: number) =>
      (await rows())
        .filter(
          ({ end_date, cancels_on, auto_renew }) => auto_renew && end_date && !(cancels_on && end_date >= cancels_on),
        )
        .map(({ end_date }) => dayNumber(String(end_date)))
        .filter((day) => day > after);

    let today = dayNumber(`${year}-01-01`);
    for (const member of members.toSorted((a, b) => a.cancelsOn - b.cancelsOn)) {
      for (let next = Math.min(...(await due(today))); next <= member.cancelsOn; next = Math.min(...(await due(today))))
        await advance((today = next));
      today = Math.max(today, member.cancelsOn);
      server.clock.now = instantAt(timezone, today, '12:00:00.000');
      const manager = await server.as(gym.users.manager);
      const ok = async (reply: ReturnType<typeof manager.post>) => {
        const { status, body } = await reply;
        expect([status, body.message, member]).toEqual([200, body.message, member]);
        return body;
      };
      if (chance(0.3)) {
        const { endDate } = (await manager.get(`/contacts/${member.contactId}/memberships`)).body.memberships[0];
        const from = today + int(0, Math.min(20, dayNumber(endDate) - today));
        await ok(
          manager.post(`${member.path}/freezes`, {
            body: { from: dayText(from), until: dayText(from + int(0, 40)), reason: 'Travel' },
          }),
        );
      }
      if (chance(0.25)) {
        const membershipId = others[int(0, 1)]!.id;
        await ok(manager.post(`${member.path}/plan-change`, { body: { membershipId } }));
      }
      const { preview } = await ok(manager.get(`${member.path}/cancellation?when=period_end`));
      said.set(member.id, preview);
      await ok(manager.post(`${member.path}/cancellation`, { body: { when: 'period_end', reason: 'other' } }));
    }
    for (let next = await due(today); next.length > 0; next = await due(today))
      await advance((today = Math.min(...next)));
    for (const extra of [1, 30, 400]) await advance(today + extra);

    const invoices = await gym.books.invoices();
    const found = (await rows()).map(({ id, contract_end_date, cancels_on }) => {
      const { contactId, start, months, contract } = members.find((member) => member.id === id)!;
      const charged = invoices.filter(({ contact_id, kind }) => contact_id === contactId && kind === 'renewal');
      const last = charged.at(-1);
      return {
        start,
        months,
        contract,
        id,
        lastDay: cancels_on,
        contractEndDate: contract_end_date,
        statuses: [...new Set(charged.map(({ status }) => status))],
        payments: charged.length,
        last: last ? { on: wallClock(timezone, last.created_at).slice(0, 10), amount: last.total_cents / 100 } : null,
      };
    });
    expect(found).toEqual(
      found.map((one) => {
        const { lastDay, contractEndDate, paymentsLeft, lastPayment } = said.get(one.id)!;
        return {
          ...one,
          lastDay,
          contractEndDate,
          statuses: lastPayment ? ['paid'] : [],
          payments: paymentsLeft,
          last: lastPayment,
        };
      }),
    );
  },
);
