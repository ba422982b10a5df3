import type { Page } from '@playwright/test';
import { expect, test, visit } from '../support/fixtures.ts';

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

test('on paper a list says which of its rows are on the sheet', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/contacts');
  await expect(page.getByText(/^Page 1 of \d+ \(\d+ contacts\)$/)).toBeVisible();
  const rows = page.getByText(/^Rows 1 to 10 of \d+ contacts$/);
  await expect(rows).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toBeVisible();
  await expect(page.getByText(/^Page 1 of/)).toBeHidden();
});

test('at 1280 × 800 seven postings of the ledger are in sight', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin', '/reports/ledger');
  await expect(page.locator('tr.record').nth(6)).toBeInViewport({ ratio: 1 });
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
});
