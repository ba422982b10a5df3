import type { Locator, Page } from '@playwright/test';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, test, visit } from '../support/fixtures.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('on a phone one button of the till is filled, the bar’s', async ({ page, signIn, gym }) => {
  await gym.make.salesItem({ name: 'Towel' });
  await signIn('manager', '/pos');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await page.getByRole('button', { name: 'Add Towel' }).click();
  const next = page.getByRole('button', { name: 'Checkout', exact: true });
  await expect(next).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
  const color = await next.evaluate((button) => getComputedStyle(button).backgroundColor);
  const filled = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll(
      (buttons, wanted) =>
        buttons
          .filter((button) => getComputedStyle(button).backgroundColor === wanted)
          .map(({ textContent }) => textContent),
      color,
    );
  expect(filled).toEqual(['Checkout']);
});

test('on a phone the total is in sight where a sale is paid, and then the change until the next sale begins', async ({
  page,
  signIn,
  gym,
}) => {
  await gym.make.salesItem({ name: 'Towel', price_cents: 1000 });
  await signIn('manager', '/pos');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await page.getByRole('button', { name: 'Add Towel' }).click();
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Payment' }).getByText('1 item · $10.80')).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Cash received (optional)').fill('20');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  const change = page.getByText('Change $9.20', { exact: true });
  await expect(change).toBeInViewport({ ratio: 1 });
  // Until the next sale begins.
  await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeVisible();
  await expect(change).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Add Towel' }).click();
  await expect(change).toHaveCount(0);
});

