import { shortDate } from '#domain/rules/dateText.ts';
import { cardName } from '#domain/rules/savedCard.ts';
import type { reportMembersRepo } from './reports-members.repo.ts';
import type { reportMoneyRepo } from './reports-money.repo.ts';

type Rows<Read extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>;

/** Members whose saved card will have expired when their next period is charged. */
export const cardRows = (cards: Rows<ReturnType<typeof reportMembersRepo>['expiredCards']>) =>
  cards.map(({ id, name, plan, on, brand, lastDigits, cents }) => ({
    key: id,
    label: name,
    detail: `${plan}, renews ${shortDate(on, 'UTC')}: ${cardName({ brand, lastDigits })}`,
    figures: { amount: cents },
  }));

/** What Stripe said of these days when it was asked; a row leads to what differs. */
export const stripeRows = (reconciliations: Rows<ReturnType<typeof reportMoneyRepo>['reconciliations']>) =>
  reconciliations.map(({ id, from, to, matched, differences, fees, payouts }) => ({
    key: id,
    label: from === to ? shortDate(from, 'UTC') : `${shortDate(from, 'UTC')} – ${shortDate(to, 'UTC')}`,
    detail: 'All locations of the company',
    figures: { matched, differences, stripeFees: fees, payouts },
  }));
