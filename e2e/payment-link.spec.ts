import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { emailedLink } from './support/emailedLink.ts';
import { configureStripe, withStripe } from './support/stripe.ts';
import { watchForTrouble } from './support/trouble.ts';

const owed = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;

test('a link is sent in three actions, paid on the second card, and the desk sees it', async ({
  page,
  gym,
  signIn,
  database,
  browser,
}) => {
  const payerEmail = `payer-${gym.companyId}@member.test`;
  const invoiceId = await invoiceBuilders({ database }, gym).invoice(
    gym.contactId,
    { ...owed, kind: 'purchase', customer_email: payerEmail, company_name: gym.companyName },
    [{ name: 'Unlimited', type: 'membership', price_cents: 10_000, total_cents: 10_000 }],
  );
  await gym.make.contactMembership(gym.contactId, { invoice_id: invoiceId, auto_renew: true });
  await withStripe(page);
  await signIn('operator');
  await configureStripe(page, gym);
  await page.goto('/invoices');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Send Payment Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Send Payment Link' }).getByLabel('Email')).toHaveValue(payerEmail);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Payment link sent to ${payerEmail}.`)).toBeVisible();

  const own = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  const payer = await own.newPage();
  const trouble = watchForTrouble(payer);
  trouble.expectStatus(402, /\/confirm$/);
  trouble.expectStatus(410, /\/payment-links\//);
  await withStripe(payer);
  const read = () => emailedLink(payerEmail, /\/pay\?token=[\w-]+/);
  await expect.poll(read, { timeout: 30_000 }).not.toBe('');
  const link = await read();
  await payer.goto(link);
  await expect(payer.getByRole('heading', { level: 1, name: gym.companyName })).toBeVisible();
  expect(new URL(payer.url()).search).toBe('');
  await payer.getByLabel('Card number').fill('4000000000000002');
  await expectAccessible(payer);
  await payer.getByRole('button', { name: 'Charge $108.00' }).click();
  await expect(payer.getByRole('alert')).toHaveText('Your card was declined.');
  await payer.getByLabel('Card number').fill('4242424242424242');
  await payer.getByRole('checkbox', { name: /^Save this card for renewals/ }).check();
  await payer.getByRole('button', { name: 'Charge $108.00' }).click();
  await expect(payer.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expectAccessible(payer);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Invoice Summary' })).toContainText('Paid');
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('$108.00');
  await expect(page.getByRole('button', { name: 'Send Payment Link' })).toBeHidden();

  await payer.goto(link);
  await expect(payer.getByRole('heading', { name: 'Paid already' })).toBeVisible();
  await expectAccessible(payer);
  expect(trouble.unexpected()).toEqual([]);
  await own.close();
});
