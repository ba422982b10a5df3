import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { chargedSale, lastEvent } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { runErasureJob } from '#tests/support/personalData.ts';
import { inParallel, statuses } from '#tests/support/sales.ts';
import { savedCardsAt, secondsLater } from '#tests/support/savedCards.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { save, entered, savedCard, log } = savedCardsAt(server, () => gym);
const reported = () => lastEvent(gym, 'setup_intent.succeeded');

describe('what Stripe reports', () => {
  test('saves the card when the browser is gone, once, however often it is delivered', async () => {
    const { setupIntentId, card } = await entered();
    const replies = await inParallel(10, 10, async () => ({ ...(await gym.deliver(reported())), headers: {} }));
    expect(statuses(replies)).toEqual({ 200: 10 });
    expect(await savedCard()).toBe(card);
    expect((await save(setupIntentId)).status).toBe(200);
    expect(await log()).toHaveLength(1);
  });

  test('and the browser at once save it once', async () => {
    const { setupIntentId, card } = await entered();
    const event = reported();
    const replies = await inParallel(12, 12, async (turn) => {
      const { status, body } =
        turn % 2 ? await save(setupIntentId) : await gym.deliver({ ...event, id: `evt_${turn}` });
      return { status, body, headers: {} };
    });
    expect(statuses(replies)).toEqual({ 200: 12 });
    expect(await savedCard()).toBe(card);
    expect(await log()).toHaveLength(1);
  });

  test('of two cards the one that was confirmed last is saved, in whatever order they are told', async () => {
    const first = await entered();
    const firstEvent = reported();
    secondsLater(5);
    const second = await entered(gym.contactId, 'pm_card_mastercard');
    expect((await save(second.setupIntentId)).status).toBe(200);
    expect((await gym.deliver(firstEvent)).status).toBe(200);
    expect((await save(first.setupIntentId)).status).toBe(200);
    expect(await savedCard()).toBe(second.card);
    expect(await log()).toHaveLength(1);
  });

  test('of two cards at once the one that was confirmed last is saved', async () => {
    const first = await entered();
    secondsLater(5);
    const second = await entered(gym.contactId, 'pm_card_mastercard');
    const replies = await inParallel(12, 12, async (turn) => ({
      ...(await save((turn % 2 ? first : second).setupIntentId)),
    }));
    expect(statuses(replies)).toEqual({ 200: 12 });
    expect(await savedCard()).toBe(second.card);
  });

  test('late does not replace the card of a payment since', async () => {
    await entered();
    const event = reported();
    secondsLater(5);
    await gym.deliver((await chargedSale(gym)).succeeded);
    const paidWith = await savedCard();
    await gym.deliver(event);
    expect(await savedCard()).toBe(paidWith);
  });

  test('is asked for again when Stripe did not answer', async () => {
    const { card } = await entered();
    stripe.fail(/GET \/v1\/setup_intents/, 500);
    expect((await gym.deliver(reported())).status).toBe(503);
    expect(await savedCard()).toBeNull();
    expect((await gym.deliver(reported())).status).toBe(200);
    expect(await savedCard()).toBe(card);
  });

  test('about something else of the account, and about a deleted contact, changes nothing', async () => {
    const { id } = gym.account.setups.create({ metadata: { order: '1' } });
    gym.account.setups.confirm(id, 'pm_card_visa');
    expect((await gym.deliver(reported())).status).toBe(200);
    await entered();
    // It is kept with its customer at Stripe, which an erasure deletes.
    expect((await gym.by.admin.delete(`/contacts/${gym.contactId}`)).status).toBe(200);
    expect((await gym.deliver(reported())).status).toBe(200);
    expect(await savedCard()).toBeNull();
  });

  test('after the erasure of its contact changes nothing, and the card is deleted at Stripe', async () => {
    const { setupIntentId } = await entered();
    const event = reported();
    await save(setupIntentId);
    expect((await gym.by.admin.post(`/contacts/${gym.contactId}/erasure`)).status).toBe(202);
    server.clock.now = addDays(server.clock.now, 2);
    await runErasureJob(server);
    expect(gym.account.customers.size).toBe(0);
    expect((await gym.deliver({ ...event, id: 'evt_late' })).status).toBe(200);
    expect(await savedCard()).toBeUndefined();
    expect(JSON.stringify(await log())).not.toContain('4242');
  });
});
