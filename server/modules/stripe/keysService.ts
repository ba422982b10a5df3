import type { Selectable } from 'kysely';
import type { Stripe } from 'stripe';
import { stripeKeysProblem, type StripeConfig, type StripeKeysBody } from '#domain/stripe/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { StripeConfigTable } from '#server/platform/database/schema.ts';
import { badRequest, notFound, raise } from '#server/platform/http/problem.ts';
import { encrypt, maskSecretKey, tryDecrypt } from '#server/platform/crypto/encryption.ts';
import {
  deadline,
  stripeClient,
  type Deadline,
  isRefusedKey,
  isTransient,
  readStripeConfig,
  stripeConfigsRepo,
  type PaymentContext,
} from './client.ts';
import { createEndpoint, removeOtherEndpoints, webhookUrl } from './webhookEndpoints.ts';
import { companyRepo } from '#server/modules/companies/index.ts';

type ConfigRow = Selectable<StripeConfigTable>;

export const toStripeConfig = (row: ConfigRow, publicUrl: string, isAdmin: boolean): StripeConfig => ({
  hasStripeKeys: true,
  stripePublishableKey: row.publishable_key,
  maskedSecretKey: isAdmin ? row.secret_key_masked : null,
  hasWebhook: row.webhook_secret_sealed !== null && webhookUrl(publicUrl, row.company_id) !== null,
});

/** Checks the keys at Stripe first, and stores them after the webhook endpoint is created. */
export async function saveStripeKeys(
  context: PaymentContext,
  actor: Actor,
  companyId: string,
  body: StripeKeysBody,
): Promise<ConfigRow> {
  const { config, database } = context;
  const before = await readStripeConfig(database, companyId);
  const problem = stripeKeysProblem(body, before !== undefined);
  if (problem) throw badRequest(problem);
  const secretBefore = before && tryDecrypt(config.appSecret, companyId, before.secret_key_sealed);
  const publishable = body.stripePublishableKey ?? before?.publishable_key ?? '';
  const secret = body.stripeSecretKey ?? secretBefore ?? '';
  const timeLeft = deadline();
  const stripe = stripeClient(secret, config);
  await checkKeys(publishable, secret, { stripe, browser: stripeClient(publishable, config), timeLeft });

  const url = webhookUrl(config.publicUrl, companyId);
  const endpoint = url === null ? null : await createEndpoint(stripe, url, timeLeft);
  const row: ConfigRow = {
    company_id: companyId,
    publishable_key: publishable,
    secret_key_sealed: encrypt(config.appSecret, companyId, secret),
    secret_key_masked: maskSecretKey(secret),
    webhook_endpoint_id: endpoint?.id ?? null,
    webhook_secret_sealed: endpoint && encrypt(config.appSecret, companyId, endpoint.secret),
    created_at: before?.created_at ?? context.clock(),
    updated_at: context.clock(),
  };
  await database.scoped([companyId], async (tx) => {
    await stripeConfigsRepo(tx).save(row);
    await logKeys(tx, actor, before, row);
  });
  const remembered = before?.webhook_endpoint_id ?? null;
  await removeOtherEndpoints(
    stripe,
    { url, keep: row.webhook_endpoint_id, remembered: secret === secretBefore ? remembered : null },
    timeLeft,
  );
  if (secretBefore && secret !== secretBefore)
    await leaveAccount(stripeClient(secretBefore, config), remembered, timeLeft);
  return row;
}

/** Logs that the secret key changed, but neither key. */
async function logKeys(tx: Tx, actor: Actor, before: ConfigRow | undefined, after: ConfigRow): Promise<void> {
  const keys = (row: ConfigRow | undefined) => ({
    stripePublishableKey: row?.publishable_key,
    stripeSecretKey: row?.secret_key_masked,
  });
  const { name } = (await companyRepo(tx).one(after.company_id)) ?? raise(notFound('Company'));
  const company = { companyId: after.company_id, recordId: after.company_id, label: name, locationId: null };
  await logActivity(tx, actor, {
    ...company,
    action: 'company.stripe-keys-changed',
    changes: changesBetween(keys(before), keys(after)),
  });
}

interface Clients {
  readonly stripe: Stripe;
  readonly browser: Stripe;
  readonly timeLeft: Deadline;
}

async function checkKeys(publishable: string, secret: string, { stripe, browser, timeLeft }: Clients): Promise<void> {
  if (!/^pk_(test|live)_\w+$/.test(publishable))
    throw refused('stripePublishableKey', 'The Publishable Key must start with pk_test_ or pk_live_');
  if (!/^[sr]k_(test|live)_\w+$/.test(secret))
    throw refused('stripeSecretKey', 'The Secret Key must start with sk_test_ or sk_live_');
  if (getMode(publishable) !== getMode(secret))
    throw refused('stripeSecretKey', 'One key is for test mode and the other for live mode');
  if (await isRefused(stripe.balance.retrieve({}, timeLeft())))
    throw refused('stripeSecretKey', 'Stripe does not accept this Secret Key');
  // A publishable key may create payment methods. Without a card number, none is created.
  if (await isRefused(browser.paymentMethods.create({ type: 'card' }, timeLeft()))) {
    throw refused('stripePublishableKey', 'Stripe does not accept this Publishable Key');
  }
}

const getMode = (key: string) => key.split('_')[1];
const refused = (field: string, message: string) => badRequest(message, { [field]: message });

async function isRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (isRefusedKey(error)) return true;
    // An error about the request itself proves the key valid. An unreachable Stripe proves nothing.
    if (isTransient(error)) throw error;
    return false;
  }
}

/** Skipped when that account's key has been revoked. */
async function leaveAccount(stripe: Stripe, endpointId: string | null, timeLeft: Deadline): Promise<void> {
  if (!endpointId) return;
  await stripe.webhookEndpoints.del(endpointId, timeLeft()).catch(() => undefined);
}