for (const width of [375, 680])
  test(`at ${width} px a payment begins at its top, however far the items were scrolled`, async ({
    page,
    signIn,
    gym,
  }) => {
    await page.setViewportSize({ width, height: 667 });
    for (let item = 1; item <= 20; item++) await gym.make.salesItem({ name: `Towel ${item}` });
    await signIn('manager', '/pos');
    await page.getByRole('button', { name: 'Walk-in' }).click();
    await page.getByRole('button', { name: 'Add Towel 20' }).click();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: 'Checkout', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeFocused();
    for (const name of ['Cash', 'Split'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeInViewport({ ratio: 1 });
  });

test('on a phone the name of a plan is whole where it is chosen', async ({ page, signIn, gym }) => {
  await gym.make.plan({ name: 'Unlimited with Sauna and Towels', price_cents: 7_900 });
  await signIn('manager', `/contacts/${gym.contactId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await page.getByRole('button', { name: 'Actions for Unlimited' }).first().click();
  await page.getByRole('menuitem', { name: 'Change Plan' }).click();
  await page.getByRole('combobox', { name: 'New plan' }).click();
  const option = page.getByRole('option', { name: /Sauna and Towels/ });
  await expect(option).toBeVisible();
  expect(await option.evaluate((item) => item.scrollWidth - item.clientWidth)).toBeLessThanOrEqual(0);
});

test('on a phone a check-in takes two lines with its whole email, and a denied one a third for its reason', async ({
  page,
  gym,
  signIn,
}) => {
  const email = 'anthony.harper@example.com';
  await gym.make.checkin(await gym.make.contact({ first_name: 'Anthony', last_name: 'Harper', email }));
  const reason = 'Membership has expired';
  await gym.make.checkin(gym.contactId, { access_granted: false, reason, checkin_time: new Date(Date.now() - 60_000) });
  await signIn('manager');
  await visit(page, '/checkins');
  const rows = page.locator('tr.record');
  await expect(rows).toHaveCount(2);
  expect((await rows.nth(0).boundingBox())?.height).toBeLessThanOrEqual(58);
  expect((await rows.nth(1).boundingBox())?.height).toBeLessThanOrEqual(78);
  await expect(rows.nth(0).getByRole('button', { name: 'Undo the check-in of Anthony Harper' })).toBeVisible();
  const isCut = await rows
    .nth(0)
    .locator('.email')
    .evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(isCut).toBe(false);
});

for (const [total_cents, count] of [
  [12_345, 5],
  [6964, 4],
] as const)
  test(`of ${count} quick amounts none is alone on a line of a phone`, async ({ page, gym, signIn, database }) => {
    const due = { status: 'overdue', total_cents, tax_cents: 500, due_cents: total_cents } as const;
    const invoice = await invoiceBuilders({ database }, gym).invoice(gym.contactId, due);
    await signIn('manager', `/invoices/${invoice}`);
    await page.getByRole('button', { name: 'Take Payment' }).click();
    const amounts = page.getByRole('group', { name: 'Quick amounts' }).getByRole('button');
    await expect(amounts).toHaveCount(count);
    const lines = await amounts.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    const alone = lines.filter((top) => lines.filter((other) => other === top).length === 1);
    expect(alone).toEqual([]);
  });

test('on a short phone the membership’s card cuts nothing off, and the buttons of its cancellation stay in sight', async ({
  page,
  gym,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 560 });
  const today = todayIn(gym.timezone, new Date());
  const contactId = await gym.make.contact({ first_name: 'Rosa' });
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Yearly',
    membership_type: 'contract',
    start_date: today,
    end_date: addDays(today, 27),
    contract_end_date: addDays(today, 362),
    auto_renew: true,
  });
  await signIn('admin', '/training');
  await visit(page, `/contacts/${contactId}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const row = page.getByRole('table', { name: 'Memberships' }).getByRole('row', { name: /Yearly/ });
  await expect(row.getByText(/Contract\sends/).filter({ visible: true })).toHaveCount(1);
  const cut = await row.evaluate((card) => {
    const { right } = card.getBoundingClientRect();
    return [...card.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > right)
      .map(({ textContent }) => textContent);
  });
  expect(cut).toEqual([]);
  await row.getByRole('button', { name: 'Actions for Yearly' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Yearly' });
  await expect(dialog.getByText('Payments left')).toBeAttached();
  for (const name of ['Keep it', 'Cancel membership'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('on a phone an invoice says what is due and takes a payment within its first lines', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  const due = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;
  const invoice = await invoiceBuilders({ database }, gym).invoice(gym.contactId, due);
  await signIn('manager', `/invoices/${invoice}`);
  const bar = page.getByRole('region', { name: 'Invoice actions' });
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('$108.00')).toBeVisible();
  const buttons = bar.getByRole('button');
  await expect(buttons).toHaveText(['Take Payment', 'More']);
  const { y = Infinity, height = Infinity } = (await bar.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(260);
});

test('on a phone a line of an invoice takes two lines', async ({ page, gym, signIn, database }) => {
  const invoice = await invoiceBuilders({ database }, gym).invoice(gym.contactId, {}, [
    { name: 'Water 20 oz', quantity: 2, price_cents: 100, total_cents: 200 },
    { name: 'Monthly Unlimited', type: 'membership', price_cents: 100, total_cents: 100 },
  ]);
  await signIn('manager', `/invoices/${invoice}`);
  const lines = page.getByRole('table', { name: 'Line Items' }).locator('tr.record');
  await expect(lines).toHaveCount(2);
  await expect(lines.first().getByText('Sales item · 2 × $1.00')).toBeVisible();
  await expect(lines.first().getByText('$2.00', { exact: true })).toBeVisible();
  for (const line of await lines.all()) expect((await line.boundingBox())?.height).toBeLessThanOrEqual(60);
});

test('on a phone a long last name is not broken where a member is checked in', async ({ page, gym, signIn }) => {
  const contactId = await gym.make.contact({ first_name: 'Cholmondeley', last_name: 'Featherstonehaugh' });
  await gym.make.contactMembership(contactId, { membership_id: gym.planId, auto_renew: true });
  await signIn('manager');
  await page.getByRole('combobox', { name: 'Search members' }).fill('feather');
  await page.getByRole('option').first().click();
  const name = page.getByText('Cholmondeley Featherstonehaugh').first();
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
  const lines = await name.evaluate((element) => {
    const texts = [...element.childNodes].filter((node) => node.textContent?.trim());
    return texts.map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length;
    });
  });
  expect(lines).toEqual([1, 1]);
});

test('on a phone a contact’s membership is said once', async ({ page, signIn, gym }) => {
  await signIn('manager', `/contacts/${gym.contactId}`);
  const name = page.getByText('Unlimited', { exact: true }).filter({ visible: true });
  await expect(page.getByRole('region', { name: `Status of ${gym.member.name}` })).toBeVisible();
  await expect(name).toHaveCount(1);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await expect(page.getByRole('table', { name: 'Memberships' })).toBeVisible();
  await expect(name).toHaveCount(1);
});

test('on a phone the tabs of a contact and their status stand where they were while the page was loading', async ({
  page,
  signIn,
  gym,
}) => {
  const contactId = await gym.make.contact({
    first_name: 'Bernard',
    last_name: 'Ashworth',
    email: `ben-${gym.companyId.slice(-6)}@member.test`,
    phone: '+13035550123',
  });
  await signIn('manager', '/training');
  const answerContact = await holdBack(page, /\/api\/contacts\/[^/]+$/);
  const answerStanding = await holdBack(page, /\/standing\?/);
  await page.goto(`/contacts/${contactId}`);
  const readTop = async (part: Locator) => (await part.boundingBox())?.y;
  const place = page.locator('output[aria-label=Loading]:has(.MuiSkeleton-circular) > *').nth(1);
  await expect(place).toBeVisible();
  const top = await readTop(place);
  answerContact();
  const status = page.getByRole('region', { name: 'Status of Bernard Ashworth' });
  await expect(status).toBeVisible();
  const below = await readTop(status);
  answerStanding();
  await expect(page.getByRole('tab', { name: 'Memberships' })).toBeVisible();
  expect(await readTop(page.getByRole('tablist', { name: 'Contact' }))).toBe(top);
  expect(await readTop(status)).toBe(below);
});

test('on a phone a location of the company takes two lines', async ({ page, signIn }) => {
  await signIn('admin', '/company/info');
  const row = page.getByRole('table', { name: 'Locations' }).getByRole('row').nth(1);
  await expect(row.getByRole('button', { name: /^Archive/ })).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(72);
});

test('on a phone a row of an invoice that is paid in part says what is due', async ({
  page,
  signIn,
  gym,
  database,
}) => {
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, {
    status: 'partially_paid',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 4_800,
  });
  await signIn('manager', '/invoices');
  const due = page.getByText('$48.00 of $108.00 due');
  await expect(due).toBeVisible();
  await visit(page, `/contacts/${gym.contactId}`);
  await page.getByRole('tab', { name: 'Purchase History' }).click();
  await expect(due).toBeVisible();
});

/** Holds the answer of this address back until what it returns is called. */
async function holdBack(page: Page, late: RegExp) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((go) => {
    release = go;
  });
  await page.route(late, (route) => released.then(() => route.fallback()));
  return () => release();
}

test('on a phone a message covers no button of the bar at the lower edge', async ({ page, signIn, gym, database }) => {
  const owed = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, owed);
  await signIn('manager', `/contacts/${gym.contactId}`);
  const bar = page.getByRole('region', { name: 'Contact actions' });
  await bar.getByRole('button', { name: /^Collect / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Charge / })
    .click();
  const message = page.getByText(/ taken$/);
  await expect(message).toBeVisible();
  const top = (await bar.boundingBox())?.y ?? 0;
  const lower = await message.evaluate((text) => text.closest('.MuiAlert-root')?.getBoundingClientRect().bottom);
  expect(lower).toBeLessThan(top);
});
