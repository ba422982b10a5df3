import { addDays } from 'date-fns';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { levels, may } from '#domain/shared/access.ts';
import { readCardDetails } from '#server/modules/stripe/cardDetails.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { openTransactions } from '#tests/support/openTransactions.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { savedCardsAt } from '#tests/support/savedCards.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});
const { entered, save, savedCard, confirm, log } = savedCardsAt(server, () => gym);
const { owed } = collectingAt(server, () => gym);
const payments = linksAt(server, () => gym);

const create = async (body?: object, contactId = gym.contactId, as: keyof MembersGym['by'] = 'operator') =>
  (await server.as(gym.users[as])).post(`/contacts/${contactId}/card-links`, { ...(body && { body }) });
const tokenIn = (text: string) => /\/card\?token=([\w.-]+)/.exec(text)?.[1] ?? '';
const tokenOf = async (contactId?: string) => tokenIn((await create(undefined, contactId)).body.url);
const show = (token: string) => server.anonymous.get(`/card-links/${token}`);
const startBy = (token: string) => server.anonymous.post(`/card-links/${token}/card-setups`);
const saveBy = (token: string, setupIntentId: string) =>
  server.anonymous.post(`/card-links/${token}/card`, { body: { setupIntentId } });
/** Enters a card on the page of the link. */
async function enter(token: string, card = 'pm_card_visa') {
  const { status, body } = await startBy(token);
  if (status !== 201) throw new Error(`No setup was started: ${status} ${body.message}`);
  confirm(body.setupIntent.id, card);
  return { setupIntentId: body.setupIntent.id as string, reply: await saveBy(token, body.setupIntent.id) };
}

