import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The parts' own chunks, so that no test waits for them.
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/saved-cards/CardDialog.tsx';
import '#src/resources/saved-cards/CardLinkDialog.tsx';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { at, buildMembership, createInvoice, maya, opened, page } from '#tests/support/contactPage.ts';
import { enterCard } from '#tests/support/enterCard.ts';
import { createMemberSummary, createPage, ironPeak } from '#tests/support/records.ts';
import { createDecline, createSetupResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';

const visa = { brand: 'visa', lastDigits: '4242', lastDay: '2040-08-31' };
const starting = `POST ${at}/card-setups`;
const saving = `POST ${at}/card`;
const sending = `POST ${at}/card-links`;
const ben = { id: '018f0000-0000-7000-8000-00000000f002', firstName: 'Ben', lastName: 'Chen' };

const withCard = (savedCard: typeof visa | null, hasSavedCard = savedCard !== null): Routes => ({
  [`GET ${at}/memberships`]: () => ({
    memberships: [buildMembership()],
    pagination: createPage(1),
    savedCard,
    hasSavedCard,
  }),
});

/** The Memberships tab of Maya, who owes nothing. */
async function open(change: Routes = {}) {
  const opening = opened(at, {
    'GET /invoices': () => page(),
    [`GET /companies/${ironPeak.id}/stripe`]: () => ({
      stripeConfig: { hasStripeKeys: true, stripePublishableKey: 'pk_test_1', maskedSecretKey: null, hasWebhook: true },
    }),
    ...withCard(null),
    [starting]: () => respond(201, { setupIntent: { id: 'seti_1', clientSecret: 'seti_1_secret' } }),
    [saving]: () => ({ message: 'Card saved', savedCard: visa }),
    [sending]: () =>
      respond(201, { url: 'https://spotter.test/card?token=abc.def', expiresAt: '2040-03-01T00:00:00.000Z' }),
    ...change,
  });
  await opening.user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  const section = within(await screen.findByRole('region', { name: 'Card on File' }));
  return { ...opening, section };
}
const pressSave = async ({ user }: Awaited<ReturnType<typeof open>>) =>
  user.click(await screen.findByRole('button', { name: 'Save Card' }));

test.each([
  ['no card', withCard(null), 'None', 'Add Card'],
  ['a card', withCard(visa), 'Visa ending in 4242, expires 08/40', 'Replace Card'],
  ['a card that Stripe was not asked about', withCard(null, true), 'Saved', 'Replace Card'],
])('a contact with %s', async (_case, routes, text, button) => {
  const { section } = await open(routes);
  expect(await section.findByText(text)).toBeVisible();
  expect(section.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([button, 'Send Card Link']);
});

test('the card of a contact of another location is seen, and neither replaced nor asked for', async () => {
  const { section } = await open({
    ...withCard(visa),
    [`GET ${at}`]: () => ({ contact: maya, homeLocation: null, mayChange: false, mayDelete: false, hasHistory: true }),
  });
  expect(await section.findByText('Visa ending in 4242, expires 08/40')).toBeVisible();
  expect(section.queryByRole('button')).toBeNull();
});

test('a card is saved after Stripe has confirmed it', async () => {
  const stripe = installStripe(async () => createSetupResult());
  const desk = await open();
  await desk.user.click(await desk.section.findByRole('button', { name: 'Add Card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Card' }));
  expect(
    dialog.getByText('The card is saved for Maya Okafor. Renewals by card are charged to it. Nothing is charged now.'),
  ).toBeVisible();
  await enterCard(desk.user);
  await pressSave(desk);
  expect(await screen.findByText('Visa ending in 4242, expires 08/40, is saved')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stripe.mock.calls).toEqual([['confirm', 'seti_1_secret', 'pm_card_visa']]);
  expect(desk.api.to(saving).map(({ body }) => body)).toEqual([{ setupIntentId: 'seti_1' }]);
});

test('a declined card is reported and not saved, and another one is', async () => {
  let tries = 0;
  installStripe(async () => (tries++ === 0 ? createDecline() : createSetupResult()));
  const desk = await open();
  await desk.user.click(await desk.section.findByRole('button', { name: 'Add Card' }));
  await enterCard(desk.user);
  await pressSave(desk);
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(desk.api.to(saving)).toEqual([]);
  await pressSave(desk);
  expect(await screen.findByText('Visa ending in 4242, expires 08/40, is saved')).toBeVisible();
});

test('when Stripe’s answer is lost, the server is asked what became of the card', async () => {
  installStripe(() => Promise.reject(new TypeError('Failed to fetch')));
  const desk = await open({
    [saving]: () => respond(409, { message: 'This card was not confirmed. Please enter it again.' }),
  });
  await desk.user.click(await desk.section.findByRole('button', { name: 'Add Card' }));
  await enterCard(desk.user);
  await pressSave(desk);
  expect(await screen.findByText('This card was not confirmed. Please enter it again.')).toBeVisible();
});

test('what is owed is named after the card is saved, and can be collected', async () => {
  installStripe(async () => createSetupResult());
  const owed = createInvoice({ status: 'overdue', paid: 0, due: 54.39 });
  const desk = await open({ 'GET /invoices': () => page(owed) });
  await desk.user.click(await desk.section.findByRole('button', { name: 'Add Card' }));
  await enterCard(desk.user);
  await pressSave(desk);
  const saved = within(await screen.findByRole('dialog', { name: 'Card Saved' }));
  expect(saved.getByText('Maya Okafor owes $54.39. Saving the card did not charge it.')).toBeVisible();
  expect(saved.getByRole('button', { name: 'Collect $54.39' })).toBeVisible();
  await desk.user.click(saved.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the card of a household’s member is the payer’s, and says so', async () => {
  installStripe(async () => createSetupResult());
  const desk = await open({
    ...withCard(visa),
    [`GET ${at}/standing`]: () => createMemberSummary({ paidBy: ben }),
    [`GET /contacts/${ben.id}`]: () => ({ contact: { ...maya, ...ben, email: 'ben@member.test' }, homeLocation: null }),
  });
  expect(await desk.section.findByText('Ben Chen pays for Maya.')).toBeVisible();
  await desk.user.click(desk.section.getByRole('button', { name: 'Replace Card' }));
  expect(
    await screen.findByText(
      'Ben Chen pays for Maya, so the card is saved for Ben Chen. It replaces Visa ending in 4242, expires 08/40. Renewals by card are charged to it. Nothing is charged now.',
    ),
  ).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await desk.user.click(desk.section.getByRole('button', { name: 'Send Card Link' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('ben@member.test');
});

test('without an account at Stripe the dialogs say so', async () => {
  const desk = await open({ [`GET /companies/${ironPeak.id}/stripe`]: () => respond(404, {}) });
  for (const name of ['Add Card', 'Send Card Link']) {
    await desk.user.click(await desk.section.findByRole('button', { name }));
    expect(await screen.findByText('Cards are not set up for this company.')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('a card link is emailed, with the contact’s address offered', async () => {
  const desk = await open();
  await desk.user.click(await desk.section.findByRole('button', { name: 'Send Card Link' }));
  expect(await screen.findByLabelText('Email')).toHaveValue(maya.email);
  await desk.user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/^Card link sent to .*\. It works until February 29, 2040\.$/)).toBeVisible();
  expect(desk.api.to(sending).map(({ body }) => body)).toEqual([{ email: maya.email }]);
});

test('the card is offered once the history above it is known, which would move it under somebody’s hand', async () => {
  const answer = later<unknown>();
  const opening = opened(at, {
    'GET /invoices': () => page(),
    [`GET ${at}/memberships`]: ({ query }) => {
      const known = { memberships: [buildMembership()], pagination: createPage(1) };
      return query.get('limit') === '10' ? answer.promise.then(() => known) : known;
    },
  });
  await opening.user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  expect(await screen.findByText('Card on File')).not.toBeVisible();
  answer.settle(undefined);
  expect(await screen.findByRole('button', { name: 'Add Card' })).toBeVisible();
});
