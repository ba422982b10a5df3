import type { Page } from '@playwright/test';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { demoAccounts, expect, openAs, signInByForm, menuEntry, test, visit } from '../support/fixtures.ts';

const columnWidths = (page: Page) =>
  page.locator('thead th').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)));

test('the columns of every list keep their widths from page to page', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  for (const path of ['/contacts', '/memberships', '/sales-items', '/invoices', '/checkins']) {
    await test.step(path, async () => {
      await visit(page, path);
      await expect(page.locator('tr.record').first()).toBeVisible();
      const first = await columnWidths(page);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText(/^Page 2 of/)).toBeVisible();
      await expect(page.locator('tbody')).toHaveCSS('opacity', '1');
      expect(await columnWidths(page)).toEqual(first);
    });
  }
});

test('on a wide screen the dashboard shows what needs attention without scrolling', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visitDemo('admin', '/dashboard');
  const rows = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
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

test('on paper a list says which of its rows are on the sheet', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  await expect(page.getByText(/^Page 1 of \d+ \(\d+ contacts\)$/)).toBeVisible();
  const rows = page.getByText(/^Rows 1 to 10 of \d+ contacts$/);
  await expect(rows).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toBeVisible();
  await expect(page.getByText(/^Page 1 of/)).toBeHidden();
});

test('the columns of an empty list are as wide as those of a full one', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  for (const [path, empty] of [
    ['/contacts', { q: 'zzzz' }],
    ['/invoices', { q: 'zzzz' }],
    ['/drawers', { status: 'not_counted' }],
  ] as const) {
    await visit(page, path);
    await expect(page.locator('tr.record').first()).toBeVisible();
    const full = await columnWidths(page);
    await visit(page, `${path}?filter=${encodeURIComponent(JSON.stringify(empty))}`);
    await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
    expect(await columnWidths(page), path).toEqual(full);
  }
});

test('no list cuts an amount, a date or a phone number off', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  for (const width of [900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      '/contacts',
      '/memberships',
      '/sales-items',
      '/invoices',
      '/checkins',
      '/users',
      '/settings/activity',
    ]) {
      await visit(page, path);
      await expect(page.locator('tr.record').first()).toBeVisible();
      const cut = await page.locator('tr.record td, tr.record td *').evaluateAll((elements) =>
        elements
          .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth)
          .map(({ textContent }) => textContent.trim())
          .filter((text) => /^(\$\d|\(\d{3}\) |[A-Z][a-z]{2} \d{1,2}, \d{4})/.test(text)),
      );
      expect(cut, `${path} at ${width}`).toEqual([]);
    }
  }
});

test('at 1280 × 800 the list of contacts shows emails, plans and the text of its search whole', async ({
  page,
  visitDemo,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin', '/contacts');
  await expect(page.locator('tr.record')).toHaveCount(10);
  await expect(page.getByRole('combobox', { name: 'Tag filter' })).toBeVisible();
  const cut = await page
    .locator('tr.record .cut')
    .evaluateAll((texts) =>
      texts.filter((text) => text.scrollWidth > text.clientWidth).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  const needed = await page.getByRole('searchbox', { name: 'Search contacts' }).evaluate((input: HTMLInputElement) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('No canvas');
    context.font = getComputedStyle(input).font;
    return context.measureText(input.placeholder).width - input.clientWidth;
  });
  expect(needed).toBeLessThan(0);
});

test('at 1280 × 800 ten rows of a list and its pages are in sight', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin', '/contacts');
  for (const path of ['/contacts', '/memberships', '/sales-items', '/invoices', '/checkins', '/settings/activity']) {
    await visit(page, path);
    await expect(page.locator('tr.record'), path).toHaveCount(10);
    await expect(page.getByRole('navigation', { name: 'Pages' }), path).toBeInViewport({ ratio: 1 });
  }
});