describe('a card link', () => {
  test('is made and emailed once for each key', async () => {
    const operator = await server.as(gym.users.operator);
    const send = (email: string) =>
      operator.post(`/contacts/${gym.contactId}/card-links`, {
        body: { email },
        headers: { 'idempotency-key': 'one link' },
      });
    const [first, together] = await Promise.all([send('maya@home.test'), send('maya@home.test')]);
    expect([first.status, first.body]).toEqual([201, together.body]);
    expect((await send('other@home.test')).status).toBe(422);
    expect(await emails.send()).toHaveLength(1);
    expect(await log()).toHaveLength(1);
  });

  test('holds no transaction with a key while an imported card is read from Stripe', async () => {
    await entered();
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ is_imported: true }).where('contact_id', '=', gym.contactId).execute(),
    );
    const asked = stripe.hold(/GET \/v1\/customers/);
    const operator = await server.as(gym.users.operator);
    const slow = operator.post(`/contacts/${gym.contactId}/card-links`, { headers: { 'idempotency-key': 'slow' } });
    await asked.reached;
    expect(await openTransactions(server)).toBe(0);
    asked.release();
    expect((await slow).status).toBe(201);
  });

  test('shows the gym and the card that it replaces, and nobody’s name', async () => {
    const { status, body } = await show(await tokenOf());
    expect([status, body]).toEqual([
      200,
      { company: { name: gym.companyName }, card: null, stripePublishableKey: gym.account.publishableKey },
    ]);
  });

  test('saves the card once; then it has been used, and a retry gets the same answer', async () => {
    const token = await tokenOf();
    const { setupIntentId, reply } = await enter(token);
    expect([reply.status, reply.body]).toEqual([
      200,
      { card: 'Visa ending in 4242, expires 08/99', owed: 0, paymentUrl: null },
    ]);
    expect((await saveBy(token, setupIntentId)).body).toEqual(reply.body);
    for (const ended of [await show(token), await startBy(token)])
      expect(ended).toMatchObject({
        status: 410,
        body: {
          state: 'used',
          message: 'A card was saved since this link was made. To give the gym another one, ask for a new link.',
        },
      });
    expect(await log()).toMatchObject([
      { action: 'contact.card-link-created' },
      { action: 'contact.card-saved', actor_name: 'Card link' },
    ]);
  });

  test('ends after two weeks, and when a card is saved in another way', async () => {
    const [first, second] = [await tokenOf(), await tokenOf()];
    server.clock.now = addDays(server.clock.now, 14);
    expect(await show(first)).toMatchObject({
      status: 410,
      body: { state: 'expired', message: 'This link has expired. Please ask the gym for a new one.' },
    });
    server.clock.now = addDays(server.clock.now, -1);
    expect((await show(first)).status).toBe(200);
    gym.setClock('2026-11-01');
    await save((await entered()).setupIntentId);
    expect((await show(second)).body.state).toBe('used');
  });

  test('that was not made here, or was changed, does not exist', async () => {
    const token = await tokenOf();
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(gym.contactId, crypto.randomUUID()));
    for (const wrong of ['x', `${payload}.x`, `${other.toString('base64url')}.${signature}`, `${payload}.`]) {
      expect(await show(wrong)).toMatchObject({ status: 404, body: { message: 'Card link not found' } });
      expect((await startBy(wrong)).status).toBe(404);
      expect((await saveBy(wrong, 'seti_1')).status).toBe(404);
    }
  });

  test('refuses the setup of another contact, of another company, and one that is not confirmed', async () => {
    const token = await tokenOf();
    const { setupIntentId } = await entered(await gym.make.contact());
    expect((await saveBy(token, setupIntentId)).status).toBe(404);
    const { body } = await startBy(token);
    expect((await saveBy(token, body.setupIntent.id)).status).toBe(409);
    expect((await server.anonymous.post(`/card-links/${token}/card`, { body: {} })).status).toBe(400);
    expect(await savedCard()).toBeNull();
  });

  test('does not outlive its contact', async () => {
    const token = await tokenOf();
    await gym.make.checkin(gym.contactId);
    expect((await (await server.as(gym.users.admin)).delete(`/contacts/${gym.contactId}`)).status).toBe(200);
    expect((await show(token)).status).toBe(404);
  });

  test('says so when the gym takes no cards any more', async () => {
    const token = await tokenOf();
    await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
    for (const refused of [await show(token), await startBy(token)])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          message: 'This gym does not take cards online at the moment. Please bring the card to the front desk.',
        },
      });
    expect((await create()).body.message).toBe('Stripe payment configuration is not set up for this company');
  });

  test('limits the cards of one contact, and the wrong links of one address', async () => {
    const token = await tokenOf();
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) statuses.push((await startBy(token)).status);
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([30, 429]);
    const wrong: number[] = [];
    for (let turn = 0; turn < 51; turn += 1) wrong.push((await show('x')).status);
    expect([wrong[0], wrong.at(-1)]).toEqual([404, 429]);
  });

  test('limits how often Stripe is asked whether a card is confirmed, also once the link has ended', async () => {
    const token = await tokenOf();
    const { setupIntentId, reply } = await enter(token);
    expect(reply.status).toBe(200);
    const { length: before } = stripe.calls;
    let status = 200;
    for (let turn = 0; turn < 80 && status === 200; turn += 1) ({ status } = await saveBy(token, setupIntentId));
    const { length: asked } = stripe.calls;
    expect([status, asked > before]).toEqual([429, true]);
    expect((await saveBy(token, setupIntentId)).status).toBe(429);
    expect(stripe.calls).toHaveLength(asked);
  });

  test('names what is still owed, and leads to its payment', async () => {
    const invoiceId = await owed();
    expect((await enter(await tokenOf())).reply.body).toMatchObject({ owed: 108, paymentUrl: null });
    const { body: link } = await payments.create(invoiceId);
    const { reply } = await enter(await tokenOf(), 'pm_card_mastercard');
    expect(reply.body).toMatchObject({ owed: 108, paymentUrl: link.url });
    expect(await gym.books.invoice(invoiceId)).toMatchObject({ status: 'open', due_cents: 10_800 });
  });
});

