import { capitalize } from '#domain/shared/capitalize.ts';
import { addDays, addMonths, type CalendarDate } from '#domain/shared/dates.ts';

export interface SavedCard {
  /** The brand as Stripe names it: `american_express`. */
  readonly brand: string;
  readonly lastDigits: string;
  /** The last day on which it can be charged. */
  readonly lastDay: CalendarDate;
}

/** A card can be charged until the end of the month that is printed on it. */
export const lastDayOfCard = (year: number, month: number): CalendarDate =>
  addDays(addMonths(`${year}-${String(month).padStart(2, '0')}-01`, 1), -1);

export const hasExpired = ({ lastDay }: Pick<SavedCard, 'lastDay'>, on: CalendarDate): boolean => lastDay < on;

const brandName = (brand: string) =>
  brand
    .split('_')
    .map((word) => (word === 'jcb' ? 'JCB' : capitalize(word)))
    .join(' ');

export const cardName = ({ brand, lastDigits }: Pick<SavedCard, 'brand' | 'lastDigits'>): string =>
  `${brandName(brand)} ending in ${lastDigits}`;

/** The note beside a charge whose card cannot be charged on this day; undefined for one that can. */
export function expiredCardText(card: SavedCard, chargedOn: CalendarDate, today: CalendarDate): string | undefined {
  if (!hasExpired(card, chargedOn)) return undefined;
  const end = cardExpiry(card);
  return `${cardName(card)} ${hasExpired(card, today) ? `expired ${end}` : `expires ${end}, before the renewal`}`;
}

/** '08/27', as it is printed on the card. */
export const cardExpiry = ({ lastDay }: Pick<SavedCard, 'lastDay'>): string =>
  `${lastDay.slice(5, 7)}/${lastDay.slice(2, 4)}`;

/** 'Visa ending in 4242, expires 08/27' or '… expired 08/26'. */
export const savedCardText = (card: SavedCard, today: CalendarDate): string =>
  `${cardName(card)}, ${hasExpired(card, today) ? 'expired' : 'expires'} ${cardExpiry(card)}`;
