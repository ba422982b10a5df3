import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { configureStripe, withStripe } from './support/stripe.ts';
import { watchForTrouble } from './support/trouble.ts';

/** The payment link in the newest email to this address; empty as long as there is none. */
async function emailedLink(to: string): Promise<string> {
  const { DATA_DIR = '' } = JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as Record<string, string>;
  const directory = join(DATA_DIR, 'outbox');
  // The folder is created with the first mail.
  for (const name of (await readdir(directory).catch(() => [])).toSorted().toReversed()) {
    const mail = (await readFile(join(directory, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /\/pay\?token=[\w-]+/.exec(mail)?.[0];
    if (mail.includes(to) && link) return link;
  }
  return '';
}

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
    { ...owed, customer_email: payerEmail, company_name: gym.companyName },
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
  await page.getByRole('button', { name: 'Send Link' }).click();
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
  await expect.poll(() => emailedLink(payerEmail), { timeout: 30_000 }).not.toBe('');
  const link = await emailedLink(payerEmail);
  await payer.goto(link);
  await expect(payer.getByRole('heading', { level: 1, name: gym.companyName })).toBeVisible();
  expect(new URL(payer.url()).search).toBe('');
  await payer.getByLabel('Card number').fill('4000000000000002');
  await expectAccessible(payer);
  await payer.getByRole('button', { name: 'Pay $108.00' }).click();
  await expect(payer.getByRole('alert')).toHaveText('Your card was declined.');
  await payer.getByLabel('Card number').fill('4242424242424242');
  await payer.getByRole('checkbox', { name: /^Save this card for renewals/ }).check();
  await payer.getByRole('button', { name: 'Pay $108.00' }).click();
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

test('the dashboard leads from what needs attention to where it is settled', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  const today = todayIn(gym.timezone, new Date());
  const ending = await gym.make.contact({ first_name: 'Ben', last_name: 'Stone' });
  await gym.make.contactMembership(ending, {
    membership_name: 'Ten Weeks',
    start_date: addDays(today, -67),
    end_date: addDays(today, 3),
  });
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owed);
  await signIn('operator');
  const list = page.getByRole('region', { name: 'Needs attention (2)' }).getByRole('list');
  await expect(list.getByRole('listitem')).toHaveText([
    /^Ann Oakley.*Overdue\$108\.00$/,
    /^Ben Stone.*Ten Weeks · Ends .*Ending$/,
  ]);
  await expectAccessible(page);
  await list.getByRole('link', { name: /Ann Oakley/ }).click();
  await expect(page.getByRole('heading', { name: '$108.00 to collect' })).toBeVisible();
  await page.goBack();
  await list.getByRole('link', { name: /Ben Stone/ }).click();
  await expect(page.getByRole('heading', { name: 'Ten Weeks' }).first()).toBeVisible();
});
