import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { createGym } from '#tests/support/gym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
  gym = await createPayingGym(server, stripe);
});

const emails = memberEmails(server);
const { at, owed, pay, close, state } = collectingAt(server, () => gym);

const { create, tokenIn, linkOf, show, payBy, enterCard, sweepDeps } = linksAt(server, () => gym);

describe('sending a link', () => {
  test('works for seven days, is emailed to the given address, and only its hash is stored', async () => {
    const id = await owed();
    const key = randomUUID();
    const { status, body } = await create(id, { email: 'payer@member.test' }, key);
    expect(status).toBe(201);
    expect(body).toEqual({
      url: expect.stringMatching(/^https:\/\/spotter\.test\/pay\?token=[\w-]{22}$/),
      expiresAt: addDays(server.clock.now, 7).toISOString(),
    });
    expect((await create(id, { email: 'payer@member.test' }, key)).body).toEqual(body);
    expect(await emails.send()).toMatchObject([
      { to: 'payer@member.test', link: body.url, subject: expect.stringContaining('$108.00 to pay') },
    ]);
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      sql<{
        rows: string;
      }>`select (select string_agg(l::text, ' ') from payment_links l) || (select string_agg(k::text, ' ') from idempotency_keys k) || (select string_agg(a::text, ' ') from activity a) || (select string_agg(m::text, ' ') from emails m) as rows`.execute(
        tx,
      ),
    );
    expect(rows.rows[0]?.rows).toContain('payer@member.test');
    expect(rows.rows[0]?.rows).not.toContain(tokenIn(body.url));
    expect(server.logged.join('')).not.toContain(tokenIn(body.url));
  });

  test('without an address it is created and not emailed', async () => {
    expect((await create(await owed())).status).toBe(201);
    expect(await emails.send()).toEqual([]);
  });

  test('a wrong address is 400, and an invoice of another company 404', async () => {
    const id = await owed();
    expect((await create(id, { email: 'nobody' })).status).toBe(400);
    expect((await create(id, { to: 'payer@member.test' })).status).toBe(400);
    const rival = await createGym(server);
    expect((await rival.by.admin.post(at(id, 'payment-link'))).status).toBe(404);
    expect((await create(id, undefined, undefined, 'point_of_sale')).status).toBe(403);
  });

  test.each(['paid', 'void', 'refunded', 'draft'] as const)('an invoice that is %s is 409', async (status) => {
    const id = await owed({
      status,
      ...(status === 'draft' ? {} : { due_cents: 0, paid_cents: status === 'void' ? 0 : 10_800 }),
    });
    expect((await create(id)).status).toBe(409);
  });

  test('without Stripe it is 409', async () => {
    const id = await owed();
    await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
    expect(await create(id)).toMatchObject({
      status: 409,
      body: { message: 'Stripe payment configuration is not set up for this company' },
    });
  });

  test('emails to one address above the limit are refused', async () => {
    const id = await owed();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await create(id, { email: 'payer@member.test' })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a link that could not be made does not count', async () => {
    const to = { email: 'payer@member.test' };
    const paid = await owed({ status: 'paid', due_cents: 0, paid_cents: 10_800 });
    for (let tried = 0; tried < 6; tried += 1) expect((await create(paid, to)).status).toBe(409);
    expect((await create(await owed(), to)).status).toBe(201);
  });

  test('a card payment of the till that nobody finished is canceled, and the sale stays', async () => {
    const { body } = await gym.till.card([
      { salesItemId: await gym.make.salesItem({ price_cents: 10_000 }), quantity: 1 },
    ]);
    const id: string = body.invoice.id;
    const token = await linkOf(id);
    expect(gym.account.intentOf(body.paymentIntent.id).status).toBe('canceled');
    server.advance({ minutes: 31 });
    await sweepPayments(sweepDeps);
    const response = await payBy(token);
    enterCard(response.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await state(id)).toEqual(['paid', 10_800, 0, 0]);
  });
});

