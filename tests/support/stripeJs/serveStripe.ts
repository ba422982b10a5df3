import type { BrowserContext } from '@playwright/test';
import { makeStripe } from './makeStripe.ts';

/** Serves the double in place of Stripe.js, and forwards its calls to the double of Stripe's API. */
export async function serveStripe(context: BrowserContext, apiUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route('https://api.stripe.com/**', async (route) => {
    const result = await route.fetch({ url: route.request().url().replace('https://api.stripe.com', apiUrl) });
    await route.fulfill({ response: result });
  });
}

/** Runs in the browser: asks Stripe's API with the publishable key, as Stripe.js does. */
const inBrowser = `(publishableKey) => async (verb, clientSecret, paymentMethod) => {
  const body = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
  if (paymentMethod) body.set('payment_method', paymentMethod);
  const isSetup = clientSecret.startsWith('seti_');
  const kind = isSetup ? 'setup_intents' : 'payment_intents';
  const address = 'https://api.stripe.com/v1/' + kind + '/' + clientSecret.split('_secret')[0] + '/' + verb;
  try {
    const answer = await fetch(address, { method: 'POST', body });
    const json = await answer.json();
    if (!answer.ok) return { error: json.error };
    return isSetup ? { setupIntent: json } : { paymentIntent: json };
  } catch {
    return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } };
  }
}`;

const script = `const makeStripe = ${makeStripe.toString()};
window.Stripe = Object.assign((publishableKey) => makeStripe((${inBrowser})(publishableKey))(), { version: 'endive' });`;
