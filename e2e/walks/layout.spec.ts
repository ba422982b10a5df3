import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, expectToFitWidth, test, visit } from '../support/fixtures.ts';

test('on a wide screen the dashboard shows what needs attention without scrolling', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visitDemo('admin', '/dashboard');
  const rows = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
});

test('on paper the dashboard says what is owed, and nothing about buttons, which are not printed', async ({
  page,
  visitDemo,
}) => {
  await visitDemo('admin', '/dashboard');
  const caption = page.getByText(/^(Shown here only, opens no door|No door connected)$/);
  const rows = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const owed = rows.filter({ has: page.getByRole('button', { name: /^Collect/ }) }).first();
  await expect(caption).toBeVisible();
  const sum = (await owed.getByRole('button').textContent())?.replace('Collect ', '') ?? '';
  const name = await owed.getByRole('link').first().textContent();
  await expect(owed.getByText(sum, { exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(caption).toBeHidden();
  await expect(
    rows
      .filter({ hasText: name ?? '' })
      .getByText(sum, { exact: true })
      .first(),
  ).toBeVisible();
});

test('what is most urgent is in the first screen, below the check-in', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/dashboard');
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: 'Check In Member' })).toBeInViewport({ ratio: 1 });
    const rows = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
    for (const index of [0, 1, 2]) await expect(rows.nth(index)).toBeInViewport({ ratio: 1 });
  }
});

test('without the report of today, what needs attention stands right below the check-in', async ({
  page,
  visitDemo,
}) => {
  await visitDemo('operator', '/dashboard');
  const place = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox();
    return { left: box?.x, top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 1080 });
    await expect(async () => {
      const above = await place('Quick Check-in');
      const below = await place('Needs attention');
      expect(below.left).toBe(above.left);
      expect(below.top - above.bottom).toBeCloseTo(20);
    }).toPass();
  }
});

test('on a phone an empty cart has no button', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitDemo('admin', '/pos');
  await expect(page.getByText('The cart is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select a customer first' })).toBeHidden();
});

test('at 1920 px nothing is stretched: searches, few figures, the days of the week', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visitDemo('admin', '/invoices');
  const search = page.locator('label', { has: page.getByRole('searchbox') });
  await expect(search).toBeVisible();
  expect((await search.boundingBox())?.width).toBeLessThanOrEqual(560);
  await visit(page, '/reports?tab=attendance');
  const figure = page.getByRole('article', { name: 'Denied' });
  expect((await figure.boundingBox())?.width).toBeLessThanOrEqual(520);
  const monday = page.getByRole('rowheader', { name: 'Monday' });
  expect((await monday.boundingBox())?.width).toBeLessThanOrEqual(100);
  await visit(page, '/reports?tab=to-collect');
  const bars = page.locator('.MuiBarChart-element');
  await expect(bars.first()).toBeVisible();
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThanOrEqual(120);
  expect(Math.max(...widths)).toBeGreaterThan(60);
});

test('the days under a chart are named at one distance', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/reports?period=last_month');
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, '/reports?period=last_month');
    const labels = page.locator('.MuiChartsAxis-directionX .MuiChartsAxis-tickLabel');
    await expect(labels.first()).toBeVisible();
    const days = (await labels.allTextContents()).map((label) => Number(/\d+$/.exec(label)?.[0]));
    const steps = new Set(days.slice(1).map((day, index) => day - (days[index] ?? 0)));
    expect(days.length).toBeGreaterThan(4);
    expect(steps.size, days.join(' ')).toBe(1);
  }
});

