import { todayIn } from '#domain/shared/dates.ts';
import { hasExpired, savedCardText } from '#domain/stripe/savedCard.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { getNow } from '#src/clock.ts';

interface SavedCardInWords {
  /** 'Visa ending in 4242, expires 08/27'. */
  readonly text: string;
  readonly hasExpired: boolean;
}

/** The card that would be charged for an invoice. Undefined until Stripe has answered. */
export function toSavedCard({
  savedCard,
  location,
}: Pick<InvoiceRecord, 'savedCard' | 'location'>): SavedCardInWords | undefined {
  if (!savedCard) return undefined;
  const today = todayIn(location?.timezone ?? 'UTC', getNow());
  return { text: savedCardText(savedCard, today), hasExpired: hasExpired(savedCard, today) };
}
