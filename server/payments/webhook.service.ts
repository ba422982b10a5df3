import { Stripe } from 'stripe';
import type { Tx } from '#server/db/database.ts';
import { badRequest, notFound, raise, unavailable } from '#server/http/problem.ts';
import { applyIntent } from './applyIntent.ts';
import { applyRefund } from './applyRefund.ts';
import { opened } from './keyVault.ts';
import { readConfigOf, type PaymentDeps } from './stripeConfigs.ts';
import { readEvent, type SeenEvent } from './webhookEvents.ts';

interface Delivery {
  readonly companyId: string;
  readonly payload: Buffer;
  readonly signature: string;
}

/** How old a signature may be, in seconds. */
const tolerance = 300;
const { webhooks } = new Stripe('sk_none');

/** Takes in one event of a company's account, once however often it is delivered. What is not stored is not answered 200. */
export async function takeIn(deps: PaymentDeps, { companyId, payload, signature }: Delivery): Promise<void> {
  const { config, database, clock } = deps;
  const row = await readConfigOf(database, companyId);
  const secret = row?.webhook_secret_sealed && opened(config.appSecret, companyId, row.webhook_secret_sealed);
  if (!secret) throw notFound('Webhook');
  const event = verified(payload, signature, secret, clock());
  await database.scoped([companyId], async (tx) => {
    if (await isFirst(tx, companyId, event)) await apply(tx, companyId, event, clock());
  });
}

function verified(payload: Buffer, signature: string, secret: string, now: Date): SeenEvent {
  return readEvent(signed(payload, signature, secret, now)) ?? raise(badRequest('This is not a whole event'));
}

function signed(payload: Buffer, signature: string, secret: string, now: Date): unknown {
  try {
    return webhooks.constructEvent(payload, signature, secret, tolerance, undefined, now.getTime());
  } catch {
    throw badRequest('The signature of this event is not valid');
  }
}

async function isFirst(tx: Tx, companyId: string, { id, type }: SeenEvent): Promise<boolean> {
  const kept = await tx
    .insertInto('webhook_events')
    .values({ company_id: companyId, event_id: id, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
}

async function apply(tx: Tx, companyId: string, { intent, invoiceId, refund }: SeenEvent, now: Date): Promise<void> {
  if (refund) await applyRefund(tx, companyId, refund, now);
  if (intent && !(await applyIntent(tx, companyId, intent, now)) && invoiceId) await refuseTooEarly(tx, invoiceId);
}

/**
 * An intent nobody here knows: something else of the same account, or one of ours whose purchase has not been told
 * its id yet. The metadata decides no more than whether Stripe should say it again.
 */
async function refuseTooEarly(tx: Tx, invoiceId: string): Promise<void> {
  const waiting = await tx.selectFrom('awaited_payments').select('invoice_id').where('invoice_id', '=', invoiceId).executeTakeFirst();
  if (waiting) raise(unavailable('This payment is not known yet'));
}