describe('sent from the desk', () => {
  test.each(levels)('by %s, if the level may collect', async (level) => {
    const { status } = await create({ email: 'ann@member.test' }, gym.contactId, level);
    expect(status).toBe(may(level, 'invoices:collect') ? 201 : 403);
  });

  test('it is emailed with its last day, and kept nowhere', async () => {
    const { status, body } = await create({ email: 'ann@member.test' });
    expect([status, body.expiresAt]).toEqual([201, addDays(server.clock.now, 14).toISOString()]);
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(e::text, ' ') from emails e) || (select string_agg(a::text, ' ') from activity a) as all`.execute(
      server.database.unscoped,
    );
    expect(rows[0]?.all ?? '').not.toContain(tokenIn(body.url));
    const [mail, ...others] = await emails.send();
    expect([mail?.to, others]).toEqual(['ann@member.test', []]);
    expect(mail?.text).toContain('Nothing is charged when you do.');
    expect(mail?.text).toContain('The link works until November 15, 2026.');
    expect((await show(tokenIn(mail?.text ?? ''))).status).toBe(200);
    expect(await log()).toMatchObject([{ action: 'contact.card-link-sent', changes: [{ after: 'ann@member.test' }] }]);
  });

  test('bad addresses and too many emails are refused', async () => {
    expect((await create({ email: 'nobody' })).body.errors).toEqual({ email: 'Enter a valid email address' });
    for (let turn = 0; turn < 5; turn += 1) await create({ email: 'ann@member.test' });
    expect(await create({ email: 'Ann@member.test' })).toMatchObject({
      status: 429,
      body: { message: 'Too many links were sent. Please try again later.' },
    });
  });

  test('it stays good when an imported customer’s card becomes known', async () => {
    const customer = gym.account.customerWithCard('pm_card_visa');
    await gym.make.stripeCustomer(gym.contactId, customer, { payment_method_id: null, is_imported: true });
    const token = await tokenOf();
    expect(await savedCard()).not.toBeNull();
    expect((await show(token)).status).toBe(200);
  });
});

describe('in an email about a renewal', () => {
  test('a card that expires is replaced by the link, and the next renewal is charged to the new one', async () => {
    const { contactId, invoices } = await gym.bought('2026-11-02');
    gym.account.expire((await savedCard(contactId)) ?? '', 2026, 11);
    await readCardDetails(server.context);
    await emails.send();
    gym.setClock('2026-11-28');
    await emails.notices();
    const [mail] = await emails.send();
    expect(mail?.text).toContain('Please give us a new card before the renewal.');
    const token = tokenIn(mail?.text ?? '');
    expect((await show(token)).body.card).toBe('Visa ending in 4242, expires 11/26');
    const { reply } = await enter(token, 'pm_card_mastercard');
    expect(reply.body.card).toBe('Mastercard ending in 4444, expires 08/99');
    gym.setClock('2026-12-01');
    await gym.renew();
    expect((await invoices())[1]).toMatchObject({ status: 'paid' });
    const charged = [...gym.account.intents.values()].at(-1);
    expect([charged?.status, charged?.payment_method]).toEqual(['succeeded', await savedCard(contactId)]);
  });

  test('a declined card is replaced by the link, nothing is charged at once, and the next try is', async () => {
    const { contactId, invoices } = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    await emails.send();
    gym.setClock('2026-11-30');
    await gym.renew();
    const [mail] = await emails.send();
    expect(mail?.text).toMatch(
      /We will try again on .*\. Please make sure your card works by then, or give us a new one\./,
    );
    const { reply } = await enter(tokenIn(mail?.text ?? ''));
    expect(reply.body).toMatchObject({ owed: 53.99, paymentUrl: null });
    expect((await invoices())[1]).toMatchObject({ status: 'overdue' });
    gym.setClock('2026-12-03');
    await gym.renew();
    expect((await invoices())[1]).toMatchObject({ status: 'paid' });
    expect([...gym.account.intents.values()].at(-1)?.payment_method).toBe(await savedCard(contactId));
  });
});