test('the invoice says when its newest link was sent or made, and when the payer first opened it', async () => {
  const id = await owed();
  const sentLink = async () => (await gym.by.operator.get(`/invoices/${id}`)).body.sentLink;
  expect(await sentLink()).toBeNull();
  const sent = server.clock.now.toISOString();
  const { body } = await create(id, { email: 'payer@member.test' });
  expect(await sentLink()).toEqual({ createdAt: sent, expiresAt: body.expiresAt, isEmailed: true, openedAt: null });
  server.advance({ minutes: 5 });
  const opened = server.clock.now.toISOString();
  await show(tokenIn(body.url));
  server.advance({ minutes: 5 });
  await show(tokenIn(body.url));
  expect((await sentLink()).openedAt).toBe(opened);
  await create(id);
  expect(await sentLink()).toMatchObject({ isEmailed: false, openedAt: null });
});

describe('what a link shows', () => {
  test('the gym, the lines and the amounts, but nothing about the member', async () => {
    const id = await owed({ paid_cents: 2_000, due_cents: 8_800, status: 'partially_paid' });
    const { status, body, headers } = await show(await linkOf(id));
    expect(status).toBe(200);
    expect(body).toEqual({
      invoice: {
        company: { name: 'The Gym' },
        location: { name: 'North' },
        number: 'DEN-10001',
        lineItems: [
          { name: 'Water Bottle', description: null, type: 'sales_item', quantity: 1, price: 100, total: 100 },
        ],
        tax: 8,
        total: 108,
        paid: 20,
        due: 88,
        currency: 'USD',
        renews: false,
      },
      stripePublishableKey: gym.account.publishableKey,
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('whether it pays for a plan that renews by card', async () => {
    const id = await owed({ kind: 'purchase' });
    const membership = await gym.make.contactMembership(gym.contactId, { invoice_id: id, auto_renew: true });
    const renews = async (change: object) => {
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('contact_memberships').set(change).where('id', '=', membership).execute(),
      );
      return (await show(await linkOf(id))).body.invoice.renews;
    };
    expect(await renews({ auto_renew: true })).toBe(true);
    expect(await renews({ auto_renew: false, renewal_stopped: 'card_declined' })).toBe(true);
    expect(await renews({ renews_by: 'manual' })).toBe(false);
    expect(await renews({ renews_by: 'card', renewal_stopped: null })).toBe(false);
  });

  test('a forged link is 404, and many of them 429', async () => {
    expect(await show('made-up')).toMatchObject({ status: 404, body: { message: 'Payment link not found' } });
    expect((await payBy('made-up')).status).toBe(404);
    expect((await payBy('made-up', { saveCard: 'yes' })).status).toBe(400);
    let status = 404;
    for (let tries = 0; tries < 60 && status === 404; tries += 1) ({ status } = await show(`made-up-${tries}`));
    expect(status).toBe(429);
    // Real links still work.
    expect((await show(await linkOf(await owed()))).status).toBe(200);
  });

  test('looks at one invoice are limited, since each may ask Stripe; other links still work', async () => {
    const token = await linkOf(await owed());
    const seen: number[] = [];
    for (let looks = 0; looks < 201; looks += 1) seen.push((await show(token)).status);
    expect([seen.filter((status) => status === 200).length, seen.at(-1)]).toEqual([200, 429]);
    expect((await show(await linkOf(await owed()))).status).toBe(200);
  });

  test('a link that can no longer be used is 410 and says why, and whom to ask', async () => {
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('companies').set({ email: 'desk@gym.test' }).execute(),
    );
    const cases: Record<string, (id: string) => Promise<unknown>> = {
      paid: (id) => pay(id, { method: 'cash' }),
      void: (id) => close(id, 'void'),
      replaced: (id) => create(id),
      expired: async () => void (server.clock.now = addDays(server.clock.now, 7)),
    };
    const texts: string[] = [];
    for (const [name, end] of Object.entries(cases)) {
      const id = await owed();
      const token = await linkOf(id);
      await end(id);
      const [shown, tried] = [await show(token), await payBy(token)];
      expect(shown.body.company).toEqual({ name: gym.companyName, email: 'desk@gym.test' });
      expect([name, shown.status, shown.body.state, tried.status, tried.body.message]).toEqual([
        name,
        410,
        name,
        410,
        shown.body.message,
      ]);
      texts.push(shown.body.message);
    }
    expect(new Set(texts).size).toBe(4);
  });

  test('a link of a company that is gone is 404', async () => {
    const token = await linkOf(await owed());
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('companies').set({ archived_at: new Date() }).execute(),
    );
    expect((await show(token)).status).toBe(404);
  });
});
