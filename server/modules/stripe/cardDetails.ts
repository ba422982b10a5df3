import { subDays } from 'date-fns';
import { sql, type Insertable } from 'kysely';
import type { Stripe } from 'stripe';
import { lastDayOfCard } from '#domain/stripe/savedCard.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { SavedCardTable } from '#server/platform/database/schema.ts';
import { runPerCompany } from './perCompany.ts';
import { isMissing, type PaymentContext } from './client.ts';

interface CardToRead {
  readonly company_id: string;
  readonly contact_id: string;
  readonly payment_method_id: string;
}

/** Banks renew cards and report it to Stripe. */
const readAgainAfterDays = 14;
/** Per company and run. */
const cardsEach = 200;

/** Never read, or not since: of each company the first ones, in turns. */
const cardsToRead = (since: Date) => sql<CardToRead>`
  select c.company_id, c.contact_id, c.payment_method_id
    from (select s.company_id, s.contact_id, s.payment_method_id,
                 row_number() over (partition by s.company_id order by k.read_at nulls first, s.contact_id) as turn
            from stripe_customers s
            left join saved_cards k on k.company_id = s.company_id and k.contact_id = s.contact_id and k.payment_method_id = s.payment_method_id
           where s.payment_method_id is not null and (k.read_at is null or k.read_at < ${since})) as c
    join companies o on o.id = c.company_id and o.archived_at is null
    join stripe_configs a on a.company_id = c.company_id
   where c.turn <= ${cardsEach}
   order by c.turn, c.company_id`;

/** Reads until when the saved cards can be charged. Nobody waits for it: a sale stores only which card it is. */
export async function readCardDetails(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const { rows } = await database.acrossCompanies((tx) =>
    cardsToRead(subDays(clock(), readAgainAfterDays)).execute(tx),
  );
  const readOne = async (row: CardToRead, stripe: Stripe | undefined) => {
    if (!stripe) return;
    const card = await readCard(stripe, row.payment_method_id);
    const details = toCardDetails(row.payment_method_id, card, clock());
    await database.scoped([row.company_id], async (tx) => {
      // In the meantime the customer may have another card, or none.
      const customer = await tx
        .selectFrom('stripe_customers')
        .select('payment_method_id')
        .where('company_id', '=', row.company_id)
        .where('contact_id', '=', row.contact_id)
        .forShare()
        .executeTakeFirst();
      if (customer?.payment_method_id !== row.payment_method_id) return;
      await storeCardDetails(tx, { company_id: row.company_id, contact_id: row.contact_id, ...details });
    });
  };
  const failures = await runPerCompany(context, { rows, signal, work: readOne });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} saved cards could not be read`);
}

/** Without a card: the account does not have it, or it is something else. */
export const toCardDetails = (id: string, card: Stripe.PaymentMethod.Card | undefined, now: Date) => ({
  payment_method_id: id,
  brand: card?.display_brand ?? card?.brand ?? null,
  last_digits: card?.last4 ?? null,
  last_day: card ? lastDayOfCard(card.exp_year, card.exp_month) : null,
  read_at: now,
});

/** The caller holds the row of the customer, whose card it is. The card that it replaces is to be detached. */
export const storeCardDetails = (
  tx: Tx,
  { company_id, contact_id, ...details }: Omit<Insertable<SavedCardTable>, 'replaced_ids'>,
  replaced: string | null = null,
) =>
  tx
    .insertInto('saved_cards')
    .values({ company_id, contact_id, ...details, replaced_ids: replaced === null ? [] : [replaced] })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'contact_id']).doUpdateSet({
        ...details,
        replaced_ids: sql<string[]>`array(
          select distinct card from unnest(saved_cards.replaced_ids || saved_cards.payment_method_id || excluded.replaced_ids) as card
           where card <> excluded.payment_method_id)`,
      }),
    )
    .execute();

/**
 * An earlier card, which is to be detached once a charge that has begun with it is over. Without details of any card yet it is kept in
 * their place, until `storeCardDetails` replaces it.
 */
export const noteReplaced = (
  tx: Tx,
  { company_id, contact_id }: Omit<CardToRead, 'payment_method_id'>,
  id: string,
  now: Date,
) =>
  tx
    .insertInto('saved_cards')
    .values({ company_id, contact_id, payment_method_id: id, read_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'contact_id'])
        .doUpdateSet({
          replaced_ids: sql<string[]>`array_append(
            array_remove(saved_cards.replaced_ids, excluded.payment_method_id), excluded.payment_method_id)`,
          read_at: now,
        })
        .whereRef('saved_cards.payment_method_id', '<>', 'excluded.payment_method_id'),
    )
    .execute();

/** Undefined when the account does not have it, or it is not a card. */
async function readCard(stripe: Stripe, id: string): Promise<Stripe.PaymentMethod.Card | undefined> {
  try {
    return (await stripe.paymentMethods.retrieve(id)).card;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
