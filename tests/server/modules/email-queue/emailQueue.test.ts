import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { emailInvoiceDue, emailPaymentLink } from '#server/modules/email-queue/emailQueue.ts';
import { paymentLinkToken, paymentLinkUrl } from '#server/modules/invoices/payment-links/paymentLinkRepo.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});
const { owed, pay } = collectingAt(server, () => gym);

const switchOff = async (name: string) => {
  const admin = await server.as(gym.users.admin);
  expect(
    (await admin.put(`/companies/${gym.companyId}/settings`, { body: { emails: { [name]: false } } })).status,
  ).toBe(200);
};
const subjects = async () => (await emails.send()).map(({ subject }) => subject);
const row = async (invoiceId: string) => gym.books.invoice(invoiceId);
const inCompany = server.database.scoped;
const ann = async () => {
  const contacts = await inCompany([gym.companyId], (tx) =>
    tx.selectFrom('contacts').select('email').where('id', '=', gym.contactId).execute(),
  );
  return contacts[0]?.email;
};

describe('A receipt', () => {
  const sell = async () =>
    gym.till.cash(
      [{ salesItemId: await gym.make.salesItem({ name: 'Towel <XL>' }), quantity: 2 }],
      crypto.randomUUID(),
    );

  test('is emailed for a cash sale, to the buyer and from the gym', async () => {
    expect((await sell()).status).toBe(201);
    const [mail, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: await ann(),
      from: gym.companyName,
      subject: `Receipt from ${gym.companyName}: $6.48`,
    });
    expect(mail?.text).toContain(
      'Hello Ann,\n\nWe received $6.48 on November 1, 2026 in cash.\n\nTowel <XL> × 2: $6.00',
    );
    expect(mail?.html).toContain('Towel &lt;XL&gt; × 2');
    expect(await emails.send()).toEqual([]);
  });

  test('is emailed once for a sale that is repeated with its key', async () => {
    const item = await gym.make.salesItem();
    await Promise.all([1, 2, 3].map(() => gym.till.cash([{ salesItemId: item, quantity: 1 }], 'the same key')));
    expect(await subjects()).toHaveLength(1);
  });

  test('is emailed for a card sale once it is paid, however often Stripe reports it', async () => {
    const { succeeded } = await chargedSale(gym);
    expect(await subjects()).toEqual([]);
    await gym.deliver(succeeded);
    await gym.deliverAll();
    const sent = await emails.send();
    expect(sent.map(({ text }) => text.includes('by card'))).toEqual([true]);
  });

  test('is emailed for a plan that is bought at the desk', async () => {
    const admin = await server.as(gym.users.admin);
    const body = {
      contactId: gym.contactId,
      membershipId: await gym.make.plan(),
      startDate: '2026-11-01',
      autoRenew: false,
      paymentMethod: 'other',
      otherMethod: 'Check',
    };
    expect((await admin.post('/memberships/purchase', { body })).status).toBe(201);
    expect((await emails.send()).map(({ text }) => /by Check\.\n\nMonthly Unlimited: \$49\.99/.test(text))).toEqual([
      true,
    ]);
  });

  test('is emailed for each part of an invoice that is paid', async () => {
    const invoiceId = await owed();
    const operator = await server.as(gym.users.operator);
    for (const amount of [20, 88])
      expect(
        (await operator.post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash', amount } })).status,
      ).toBeLessThan(300);
    const sent = await emails.send();
    expect(sent).toHaveLength(2);
    for (const part of ['Paid in cash: $20.00\nStill due: $88.00', 'Paid before: $20.00\nPaid in cash: $88.00']) {
      expect(sent.filter(({ text }) => text.includes(part))).toHaveLength(1);
    }
  });

  test('is not emailed when receipts are turned off', async () => {
    await switchOff('receipt');
    await sell();
    expect(await emails.rows()).toEqual([]);
  });

  test('is not emailed for a sale that was refused', async () => {
    const none = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 0 });
    expect((await gym.till.cash([{ salesItemId: none, quantity: 1 }])).status).toBe(409);
    expect(await emails.rows()).toEqual([]);
  });
});

