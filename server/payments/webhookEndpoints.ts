import { Stripe } from 'stripe';
import { apiVersion, type Patience } from './stripeClient.ts';
import { isMissing } from './stripeProblems.ts';

const heard = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Where Stripe reaches this company's webhook; null without a public https address. */
export function webhookUrl(publicUrl: string, companyId: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = protocol === 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1' && hostname !== '[::1]';
  return isPublic ? `${publicUrl}/api/webhooks/stripe/${companyId}` : null;
}

/** Makes an endpoint; its secret is told this once. Null when Stripe does not take the address. */
export async function createEndpoint(stripe: Stripe, url: string, patience: Patience) {
  try {
    const { id, secret } = await stripe.webhookEndpoints.create(
      { url, enabled_events: [...heard], api_version: apiVersion, description: 'Spotter' },
      patience(),
    );
    return secret ? { id, secret } : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'url') return null;
    throw error;
  }
}

/** Removes every endpoint of ours but one: those at our address, and the one remembered, wherever it pointed. */
export async function removeOtherEndpoints(
  stripe: Stripe,
  { url, keep, remembered }: { url: string | null; keep: string | null; remembered: string | null },
  patience: Patience,
): Promise<void> {
  const ours = new Set(remembered ? [remembered] : []);
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }, patience())) {
    if (endpoint.url === url) ours.add(endpoint.id);
  }
  if (keep) ours.delete(keep);
  for (const id of ours) await removeEndpoint(stripe, id, patience);
}

async function removeEndpoint(stripe: Stripe, id: string, patience: Patience): Promise<void> {
  try {
    await stripe.webhookEndpoints.del(id, patience());
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
