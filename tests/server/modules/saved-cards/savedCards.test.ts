import { beforeEach, describe, expect, test, vi } from 'vitest';
import { levels, may } from '#domain/shared/access.ts';
import { chargedSale, lastEvent } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { openTransactions } from '#tests/support/openTransactions.ts';
import { savedCardsAt, secondsLater } from '#tests/support/savedCards.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { start, save, confirm, entered, savedCard, log } = savedCardsAt(server, () => gym);
const reported = () => lastEvent(gym, 'setup_intent.succeeded');

describe('a card that is entered at the desk', () => {
  test('is the saved card once Stripe has confirmed it, and is logged in words', async () => {
    const { setupIntentId, card } = await entered();
    expect(gym.account.setups.read(setupIntentId, false)).toMatchObject({
      usage: 'off_session',
      metadata: { contactId: gym.contactId, companyId: gym.companyId },
    });
    expect(await savedCard()).toBeNull();
    const { status, body } = await save(setupIntentId);
    expect([status, body]).toEqual([
      200,
      { message: 'Card saved', savedCard: { brand: 'visa', lastDigits: '4242', lastDay: '2099-08-31' } },
    ]);
    expect(await savedCard()).toBe(card);
    expect(await log()).toEqual([
      {
        action: 'contact.card-saved',
        actor_name: expect.stringContaining('operator'),
        changes: [{ field: 'card', before: null, after: 'Visa ending in 4242' }],
      },
    ]);
    const { body: page } = await gym.by.operator.get(`/contacts/${gym.contactId}/memberships`);
    expect(page).toMatchObject({ hasSavedCard: true, savedCard: { lastDigits: '4242' } });
  });

  test('is started and saved once for each key', async () => {
    const post = (path: string, body?: object) =>
      gym.by.operator.post(`/contacts/${gym.contactId}/${path}`, {
        ...(body && { body }),
        headers: { 'idempotency-key': 'one card' },
      });
    const [first, together] = await Promise.all([post('card-setups'), post('card-setups')]);
    expect([first.status, first.body]).toEqual([201, together.body]);
    const setupIntentId: string = first.body.setupIntent.id;
    confirm(setupIntentId);
    const saved = await post('card', { setupIntentId });
    const again = await post('card', { setupIntentId });
    expect([again.status, again.body]).toEqual([200, saved.body]);
    expect((await post('card', { setupIntentId: 'seti_other' })).status).toBe(422);
    expect(await log()).toHaveLength(1);
  });

  test.each([
    ['its setup is started', 'card-setups', /POST \/v1\/setup_intents$/],
    ['it is saved', 'card', /GET \/v1\/setup_intents/],
  ])(
    'holds no transaction with a key while %s at Stripe, and the key works on after a failure',
    async (_what, path, on) => {
      const { setupIntentId } = await entered();
      const post = () =>
        gym.by.operator.post(`/contacts/${gym.contactId}/${path}`, {
          ...(path === 'card' && { body: { setupIntentId } }),
          headers: { 'idempotency-key': 'slow' },
        });
      stripe.fail(on, 500);
      expect((await post()).status).toBe(503);
      const asked = stripe.hold(on);
      const [slow, reached] = [post(), asked.reached];
      await reached;
      expect(await openTransactions(server)).toBe(0);
      const again = post();
      // One that Stripe answers with the first one's setup waits for it.
      if (path === 'card') await again;
      asked.release();
      const { status, body } = await again;
      expect((await slow).body).toEqual(body);
      expect(status).toBeLessThan(300);
    },
  );

  test('is started once at Stripe, also by a retry while the first call is there or after its answer was lost', async () => {
    const post = (key: string) =>
      gym.by.operator.post(`/contacts/${gym.contactId}/card-setups`, { headers: { 'idempotency-key': key } });
    const setups = () => gym.account.setups.since(0, false).map(({ id }) => id);
    const asked = stripe.hold(/POST \/v1\/setup_intents$/);
    const first = post('one');
    await asked.reached;
    const calls = stripe.calls.length;
    const retry = post('one');
    await vi.waitFor(() => expect(stripe.calls.length).toBeGreaterThan(calls));
    asked.release();
    const { body } = await first;
    expect([(await retry).body, setups()]).toEqual([body, [body.setupIntent.id]]);

    stripe.fail(/POST \/v1\/setup_intents$/, 'cut', 2);
    expect((await post('two')).status).toBe(503);
    const { id } = (await post('two')).body.setupIntent;
    expect(setups().toSorted()).toEqual([body.setupIntent.id, id].toSorted());
    await post('three');
    expect(setups()).toHaveLength(3);
  });

  test('belongs to the customer who bought before', async () => {
    await gym.deliver((await chargedSale(gym)).succeeded);
    const before = await savedCard();
    secondsLater(1);
    const { setupIntentId, card } = await entered(gym.contactId, 'pm_card_mastercard');
    expect(gym.account.customers.size).toBe(1);
    expect((await save(setupIntentId)).body.savedCard).toMatchObject({ brand: 'mastercard', lastDigits: '4444' });
    expect([await savedCard(), card]).not.toContain(before);
  });

  test('is not saved while Stripe has not confirmed it, and can be entered again', async () => {
    const { body } = await start();
    const { id } = body.setupIntent;
    expect(() => confirm(id, 'pm_card_chargeDeclined')).toThrow('declined');
    expect(await save(id)).toMatchObject({
      status: 409,
      body: { message: 'This card was not confirmed. Please enter it again.' },
    });
    expect(await savedCard()).toBeNull();
    confirm(id);
    expect((await save(id)).status).toBe(200);
  });

  test('that the bank is still checking is saved when Stripe reports it', async () => {
    const { setupIntentId, card } = await entered(gym.contactId, 'pm_card_processing');
    expect((await save(setupIntentId)).body.message).toBe(
      'The bank is still checking this card. It is saved as soon as the bank is done.',
    );
    gym.account.setups.succeed(setupIntentId, 'pm_card_visa');
    expect((await gym.deliver(reported())).status).toBe(200);
    expect(await savedCard()).toBe(card);
    expect(await log()).toMatchObject([{ action: 'contact.card-saved', actor_name: 'Stripe' }]);
  });

  test.each(levels)('by %s, if the level may collect', async (level) => {
    const allowed = may(level, 'invoices:collect');
    const { setupIntentId } = await entered();
    expect((await start(gym.contactId, level)).status).toBe(allowed ? 201 : 403);
    expect((await save(setupIntentId, gym.contactId, level)).status).toBe(allowed ? 200 : 403);
  });

  test('is refused without a setup intent, for an unknown one, and for that of another contact', async () => {
    const post = (body: object) => gym.by.operator.post(`/contacts/${gym.contactId}/card`, { body });
    expect(await post({})).toMatchObject({
      status: 400,
      body: { errors: { setupIntentId: 'Name the setup intent that was confirmed' } },
    });
    expect(await post({ setupIntentId: 'seti_unknown' })).toMatchObject({
      status: 404,
      body: { message: 'Card not found' },
    });
    const { setupIntentId } = await entered(await gym.make.contact());
    expect((await post({ setupIntentId })).status).toBe(404);
    expect(await savedCard()).toBeUndefined();
  });

  test('of another company is refused, even with the same account at Stripe', async () => {
    const rival = await createPayingGym(server, stripe);
    const keys = { stripePublishableKey: gym.account.publishableKey, stripeSecretKey: gym.account.secretKey };
    expect((await rival.by.admin.put(`/companies/${rival.companyId}/stripe`, { body: keys })).status).toBe(200);
    const { setupIntentId } = await entered();
    const theirs = await rival.by.admin.post(`/contacts/${rival.contactId}/card`, { body: { setupIntentId } });
    expect(theirs.status).toBe(404);
    expect((await rival.by.admin.post(`/contacts/${gym.contactId}/card-setups`)).status).toBe(404);
    expect(await savedCard()).toBeNull();
  });

  test('is not for a walk-in customer, and needs a configured account', async () => {
    const { body } = await gym.by.point_of_sale.post(`/locations/${gym.locationId}/walk-in`);
    expect((await start(body.contact.id)).status).toBe(404);
    await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
    expect(await start()).toMatchObject({
      status: 409,
      body: { message: 'Stripe payment configuration is not set up for this company' },
    });
  });

  test('is not begun while Stripe does not answer', async () => {
    stripe.fail(/POST \/v1\/setup_intents/, 500);
    expect(await start()).toMatchObject({
      status: 503,
      body: { message: 'Stripe does not answer. Please try again in a moment.' },
    });
    expect((await start()).status).toBe(201);
  });

  test('of a household’s member is the payer’s', async () => {
    const payerId = await gym.make.contact({ first_name: 'Pat' });
    const { body } = await gym.by.admin.post('/households', { body: { name: 'Oakley', payerId } });
    const added = await gym.by.admin.post(`/households/${body.household.id}/members`, {
      body: { contactId: gym.contactId },
    });
    expect(added.status).toBeLessThan(300);
    const { setupIntentId, card } = await entered();
    expect((await save(setupIntentId)).status).toBe(200);
    expect([await savedCard(payerId), await savedCard()]).toEqual([card, undefined]);
  });
});