describe('A change of a membership', () => {
  test('a cancellation names the last day and the last payment, and no setting turns it off', async () => {
    const bought = await gym.bought('2026-11-01');
    await emails.send();
    gym.setClock('2026-11-10');
    await bought.call('post', 'cancellation', { when: 'date', date: '2026-12-15', reason: 'moving' });
    const [mail, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your membership is canceled');
    expect(mail?.text).toContain('Last day: December 15, 2026\nLast payment: $53.99 on November 30, 2026');
  });

  test('a cancellation at the end of the period has no further payment', async () => {
    const bought = await gym.bought('2026-11-01');
    await emails.send();
    await bought.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    expect((await emails.send())[0]?.text).toContain('Last day: November 30, 2026\nLast payment: None');
  });

  test('a change that is undone before its email is sent is not emailed', async () => {
    const bought = await gym.bought('2026-11-01');
    await emails.send();
    await bought.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
    await bought.call('delete', 'cancellation');
    await bought.call('post', 'freezes', { from: '2026-11-20', until: '2026-12-03', reason: 'A trip' });
    const { freezes } = await bought.row();
    await bought.call('delete', `freezes/${freezes[0].id}`);
    expect(await emails.send()).toEqual([]);
    expect((await emails.rows()).filter(({ state }) => state === 'waiting')).toEqual([]);
  });

  test('a freeze is emailed with its days, again when they change, unless the email is turned off', async () => {
    const bought = await gym.bought('2026-11-01');
    await emails.send();
    await bought.call('post', 'freezes', { from: '2026-11-20', until: '2026-12-03', reason: 'A trip' });
    expect((await emails.send())[0]?.text).toContain('First day: November 20, 2026\nLast day: December 3, 2026');
    const { freezes } = await bought.row();
    await bought.call('put', `freezes/${freezes[0].id}`, { until: null });
    expect((await emails.send())[0]?.text).toContain('Last day: Open-ended, February 17, 2027 at the latest');
    await switchOff('freeze');
    await bought.call('put', `freezes/${freezes[0].id}`, { until: '2026-12-05' });
    expect(await emails.send()).toEqual([]);
  });

  test('a declined renewal is emailed once for each attempt, with the date of the next one if there is one', async () => {
    await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    await emails.send();
    gym.setClock('2026-11-30');
    await Promise.all([gym.renew(), gym.renew()]);
    await gym.renew();
    const [first, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(first?.subject).toBe('Your payment of $53.99 did not go through');
    expect(first?.text).toContain('We will try again on December 1, 2026.');
    for (const day of ['2026-12-01', '2026-12-03', '2026-12-06']) {
      gym.setClock(day);
      await gym.renew();
      expect(await subjects()).toHaveLength(1);
    }
    gym.setClock('2026-12-13');
    await gym.renew();
    expect((await emails.send()).map(({ text }) => text.includes('We will not try again'))).toEqual([true]);
  });

  test('a renewal that was paid in the meantime is not emailed as declined, and a charged one has a receipt', async () => {
    const failing = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    await gym.bought('2026-11-01');
    await emails.send();
    gym.setClock('2026-11-30');
    await gym.renew();
    const unpaid = (await failing.invoices()).find(({ status }) => status === 'overdue');
    const operator = await server.as(gym.users.operator);
    expect((await operator.post(`/invoices/${unpaid?.id}/payments`, { body: { method: 'cash' } })).status).toBeLessThan(
      300,
    );
    expect((await subjects()).map((subject) => subject.startsWith('Receipt'))).toEqual([true, true]);
  });
});

describe('A refund', () => {
  const refund = async (invoiceId: string, destination: 'cash' | 'card', change: object = {}) => {
    const manager = await server.as(gym.users.manager);
    const { status } = await manager.post(`/invoices/${invoiceId}/refunds`, {
      body: { amount: 5, destination, reason: 'A mistake', ...change },
    });
    expect(status).toBe(201);
  };

  test('is emailed once the money is refunded, in cash or to the card, however often Stripe reports it', async () => {
    const { body } = await gym.till.cash([
      { salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 },
    ]);
    const { invoiceId } = await chargedSale(gym);
    await gym.deliverAll();
    await emails.send();
    await refund(body.invoice.id, 'cash');
    const [inCash] = await emails.send();
    expect(inCash).toMatchObject({
      subject: `Refund from ${gym.companyName}: $5.00`,
      text: expect.stringContaining('back in cash'),
    });
    await refund(invoiceId, 'card');
    await gym.deliverAll();
    expect((await emails.send()).map(({ text }) => text.includes('We sent $5.00 back to your card.'))).toEqual([true]);
  });

  test('that is made at Stripe is emailed once', async () => {
    const { invoiceId, intent } = await chargedSale(gym);
    await gym.deliverAll();
    await emails.send();
    gym.account.refund(intent.id);
    await gym.deliverAll();
    await gym.deliverAll();
    expect((await row(invoiceId)).status).toBe('refunded');
    expect(await subjects()).toEqual([`Refund from ${gym.companyName}: $10.80`]);
  });

  test('that ends the membership is emailed with the cancellation', async () => {
    const bought = await gym.bought('2026-11-01');
    await emails.send();
    const [sale] = await bought.invoices();
    await refund(sale?.id ?? '', 'card', { membership: 'end_at_period' });
    const sent = await emails.send();
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      `Refund from ${gym.companyName}: $5.00`,
      'Your membership is canceled',
    ]);
    expect(sent.some(({ text }) => text.includes('Last day: November 30, 2026\nLast payment: None'))).toBe(true);
  });

  test('is not emailed when refunds are turned off', async () => {
    const { body } = await gym.till.cash([
      { salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 },
    ]);
    await emails.send();
    await switchOff('refund');
    await refund(body.invoice.id, 'cash');
    expect(await emails.send()).toEqual([]);
  });
});