test('at 1280 × 800 four lines of the cart, the total and the button are in sight with a member chosen', async ({
  page,
  visitDemo,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin', '/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('Frank Spencer');
  await page.getByRole('option').first().click();
  const lines = page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');
  const items = page.getByRole('button', { name: /^Add (?!discount)/ });
  for (const index of [0, 1, 2, 3, 4]) {
    await items.nth(index).click();
    await expect(lines).toHaveCount(index + 1);
  }
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeInViewport({ ratio: 1 });
  const foot = await page.getByText('Subtotal', { exact: true }).boundingBox();
  const fourth = await lines.nth(3).boundingBox();
  expect(Number(fourth?.y) + Number(fourth?.height)).toBeLessThanOrEqual(Number(foot?.y));
  await expect(page.getByText('Total', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('all text has the product’s font', async ({ page, visitDemo }) => {
  await visitDemo('admin');
  for (const path of ['/dashboard', '/pos', '/sales-items']) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
    const others = await page
      .locator('body *:not(code, kbd)')
      .evaluateAll((elements) =>
        elements
          .filter(
            (element) => element.getClientRects().length > 0 && !getComputedStyle(element).fontFamily.includes('Inter'),
          )
          .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
      );
    expect(others).toEqual([]);
  }
});

test('no page is taller than its content', async ({ page, visitDemo }) => {
  await visitDemo('admin');
  for (const path of [
    '/dashboard',
    '/contacts',
    '/pos',
    '/reports',
    '/settings',
    '/users',
    '/company/info',
    '/account',
  ]) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/dashboard') await expect(page.getByRole('table', { name: 'Check-ins by hour' })).toBeAttached();
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - document.body.getBoundingClientRect().height),
      path,
    ).toBeLessThan(1);
  }
});

test('at 1280 × 800 everything up to the button of Quick Check-in is in sight, and nothing covers a card when scrolled', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, {
    status: 'overdue',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
  });
  await gym.make.checkin(gym.contactId, { checkin_time: new Date() });
  await signIn('operator');
  await page.getByRole('combobox', { name: 'Search members' }).fill(gym.member.name);
  await page.getByRole('option', { name: gym.member.name }).click();
  await expect(page.getByText('$108.00 is owed')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Already checked in/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeInViewport({ ratio: 1 });
  const heading = page.getByRole('heading', { name: 'Quick Check-in' });
  const before = await heading.boundingBox();
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => window.scrollTo(0, 300));
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  expect((await heading.boundingBox())?.y).toBe((before?.y ?? 0) - 300);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('above the first figure of a report are its tabs and one row of controls', async ({ page, visitDemo }) => {
    await visitDemo('admin', '/reports');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet.getByRole('combobox', { name: 'Period: Other period' })).toBeVisible();
    await expect(sheet.getByRole('combobox', { name: 'Compare with' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Show' }).click();
    await expect(sheet).toBeHidden();
    const tabs = await page.getByRole('tablist', { name: 'Reports' }).boundingBox();
    const figure = await page.getByText('Net sales', { exact: true }).first().boundingBox();
    expect(Number(figure?.y) - Number(tabs?.y) - Number(tabs?.height)).toBeLessThan(100);
  });

  test('the tabs of a contact are at most 260 px below the top bar', async ({ page, gym, signIn }) => {
    await gym.make.checkin(gym.contactId, { checkin_time: new Date() });
    await signIn('operator');
    await visit(page, `/contacts/${gym.contactId}`);
    await expect(page.getByText('Last visit')).toBeVisible();
    const bar = await page.getByRole('banner').first().boundingBox();
    const tabs = await page.getByRole('tablist', { name: 'Contact' }).boundingBox();
    expect(Number(tabs?.y) - Number(bar?.y) - Number(bar?.height)).toBeLessThanOrEqual(260);
  });

  test('the summary of a member with a picture fits its card', async ({ page, visitDemo }) => {
    await visitDemo('operator');
    await page.route('**/standing?*', (route) =>
      route.fulfill({
        json: {
          summary: {
            membership: null,
            lastVisit: {
              checkinTime: '2026-01-05T22:04:00.000Z',
              locationName: 'A location with a rather long name of its own',
            },
            drift: null,
            repeatMinutes: 120,
            due: 1234.5,
            isDisputed: false,
            warnOwed: true,
            paidBy: null,
            unsigned: [],
            notes: 'Averylongwordthatdoesnotfitanywhereatallwithoutbeingbroken',
          },
        },
      }),
    );
    await page.route('**/api/contacts?*', async (route) => {
      const response = await route.fetch();
      const result = (await response.json()) as { contacts: { contact: { previewUrl: string } }[] };
      for (const { contact } of result.contacts) contact.previewUrl = '/favicon.svg';
      await route.fulfill({ response, json: result });
    });
    await page.getByRole('combobox', { name: 'Search members' }).fill('a');
    await page.getByRole('option').first().click();
    const card = page.getByRole('region', { name: /^Status of/ });
    await expect(card.getByText('Notes')).toBeVisible();
    expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expectToFitWidth(page);
  });
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1180, 820],
] as const)
  test(`the Tab key goes through the dashboard from top to bottom, ${width} px wide`, async ({ page, visitDemo }) => {
    await page.setViewportSize({ width, height });
    await visitDemo('admin', '/dashboard');
    await expect(page.getByRole('list', { name: 'Needs attention' })).toBeVisible();
    const regions = page.getByRole('main').getByRole('region');
    const tops = await regions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(4);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

test('a narrow sheet of paper has a list’s table, not its cards', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 500, height: 900 });
  await visitDemo('admin', '/contacts');
  const row = page.getByRole('table', { name: 'Contacts' }).getByRole('row').nth(1);
  // A row that loads gives way to one of a contact.
  await expect(row.getByRole('link').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe('table-row');
});
