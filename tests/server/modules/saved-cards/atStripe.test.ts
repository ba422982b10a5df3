import { beforeEach, describe, expect, test } from 'vitest';
import { readCardDetails } from '#server/modules/stripe/cardDetails.ts';
import { detachReplacedCards } from '#server/modules/stripe/savedCards.ts';
import { sweepCardSetups } from '#server/modules/saved-cards/saveCard.ts';
import { chargedSale, lastEvent } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { savedCardsAt, secondsLater } from '#tests/support/savedCards.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  server.clock.now = new Date();
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  gym = await createPayingGym(server, stripe);
});
const { save, entered, savedCard, log } = savedCardsAt(server, () => gym);
const { context } = server;
const attached = () => gym.account.cardsOf([...gym.account.customers.keys()][0] ?? '');
const minutesLater = (minutes: number) => {
  server.advance({ minutes });
};
const detaches = () => stripe.calls.filter((call) => call.endsWith('/detach')).length;

describe('a card that another has replaced', () => {
  test('is detached from the customer at Stripe, once, and not before a charge that has begun with it is over', async () => {
    const first = await entered();
    await save(first.setupIntentId);
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    await detachReplacedCards(context);
    expect(attached()).toEqual([first.card, second.card]);
    minutesLater(11);
    const before = detaches();
    await detachReplacedCards(context);
    expect(attached()).toEqual([second.card]);
    await detachReplacedCards(context);
    expect([await savedCard(), detaches()]).toEqual([second.card, before + 1]);
  });

  test('stays while the bank processes a payment with it, however long, and does not become the saved card again', async () => {
    const item = await gym.make.salesItem();
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 1 }]);
    const intent = gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_processing' });
    await gym.deliver(lastEvent(gym, 'payment_intent.processing'));
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('stripe_customers')
        .set({ payment_method_id: String(intent.payment_method) })
        .execute(),
    );
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([intent.payment_method, second.card]);
    gym.account.settle(gym.account.intentOf(intent.id), 'succeeded');
    await gym.deliver(lastEvent(gym, 'payment_intent.succeeded'));
    expect(await savedCard()).toBe(second.card);
    await detachReplacedCards(context);
    expect(attached()).toEqual([second.card]);
  });

  test('stays when a payment that was confirmed with it has made it the saved card again', async () => {
    const first = await entered();
    await save(first.setupIntentId);
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: first.card }).execute(),
    );
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([first.card, second.card]);
    await readCardDetails(context);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([first.card]);
  });

  test('by a sale is detached too', async () => {
    await gym.deliver((await chargedSale(gym)).succeeded);
    await readCardDetails(context);
    secondsLater(5);
    await gym.deliver((await chargedSale(gym)).succeeded);
    await readCardDetails(context);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([await savedCard()]);
  });

  test.each([1, 2, 3])(
    'by a sale is detached too when %i more sales replace it before its details are read',
    async (more) => {
      await gym.deliver((await chargedSale(gym)).succeeded);
      for (let sale = 0; sale < more; sale += 1) {
        secondsLater(5);
        await gym.deliver((await chargedSale(gym)).succeeded);
      }
      expect(attached()).toHaveLength(more + 1);
      await readCardDetails(context);
      await detachReplacedCards(context);
      expect(attached()).toHaveLength(more + 1);
      minutesLater(11);
      await detachReplacedCards(context);
      expect(attached()).toEqual([await savedCard()]);
    },
  );

  test('by two sales long after its details were read is not detached before a charge that has begun with it is over', async () => {
    await gym.deliver((await chargedSale(gym)).succeeded);
    await readCardDetails(context);
    minutesLater(60);
    for (let sale = 0; sale < 2; sale += 1) await gym.deliver((await chargedSale(gym)).succeeded);
    await detachReplacedCards(context);
    expect(attached()).toHaveLength(3);
    minutesLater(11);
    await readCardDetails(context);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([await savedCard()]);
  });

  test('before it was told is detached too', async () => {
    const first = await entered();
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    await save(first.setupIntentId);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([second.card]);
  });

  test('before it was told is detached too after a sale with a newer one', async () => {
    const first = await entered();
    secondsLater(5);
    await gym.deliver((await chargedSale(gym)).succeeded);
    await save(first.setupIntentId);
    await readCardDetails(context);
    minutesLater(11);
    await detachReplacedCards(context);
    expect(attached()).toEqual([await savedCard()]);
    expect(await savedCard()).not.toBe(first.card);
  });

  test('is detached the next time when Stripe does not answer, and is done when Stripe has detached it', async () => {
    const first = await entered();
    await save(first.setupIntentId);
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    minutesLater(11);
    stripe.fail(/POST .*detach/, 500);
    await expect(detachReplacedCards(context)).rejects.toThrow('1 replaced cards could not be detached');
    gym.account.detach(first.card);
    await detachReplacedCards(context);
    const before = detaches();
    await detachReplacedCards(context);
    expect([attached(), detaches()]).toEqual([[second.card], before]);
  });
});

describe('a card that was confirmed while the browser was gone, and of which no webhook came', () => {
  test('is saved by the sweep, once', async () => {
    const { card } = await entered();
    await sweepCardSetups(context);
    expect(await savedCard()).toBe(card);
    await sweepCardSetups(context);
    expect(await log()).toMatchObject([{ action: 'contact.card-saved', actor_name: 'Stripe' }]);
    expect((await gym.deliver(lastEvent(gym, 'setup_intent.succeeded'))).status).toBe(200);
    expect(await log()).toHaveLength(1);
  });

  test('leaves a newer card, and Stripe is not asked about it again once it is detached', async () => {
    await entered();
    secondsLater(5);
    const second = await entered();
    await save(second.setupIntentId);
    await sweepCardSetups(context);
    minutesLater(11);
    await detachReplacedCards(context);
    const asked = () => stripe.calls.filter((call) => call.startsWith('GET /v1/setup_intents/')).length;
    const before = asked();
    await sweepCardSetups(context);
    expect([await savedCard(), attached(), asked()]).toEqual([second.card, [second.card], before]);
  });

  test('is not what was not confirmed, is of another company, or is something else of the account', async () => {
    const { body } = await gym.by.operator.post(`/contacts/${gym.contactId}/card-setups`);
    expect(body.setupIntent.id).toBeDefined();
    const metadata = { contactId: gym.contactId, companyId: crypto.randomUUID() };
    for (const other of [{ order: '1' }, metadata]) {
      const { id } = gym.account.setups.create({
        metadata: other,
        customer: [...gym.account.customers.keys()][0] ?? '',
      });
      gym.account.setups.confirm(id, 'pm_card_visa');
    }
    await sweepCardSetups(context);
    expect(await savedCard()).toBeNull();
  });

  test('is saved the next time when Stripe does not answer', async () => {
    const { card } = await entered();
    stripe.fail(/GET \/v1\/setup_intents/, 500);
    await expect(sweepCardSetups(context)).rejects.toThrow('1 accounts could not be asked for cards');
    await sweepCardSetups(context);
    expect(await savedCard()).toBe(card);
  });
});