describe('Other emails', () => {
  test('a payment link is emailed to the requested address; no row contains the link', async () => {
    const invoice = await row(await owed());
    const linkId = randomUUID();
    const url = paymentLinkUrl(server.config, linkId);
    const link = { linkId, expiresAt: addDays(server.clock.now, 7), address: 'parent@family.test' };
    await inCompany([gym.companyId], (tx) => emailPaymentLink(tx, invoice as never, link, server.clock.now));
    const [mail] = await emails.send();
    expect(mail).toMatchObject({
      to: 'parent@family.test',
      link: url,
      subject: `Your invoice from ${gym.companyName}: $108.00 to pay`,
    });
    expect(mail?.text).toContain(`Pay Now:\n${url}\n\nThe link works until November 8, 2026.`);
    expect(JSON.stringify(await emails.rows())).not.toContain(paymentLinkToken(server.config, linkId));
  });

  test('a payment link that has expired or is no longer needed is not sent', async () => {
    const invoice = await row(await owed());
    server.checksLedger = false;
    const link = (days: number) => ({ linkId: randomUUID(), expiresAt: addDays(server.clock.now, days) });
    await inCompany([gym.companyId], (tx) => emailPaymentLink(tx, invoice as never, link(0), server.clock.now));
    await inCompany([gym.companyId], (tx) => emailPaymentLink(tx, invoice as never, link(7), server.clock.now));
    await inCompany([gym.companyId], (tx) =>
      tx
        .updateTable('invoices')
        .set({ status: 'void', due_cents: 0, written_off_cents: 0 })
        .where('id', '=', invoice.id)
        .execute(),
    );
    expect(await emails.send()).toEqual([]);
  });

  test('a due invoice is emailed once', async () => {
    const invoice = await row(await owed());
    for (const _ of [1, 2])
      await inCompany([gym.companyId], (tx) =>
        emailInvoiceDue(tx, invoice as never, { on: '2026-11-08' }, server.clock.now),
      );
    expect(await subjects()).toEqual([`Invoice from ${gym.companyName}: $108.00 due on Nov 8, 2026`]);
    expect((await pay(invoice.id, { method: 'cash' })).status).toBeLessThan(500);
  });
});