test('the title of a list stands at one height, with and without buttons beside it', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  const heights = new Set<number | undefined>();
  for (const [path, title] of [
    ['/contacts', 'Contacts'],
    ['/checkins', 'Check-ins'],
    ['/invoices', 'Invoices'],
  ] as const) {
    await visit(page, path);
    const table = page.getByRole('region', { name: title }).first();
    await expect(table.locator('tr.record').first()).toBeVisible();
    heights.add((await table.boundingBox())?.y);
  }
  expect(heights.size).toBe(1);
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

test('at 1280 × 800 seven postings of the ledger are in sight', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin', '/reports/ledger');
  await expect(page.locator('tr.record').nth(6)).toBeInViewport({ ratio: 1 });
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

test('an untouched form is left without a question', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  const forms = [
    '/contacts/add',
    '/memberships/add',
    '/sales-items/add',
    '/agreements/add',
    '/users/add',
    '/location/add',
    '/company/info/edit',
    '/settings/edit',
  ];
  for (const list of ['/memberships', '/sales-items', '/agreements', '/users']) {
    await visit(page, list);
    forms.push(`${await page.locator('tr.record').first().getByRole('link').first().getAttribute('href')}/edit`);
  }
  for (const path of forms) {
    await visit(page, path);
    await expect(page.getByRole('button', { name: 'Cancel' }), path).toBeVisible();
    await page.getByRole('link', { name: 'Check-ins', exact: true }).click();
    await expect(page, path).toHaveURL(/\/checkins/);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('skeleton rows have a visible size', async ({ page, visitDemo }) => {
    await visitDemo('operator');
    await page.route('**/api/contacts?*', () => undefined);
    await page.goto('/contacts');
    const name = page.getByRole('row', { name: 'Loading row' }).first().locator('.MuiSkeleton-text').first();
    await expect(name).toBeVisible();
    const box = await name.boundingBox();
    expect(box?.width).toBeGreaterThan(100);
    expect(box?.height).toBeGreaterThan(8);
  });

  test('a row of a list has two lines', async ({ page, visitDemo }) => {
    await visitDemo('admin');
    for (const path of [
      '/contacts',
      '/memberships',
      '/sales-items',
      '/invoices',
      '/agreements',
      '/users',
      '/drawers',
      '/reconciliations',
    ]) {
      await page.goto(path);
      const rows = page.locator('tr.record');
      await expect(rows.first(), path).toBeVisible();
      for (const row of await rows.all()) expect((await row.boundingBox())?.height, path).toBeLessThanOrEqual(62);
    }
  });

  test('the first row of the ledger and of the activity log is above y 260, with more in sight', async ({
    page,
    visitDemo,
  }) => {
    await visitDemo('admin');
    for (const [path, count] of [
      ['/reports/ledger', 4],
      // The newest may all be long: up to five lines each.
      ['/settings/activity', 6],
    ] as const) {
      await visit(page, path);
      const rows = page.locator('tr.record');
      await expect(rows.nth(count - 1), path).toBeInViewport({ ratio: 1 });
      expect((await rows.first().boundingBox())?.y, path).toBeLessThan(260);
    }
  });

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

  test('a denied check-in says its reason once and whole: below the name, and beside its status in a table', async ({
    page,
    gym,
    signIn,
  }) => {
    const reason = 'Membership is not valid at this location';
    await gym.make.checkin(gym.contactId, { checkin_time: new Date(), access_granted: false, reason });
    await signIn('operator');
    await visit(page, '/checkins');
    const shown = page.getByText(reason).filter({ visible: true });
    await expect(shown).toHaveCount(1);
    expect(
      await shown.evaluate((text) => text.scrollWidth <= text.clientWidth && text.closest('.first') !== null),
    ).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(shown).toHaveCount(1);
    await expect(page.getByRole('cell', { name: `Denied ${reason}` })).toBeVisible();
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  });

  test('a refused contact focuses the invalid field', async ({ page, visitDemo, trouble }) => {
    trouble.expectStatus(409, /\/api\/contacts\//);
    await visitDemo('operator', '/contacts');
    await page.locator('tr.record a').first().click();
    await page.getByRole('button', { name: 'Edit Contact' }).click();
    await page.route('**/api/contacts/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 409,
            json: {
              message: 'A contact with this email already exists',
              errors: { email: 'A contact with this email already exists' },
            },
          })
        : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('At the bottom');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeInViewport();
  });
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

test('a success message shifts nothing', async ({ page, gym, signIn }) => {
  await signIn('operator', `/contacts/${gym.contactId}`);
  const tabs = page.getByRole('tablist', { name: 'Contact' });
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = await tabs.boundingBox();
  await page.getByLabel('City').fill('Boulder');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Contact updated')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  expect((await tabs.boundingBox())?.y).toBe(before?.y);
});

test('a page that is offline says so, and no longer once it is back', async ({ page, context, visitDemo, trouble }) => {
  trouble.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  await visitDemo('operator', '/contacts');
  await expect(page.locator('tr.record').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\./)).toBeHidden();
});

for (const [state, message] of [
  ['refuses', 'SecurityError'],
  ['is full', 'QuotaExceededError'],
] as const) {
  test(`where the browser's storage ${state}, one can sign in and work`, async ({ page }) => {
    await page.addInitScript((name) => {
      const refuse = () => {
        throw new DOMException('No', name);
      };
      if (name === 'QuotaExceededError') Storage.prototype.setItem = refuse;
      else
        for (const storage of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, storage, { configurable: true, get: refuse });
    }, message);
    await signInByForm(page, demoAccounts.operator);
    await menuEntry(page, 'Contacts').click();
    await expect(page.locator('tr.record').first()).toBeVisible();
    await expect(page.getByText(message)).toHaveCount(0);
  });
}

for (const width of [390, 1280])
  for (const first of ['code', 'checklist'])
    test(`nothing moves while the dashboard of a company that is not set up loads, ${width} px wide, its ${first} first`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const [checklist, code] = ['**/checklist', '**/assets/front-desk-*.js'];
      const [early, late] = first === 'code' ? [code, checklist] : [checklist, code];
      const arrived = page.waitForResponse(early).then((response) => response.finished());
      await page.route(late, async (route) => {
        await arrived;
        await route.continue();
      });
      await page.route('**/assets/dashboard-*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await openAs(page, 'owner@rival.test');
      await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Check-ins by hour' })).toBeAttached();
      await expect(page.getByText(/^Needs attention \(/)).toBeAttached();
      const moved = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
      expect(moved).toBeLessThan(0.05);
    });

test('the notice about renewals on hold, which arrives late, moves neither the check-in nor its focus', async ({
  page,
}) => {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/renewals-on-hold', async (route) => {
    await arrived;
    await route.fulfill({ json: { renewalsOnHold: { card: 0, manual: 2 } } });
  });
  await openAs(page, 'owner@rival.test');
  const search = page.getByRole('combobox', { name: 'Search members' });
  await expect(search).toBeFocused();
  await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
  const before = await search.boundingBox();
  arrive();
  await expect(page.getByText('Renewals are on hold')).toBeVisible();
  expect(await search.boundingBox()).toEqual(before);
  await expect(search).toBeFocused();
});

test('the focus does not stay on a check-in that loads below the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.route('**/assets/dashboard-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await openAs(page, 'owner@rival.test');
  await expect(page.getByRole('region', { name: 'Set up Harbor Strength Club' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeAttached();
  await expect(page.getByRole('main')).toBeFocused();
});
