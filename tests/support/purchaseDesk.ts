import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/custom/purchase/PurchaseDialog.tsx';
import '#src/custom/purchase/PurchaseForm.tsx';
import '#src/resources/contacts/ContactShow.tsx';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import type { Level } from '#domain/shared/access.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { respond, type Routes } from './consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createInvoice,
  createPage,
  createPlan,
  createMemberSummary,
  ironPeak,
} from './records.ts';
import { renderScreen } from './render.tsx';
import { enterCard } from './enterCard.ts';

export const home = buildLocation();
export const maya = buildContact({
  homeLocationId: home.id,
  address: '1 Peak St',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
});
export const unlimited = createPlan({ name: 'Unlimited', description: 'Every class' });
const dayPass = createPlan({ name: 'Day Pass', billingFrequency: 'one_time', accessDurationDays: 1, price: 20 });
const yearly = createPlan({ name: 'Year', type: 'contract', contractLengthMonths: 12 });
export const today = todayIn(home.timezone, new Date());
export const preview = {
  lineItems: [
    { name: 'Unlimited', description: null, type: 'membership', total: 59 },
    { name: 'Facility fee', description: 'Towels', type: 'location_fee', total: 5 },
  ],
  subtotal: 64,
  tax: 5.12,
  total: 69.12,
};
export const purchase = 'POST /memberships/purchase';
export const stripe = `GET /companies/${ironPeak.id}/stripe`;
export const answered = (totalAmount = 69.12) => ({
  success: true,
  paymentIntent: { id: 'pi_1', clientSecret: 'pi_1_secret_1', status: 'requires_payment_method' },
  contactMembership: null,
  invoice: createInvoice({ status: 'open' }),
  lineItems: [],
  totalAmount,
});

export const noStripe: Routes = { [stripe]: () => respond(404, {}) };
/** By cash. */
export const paid: Routes = {
  [purchase]: () => ({
    success: true,
    payment: { id: 'p', amount: 69.12, method: 'cash', status: 'completed' },
    contactMembership: null,
    invoice: createInvoice({ status: 'paid' }),
    lineItems: [],
    totalAmount: 69.12,
  }),
};

/** Maya's contact with the purchase dialog open, offering these plans. */
export const open = async (
  routes: Routes = {},
  plans = [unlimited, dayPass, yearly],
  level: Level = 'operator',
  render = renderScreen,
) => {
  const page = render(
    `/contacts/${maya.id}`,
    {
      [`GET /contacts/${maya.id}`]: () => ({ contact: maya, homeLocation: home }),
      [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
      [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null }),
      'GET /memberships': () => ({
        memberships: plans.map((membership) => ({ membership, location: null })),
        pagination: createPage(plans.length),
      }),
      ...Object.fromEntries(plans.map(({ id }) => [`GET /memberships/${id}/preview/${maya.id}`, () => ({ preview })])),
      [stripe]: () => ({
        stripeConfig: {
          hasStripeKeys: true,
          stripePublishableKey: 'pk_test_1',
          maskedSecretKey: null,
          hasWebhook: true,
        },
      }),
      [purchase]: () => answered(),
      ...routes,
    },
    { level, locations: [home], state: { tab: 'memberships' } },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Purchase Membership' }));
  return page;
};

/** … and a plan chosen. */
export const choose = async (name: RegExp, ...given: Parameters<typeof open>) => {
  const page = await open(...given);
  await page.user.click(await screen.findByRole('button', { name }));
  return page;
};

/** … and a card typed, ready to pay. */
export const withCard = async (routes?: Routes, number = '4242424242424242') => {
  const page = await choose(/Unlimited/, routes);
  await enterCard(page.user, number);
  await waitFor(() => expect(pay()).toBeEnabled());
  return page;
};
export const pay = () => screen.getByRole('button', { name: 'Charge $69.12' });
/** The purchases that were requested, each with its key. */
export const sent = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api
    .to(purchase)
    .map(({ body, headers }) => ({ body: body as MembershipPurchaseBody, key: headers.get('Idempotency-Key') }));
