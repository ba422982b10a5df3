import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { emailedLink } from '../support/emailedLink.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';
import { watchForTrouble } from '../support/trouble.ts';

test('the desk adds a card and collects with it; the member replaces it by an emailed link', async ({
  page,
  gym,
  signIn,
  database,
  browser,
  trouble: atDesk,
}) => {
  atDesk.expectStatus(402, /\/confirm$/);
  const email = `member-${gym.companyId}@member.test`;
  await database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contacts').set({ email }).where('id', '=', gym.contactId).execute(),
  );
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, {
    status: 'overdue',
    total_cents: 5_400,
    tax_cents: 400,
    due_cents: 5_400,
    customer_email: email,
  });
  await withStripe(page);
  await signIn('operator');
  await configureStripe(page, gym);
  await page.goto(`/contacts/${gym.contactId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const card = page.getByRole('region', { name: 'Card on File' });
  await expect(card.getByText('None')).toBeVisible();

  await card.getByRole('button', { name: 'Add Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Card' });
  await dialog.getByLabel('Card number').fill('4000000000000002');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Your card was declined.');
  await dialog.getByLabel('Card number').fill('4242424242424242');
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  const saved = page.getByRole('dialog', { name: 'Card Saved' });
  await expect(saved.getByText('Visa ending in 4242, expires 08/99, is saved.')).toBeVisible();
  await expect(saved.getByText(/owes \$54\.00\. Saving the card did not charge it\./)).toBeVisible();
  await expectAccessible(page);
  await saved.getByRole('button', { name: 'Collect $54.00' }).click();
  const payment = page.getByRole('dialog', { name: 'Take Payment' });
  await payment.getByRole('button', { name: 'Saved card' }).click();
  await payment.getByRole('button', { name: 'Charge $54.00' }).click();
  await expect(page.getByText('$54.00 taken')).toBeVisible();
  await expect(saved.getByText(/owes nothing/)).toBeVisible();
  await saved.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByText('Visa ending in 4242, expires 08/99')).toBeVisible();

  await card.getByRole('button', { name: 'Send Card Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Send Card Link' }).getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Card link sent to ${email}.`)).toBeVisible();

  const own = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  const member = await own.newPage();
  const trouble = watchForTrouble(member);
  trouble.expectStatus(410, /\/card-links\//);
  await withStripe(member);
  const read = () => emailedLink(email, /\/card\?token=[\w.-]+/);
  await expect.poll(read, { timeout: 30_000 }).not.toBe('');
  const link = await read();
  await member.goto(link);
  await expect(member.getByRole('heading', { level: 1, name: gym.companyName })).toBeVisible();
  await expect(member.getByText('It replaces Visa ending in 4242, expires 08/99.')).toBeVisible();
  expect(new URL(member.url()).search).toBe('');
  await member.getByLabel('Card number').fill('5555555555554444');
  await expectAccessible(member);
  await member.getByRole('button', { name: 'Save Card' }).click();
  await expect(member.getByRole('heading', { name: 'Card saved' })).toBeVisible();
  await expectAccessible(member);
  await member.goto(link);
  await expect(member.getByRole('heading', { name: 'A card was saved already' })).toBeVisible();
  await expectAccessible(member);
  expect(trouble.unexpected()).toEqual([]);
  await own.close();

  await page.reload();
  await expect(card.getByText('Mastercard ending in 4444, expires 08/99')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Replace Card' })).toBeVisible();
});
