import { Stripe } from 'stripe';
import { findCompaniesWithStripe, runPerCompany } from './perCompany.ts';
import { apiVersion, type Deadline, isMissing, readStripeConfig, type PaymentContext } from './client.ts';

const subscribedEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Null without a public https address. */
export function webhookUrl(publicUrl: string, companyId: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic =
    protocol === 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1' && hostname !== '[::1]';
  return isPublic ? `${publicUrl}/api/webhooks/stripe/${companyId}` : null;
}

/** Stripe shows its secret only now. Null when Stripe refuses the address. */
export async function createEndpoint(stripe: Stripe, url: string, timeLeft: Deadline) {
  try {
    const { id, secret } = await stripe.webhookEndpoints.create(
      { url, enabled_events: [...subscribedEvents], api_version: apiVersion, description: 'Spotter' },
      timeLeft(),
    );
    return secret ? { id, secret } : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'url') return null;
    throw error;
  }
}

/** Subscribes each endpoint to the events that it lacks, as after an upgrade. */
export async function updateEndpoints(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const rows = await findCompaniesWithStripe(context.database);
  const failures = await runPerCompany(context, {
    rows,
    signal,
    work: async ({ company_id }, stripe) => {
      const id = (await readStripeConfig(context.database, company_id))?.webhook_endpoint_id;
      if (!stripe || !id) return;
      try {
        const { enabled_events: enabled } = await stripe.webhookEndpoints.retrieve(id);
        if (enabled.includes('*') || subscribedEvents.every((event) => enabled.includes(event))) return;
        await stripe.webhookEndpoints.update(id, { enabled_events: [...subscribedEvents] });
      } catch (error) {
        // Deleted at Stripe.
        if (!isMissing(error)) throw error;
      }
    },
  });
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} webhook endpoints could not be updated`);
}

/** Those at this address, and the remembered one wherever it points. */
export async function removeOtherEndpoints(
  stripe: Stripe,
  { url, keep, remembered }: { url: string | null; keep: string | null; remembered: string | null },
  timeLeft: Deadline,
): Promise<void> {
  const ours = new Set(remembered ? [remembered] : []);
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }, timeLeft())) {
    if (endpoint.url === url) ours.add(endpoint.id);
  }
  if (keep) ours.delete(keep);
  for (const id of ours) await removeEndpoint(stripe, id, timeLeft);
}

async function removeEndpoint(stripe: Stripe, id: string, timeLeft: Deadline): Promise<void> {
  try {
    await stripe.webhookEndpoints.del(id, timeLeft());
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
