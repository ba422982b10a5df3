import { describe, expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { emailKinds, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { EmailSender } from '#server/platform/email/layout.ts';
import { exampleFacts } from '#server/modules/member-emails/examples.ts';
import type { EmailedPayment, EmailFacts } from '#server/modules/member-emails/emailFacts.ts';
import { wordMemberEmail } from '#server/modules/member-emails/texts.ts';

const sender: EmailSender = {
  name: 'Iron Peak Fitness',
  legalName: 'Iron Peak LLC',
  taxId: '84-1234567',
  footer: 'Thank you!\nSee you soon.',
  locationName: 'Denver',
  address: '12 Main St, Denver, CO 80202',
  phone: '(303) 555-0100',
  email: 'denver@ironpeak.test',
  timezone: 'America/Denver',
};
const facts = exampleFacts('2026-11-22', settingsDefaults);
const word = <K extends EmailKind>(kind: K, change: Partial<EmailFacts[K]> = {}, firstName = 'Ann', from = sender) =>
  wordMemberEmail(kind, { ...facts[kind], ...change }, firstName, from);

describe('Every kind of email', () => {
  test.each(emailKinds)('%s greets the member, and is signed by the gym in text and in HTML', (kind) => {
    const { subject, text, html } = word(kind);
    expect(subject.length).toBeGreaterThan(10);
    for (const part of [
      'Hello Ann,',
      'Iron Peak LLC · Denver',
      '12 Main St, Denver, CO 80202',
      '(303) 555-0100',
      'Tax ID 84-1234567',
      'See you soon.',
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).not.toContain('<');
    expect(text).not.toMatch(/undefined|null|NaN|Invalid/);
    expect(html).not.toMatch(/undefined|null|NaN|Invalid|<script/);
  });

  test.each(emailKinds)('%s says in text what it says in HTML', (kind) => {
    const { text, html } = word(kind);
    const read = html
      .slice(html.indexOf('</head>'))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    const words = text.replaceAll(/https:\S+/g, '').match(/[\w$.,]{4,}/g) ?? [];
    expect(words.filter((piece) => !read.includes(piece.replace(/[.,]+$/, '')))).toEqual([]);
  });

  test.each(emailKinds)('%s shows names with markup as they are written', (kind) => {
    const name = '<b>"O\'Neil" & Co</b>';
    const plan = { plan: name, description: name };
    const invoice = {
      title: 'Invoice #1',
      lines: [{ name, quantity: 1, cents: 100 }],
      subtotal: 100,
      tax: 0,
      total: 100,
    };
    const { html, text } = word(
      kind,
      { ...plan, invoice, reason: name, method: kind === 'refund' ? 'card' : name } as never,
      name,
      { ...sender, name, legalName: name, footer: name },
    );
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co&lt;/b&gt;');
    expect(text).toContain(`Hello ${name},`);
  });

  test('a name cannot add a line to the subject', () => {
    expect(word('receipt', {}, 'Ann', { ...sender, name: 'Iron\r\nBcc: all@gym.test' }).subject).toBe(
      'Receipt from Iron Bcc: all@gym.test: $59.40',
    );
  });

  test('details that the gym has not entered are left out', () => {
    const bare = {
      ...sender,
      legalName: null,
      taxId: null,
      footer: null,
      address: '',
      phone: '',
      email: '',
      locationName: 'Iron Peak Fitness',
    };
    expect(word('membership-ending', {}, 'Ann', bare).text).toMatch(/-- \nIron Peak Fitness\n$/);
  });
});

describe('Amounts and dates', () => {
  test('a receipt has the lines, the tax and how it was paid', () => {
    const { subject, text } = word('receipt');
    expect(subject).toBe('Receipt from Iron Peak Fitness: $59.40');
    expect(text).toContain(`We received $59.40 on November 22, 2026 by card.

Monthly Unlimited: $49.00
  Nov 22 to Dec 21, 2026
Water Bottle × 2: $6.00
Subtotal: $55.00
Tax: $4.40
Total: $59.40
Paid by card: $59.40

Invoice #7F3A91C4`);
  });

  const by = (change: Partial<EmailedPayment>): EmailedPayment => ({
    method: 'card',
    otherMethod: null,
    cents: 1_000,
    tendered: null,
    on: facts.receipt.on,
    ...change,
  });
  const cash = by({ method: 'cash', cents: 200, tendered: 500 });

  test('a receipt for a partial payment says what was paid before and what is still due', () => {
    const payments = [by({ method: 'other', otherMethod: 'Check' })];
    const { text } = word('receipt', { cents: 1_000, paid: 3_000, due: 2_940, payments });
    expect(text).toContain('We received $10.00 on November 22, 2026 by Check.');
    expect(text).toContain('Paid before: $20.00\nPaid (Check): $10.00\nStill due: $29.40');
  });

  test('a cash payment is called cash, with what was tendered and its change', () => {
    const { text } = word('receipt', { payments: [cash] });
    expect(text).toContain('on November 22, 2026 in cash.');
    expect(text).toContain('Paid in cash: $2.00\nTendered: $5.00\nChange: $3.00');
  });

  test('a receipt for a sale that was split names each part, and the change of the cash', () => {
    const { text } = word('receipt', { cents: 5_940, payments: [cash, by({ cents: 5_740 })] });
    expect(text).toContain('We received $59.40 on November 22, 2026.');
    expect(text).toContain('Paid in cash: $2.00\nTendered: $5.00\nChange: $3.00\nPaid by card: $57.40\n');
  });

  test('a receipt for payments of several days says the day of each', () => {
    const { text } = word('receipt', { payments: [by({ on: '2026-11-03' }), by({ cents: 4_940 })] });
    expect(text).toContain('We received $59.40.');
    expect(text).toContain('Paid by card on November 3, 2026: $10.00\nPaid by card on November 22, 2026: $49.40');
  });

  test('a receipt that is asked for after a refund says what was refunded', () => {
    expect(word('receipt', { refunded: 1_500 }).text).toContain('Paid by card: $59.40\nRefunded: $15.00');
  });

  test('a declined payment says when it is retried, or that it is not', () => {
    expect(word('payment-failed').text).toContain('We will try again on November 23, 2026.');
    expect(word('payment-failed', { nextTryOn: null }).text).toContain('We will not try again.');
  });

  test('a cancellation names the last day and the last payment', () => {
    expect(word('cancellation').text).toContain('Last day: January 1, 2027\nLast payment: $52.92 on December 1, 2026');
    expect(word('cancellation', { lastPayment: null }).text).toContain(
      'Last payment: None. You will not be charged again.',
    );
  });

  test('a cancellation names what was billed before and stays owed, and promises nothing about it', () => {
    const { text } = word('cancellation', { lastPayment: null, owedCents: 6_964 });
    expect(text).toContain('Last payment: No new one.\nStill due from before: $69.64');
    expect(text).not.toContain('charged again');
  });

  test('an open freeze names its last possible day', () => {
    const fee = { cents: 540, hasTax: true };
    expect(word('freeze', { isOpen: true, until: '2027-02-19', fee, paidThrough: '2026-12-01' }).text).toContain(
      'Last day: Open-ended, February 19, 2027 at the latest\nPaid through: December 1, 2026, and longer by the frozen days\nFreeze fee: $5.40 with tax',
    );
  });

  test('a cancellation that was undone says that the membership continues, and when it renews', () => {
    const { subject, text } = word('cancellation', { isUndone: true, renewsOn: '2027-01-01' });
    expect(subject).toBe('Your membership continues');
    expect(text).toContain('It renews on January 1, 2027.');
    expect(text).not.toContain('Your last day');
  });

  test('a freeze that was changed says its new last day, and asks for no fee again', () => {
    const { subject, text } = word('freeze', {
      isChanged: true,
      until: '2027-01-05',
      fee: { cents: 500, hasTax: false },
    });
    expect(subject).toBe('Your freeze has another last day');
    expect(text).toContain('Last day: January 5, 2027');
    expect(text).not.toContain('fee');
  });

  test('a payment link is a button in HTML and an address in text', () => {
    const url = 'https://desk.test/pay?token=a&b="c"';
    const { text, html } = word('payment-link', { url });
    expect(text).toContain(`Pay Now:\n${url}`);
    expect(html).toContain('href="https://desk.test/pay?token=a&amp;b=&quot;c&quot;"');
  });
});
