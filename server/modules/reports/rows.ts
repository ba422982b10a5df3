import { countDifference } from '#domain/drawers/cashDrawer.ts';
import { dayRangeText, shortDate } from '#domain/shared/dateText.ts';
import { cardName } from '#domain/stripe/savedCard.ts';
import type { reportMembersRepo } from './membersRepo.ts';
import type { reportMoneyRepo } from './moneyRepo.ts';

type Rows<Read extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>;

export const drawerRows = (closed: Rows<ReturnType<typeof reportMoneyRepo>['drawers']>) =>
  closed.map(({ id, number, location, closedOn, expected, counted }) => ({
    key: id,
    label: `Z report ${number}`,
    detail: `${location}, ${shortDate(closedOn, 'UTC')}`,
    figures: { expectedCash: expected, countedCash: counted, cashDifference: countDifference(counted, expected) },
  }));

export const cardRows = (cards: Rows<ReturnType<typeof reportMembersRepo>['expiredCards']>) =>
  cards.map(({ id, contactId, name, plan, on, brand, lastDigits, cents }) => ({
    key: id,
    contactId,
    label: name,
    detail: `${plan}, renews ${shortDate(on, 'UTC')}: ${cardName({ brand, lastDigits })}`,
    figures: { amount: cents },
  }));

export const endingRows = (ending: Rows<ReturnType<typeof reportMembersRepo>['ending']>) =>
  ending.map(({ id, contactId, name, plan, endsOn, cents }) => ({
    key: id,
    contactId,
    label: name,
    detail: `${plan}, until ${shortDate(endsOn, 'UTC')}`,
    figures: { amount: cents },
  }));

export const owedRows = (owed: Rows<ReturnType<typeof reportMoneyRepo>['oldestOwed']>) =>
  owed.map(({ id, customer, writtenOn, due }) => ({
    key: id,
    label: customer,
    detail: shortDate(writtenOn, 'UTC'),
    figures: { toCollect: due },
  }));

export const stripeRows = (reconciliations: Rows<ReturnType<typeof reportMoneyRepo>['reconciliations']>) =>
  reconciliations.map(({ id, from, to, matched, differences, fees, payouts }) => ({
    key: id,
    label: dayRangeText(from, to),
    detail: 'All locations of the company',
    figures: { matched, differences, stripeFees: fees, payouts },
  }));
