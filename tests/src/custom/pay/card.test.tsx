import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
// The page's own chunk, so that no test waits for it.
import '#src/custom/pay/CardPage.tsx';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { enterCard } from '#tests/support/enterCard.ts';
import { renderAuth } from '#tests/support/render.tsx';
import { createDecline, createSetupResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';

const link = 'GET /card-links/abc.def';
const starting = 'POST /card-links/abc.def/card-setups';
const saving = 'POST /card-links/abc.def/card';
const shown = {
  company: { name: 'Iron Peak Fitness' },
  card: 'Visa ending in 4242, expires 08/27',
  stripePublishableKey: 'pk_test_1',
};
const setup = respond(201, { setupIntent: { id: 'seti_1', clientSecret: 'seti_1_secret' } });
const saved = { card: 'Mastercard ending in 4444, expires 01/31', owed: 0, paymentUrl: null };

const open = (routes: Routes = {}, path = '/card?token=abc.def') =>
  renderAuth(path, { [link]: () => shown, [starting]: () => setup, [saving]: () => saved, ...routes });
const press = async ({ user }: ReturnType<typeof open>) =>
  user.click(await screen.findByRole('button', { name: 'Save Card' }));

test('shows the gym and the card that is replaced; the token has left the address bar', async () => {
  installStripe();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Iron Peak Fitness' })).toBeVisible();
  expect(screen.getByText('It replaces Visa ending in 4242, expires 08/27.')).toBeVisible();
  expect(
    screen.getByText('Enter the card that is charged when your membership renews. Nothing is charged now.'),
  ).toBeVisible();
  expect(window.location.search).toBe('');
  expect(document.title).toBe('New card for Iron Peak Fitness · Spotter');
});

test('saves the card after Stripe has confirmed it', async () => {
  const stripe = installStripe(async () => createSetupResult());
  const page = open();
  await enterCard(page.user);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Card saved' })).toHaveFocus();
  expect(
    screen.getByText('Mastercard ending in 4444, expires 01/31, is charged when your membership renews.'),
  ).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(stripe.mock.calls).toEqual([['confirm', 'seti_1_secret', 'pm_card_visa']]);
  expect(page.api.to(saving).map(({ body }) => body)).toEqual([{ setupIntentId: 'seti_1' }]);
});

test('names what is still owed, with the way to its payment', async () => {
  installStripe(async () => createSetupResult());
  const paymentUrl = 'https://spotter.test/pay?token=xyz';
  const page = open({ [saving]: () => ({ ...saved, owed: 54.39, paymentUrl }) });
  await enterCard(page.user);
  await press(page);
  expect(await screen.findByText(/You still owe Iron Peak Fitness \$54\.39\. It was not charged now\.$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the Invoice' })).toHaveAttribute('href', paymentUrl);
});

test('a declined card is reported, and another one is saved', async () => {
  let tries = 0;
  installStripe(async () => (tries++ === 0 ? createDecline() : createSetupResult()));
  const page = open();
  await enterCard(page.user);
  await press(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
  expect(page.api.to(saving)).toEqual([]);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Card saved' })).toBeVisible();
});

test('repeated presses save it once', async () => {
  installStripe(async () => createSetupResult());
  const { promise, settle } = later<unknown>();
  const page = open({ [starting]: () => promise });
  await enterCard(page.user);
  await press(page);
  await page.user.keyboard('{Enter}');
  settle(setup);
  await screen.findByRole('heading', { name: 'Card saved' });
  expect(page.api.to(starting)).toHaveLength(1);
});

const mayNotBeSaved = 'The connection was lost, so the card may not be saved. Please try again.';
test.each([
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), mayNotBeSaved],
  ['a proxy that got no answer', () => respond(504, '<html>', 'Gateway Time-out'), mayNotBeSaved],
  ['a page of a proxy with 404', () => respond(404, '<html>', 'Not Found'), 'HTTP 404: Not Found'],
])('%s is told, and it can be tried again', async (_what, fail, said) => {
  installStripe(async () => createSetupResult());
  let tries = 0;
  const page = open({
    [starting]: () => (tries++ === 0 ? fail() : setup),
  });
  await enterCard(page.user);
  await press(page);
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Card saved' })).toBeVisible();
});

const company = { name: 'Iron Peak', email: 'desk@ironpeak.test' };
const used = 'A card was saved since this link was made. To give the gym another one, ask for a new link.';
const expired = 'This link has expired. Please ask the gym for a new one.';

test.each([
  ['used', used, 'A card was saved already', used],
  ['expired', expired, 'This link has expired', 'Please ask the gym for a new one.'],
])('a link that is %s says so, and whom to ask', async (state, message, title, text) => {
  open({ [link]: () => respond(410, { message, state, company }) });
  expect(await screen.findByRole('heading', { name: title })).toHaveFocus();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Email Iron Peak' })).toHaveAttribute('href', 'mailto:desk@ironpeak.test');
});

test('a link that ends while a card is typed says so', async () => {
  installStripe();
  const over = respond(410, { message: used, state: 'used', company });
  let reads = 0;
  const page = open({ [link]: () => (reads++ === 0 ? shown : over), [starting]: () => over });
  await enterCard(page.user);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'A card was saved already' })).toBeVisible();
});

test('a link that does not exist, or is cut off, or whose gym takes no cards, says so', async () => {
  const first = open({ [link]: () => respond(404, { message: 'Card link not found' }) });
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  first.unmount();
  const second = open({}, '/card');
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  second.unmount();
  open({ [link]: () => respond(409, { message: 'Please bring the card to the front desk.' }) });
  expect(await screen.findByRole('heading', { name: 'A card cannot be saved online now' })).toBeVisible();
  expect(screen.getByText('Please bring the card to the front desk.')).toBeVisible();
});

test.each([
  ['without a connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['when a proxy answers with a page of its own', () => respond(404, '<html>')],
])('%s it can be tried again', async (_when, fail) => {
  installStripe();
  let tries = 0;
  const page = open({ [link]: () => (tries++ === 0 ? fail() : shown) });
  await page.user.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Iron Peak Fitness' })).toBeVisible();
});
