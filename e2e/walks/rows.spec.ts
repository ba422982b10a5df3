import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { slowResponse } from '../support/slowResponse.ts';

const amounts = new Set(['total', 'due', 'price', 'amountDue', 'expected', 'counted', 'difference']);

/** Every amount in the rows of these lists becomes $999,999.99, and $99,999.99 in that of contacts. */
const makeDear = (page: Page) =>
  page.route(/\/api\/(?:contacts|invoices|memberships|sales-items|drawers)\?/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const amount = route.request().url().includes('/contacts?') ? 99_999.99 : 999_999.99;
    const { pagination } = JSON.parse(body) as { pagination: object };
    const dear = JSON.parse(body, (key, value: unknown) =>
      typeof value === 'number' && amounts.has(key) ? amount : value,
    ) as object;
    await route.fulfill({ response, json: { ...dear, pagination } });
  });

/** The cells with these amounts, and those of them that do not show all of it. */
const readAmounts = (page: Page) =>
  page.locator('tr.record td').evaluateAll((cells) => {
    const dear = cells.filter((cell) => /\$9{2,3},999\.99/.test(cell.textContent));
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0;
    return {
      shown: dear.length,
      cut: dear
        .filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut))
        .map((cell) => cell.getAttribute('data-label')),
    };
  });

test('no list cuts an amount off, up to $999,999.99, or $99,999.99 that a contact owes', async ({
  page,
  visitDemo,
}) => {
  await makeDear(page);
  await visitDemo('admin');
  const cutOff: string[] = [];
  for (const width of [1200, 1280, 1402, 1440, 1536, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/contacts', '/invoices', '/memberships', '/sales-items', '/drawers']) {
      await page.goto(path);
      await expect(page.locator('tr.record').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const { shown, cut } = await readAmounts(page);
      expect(shown, `${path} at ${width}`).toBeGreaterThan(0);
      cutOff.push(...new Set(cut.map((label) => `${label} of ${path} at ${width}`)));
    }
  }
  expect(cutOff).toEqual([]);
});

/** Writes the widest day and time in the place of each that starts a cell, whenever the test runs. Returns how many. */
const writeWidestMoments = (page: Page) =>
  page.locator('tr.record td').evaluateAll((cells) => {
    const texts = cells.flatMap((cell) => {
      const first = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      return first && /^[A-Z][a-z]{2} \d+, \d/.test(first.textContent ?? '') ? [first] : [];
    });
    for (const text of texts)
      text.textContent = (text.textContent ?? '')
        .replace(/^[A-Z][a-z]{2} \d+/, 'May 20')
        .replace(/\d+:\d\d [AP]M/, '10:08 AM');
    return texts.length;
  });

test('no list cuts off when something happened', async ({ page, visitDemo }) => {
  await visitDemo('admin');
  const cutOff: string[] = [];
  for (const path of [
    '/agreements',
    '/checkins',
    '/contacts',
    '/drawers',
    '/reconciliations',
    '/invoices',
    '/sales-items',
    '/settings/activity',
    '/users',
  ]) {
    await page.goto(path);
    await expect(page.locator('tr.record').first()).toBeVisible();
    expect(await writeWidestMoments(page), path).toBeGreaterThan(0);
    for (let width = 600; width <= 1920; width += 60) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page
        .locator('tr.record td')
        .evaluateAll((cells) =>
          cells
            .filter(
              ({ textContent, scrollWidth, clientWidth }) =>
                /^May 20, \d/.test(textContent) && scrollWidth > clientWidth,
            )
            .map((cell) => cell.getAttribute('data-label')),
        );
      cutOff.push(...new Set(cut.map((label) => `${label} of ${path} at ${width}`)));
    }
  }
  expect(cutOff).toEqual([]);
});

test('on paper a list has all its columns, cuts nothing off and has no controls', async ({ page, visitDemo }) => {
  await visitDemo('admin');
  for (const path of ['/contacts', '/invoices', '/checkins', '/sales-items', '/drawers']) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(path);
    await expect(page.locator('tr.record').first()).toBeVisible();
    const head = page.locator('main th:not(.selection)').filter({ visible: true });
    const columns = await head.allInnerTexts();
    await page.emulateMedia({ media: 'print' });
    // A sheet of paper inside its margins.
    await page.setViewportSize({ width: 740, height: 960 });
    expect(await head.allInnerTexts(), path).toEqual(columns);
    for (const heading of await head.all()) expect((await heading.boundingBox())?.width, path).toBeGreaterThan(40);
    const main = page.getByRole('main');
    await expect(main.getByRole('combobox').filter({ visible: true })).toHaveCount(0);
    await expect(main.getByRole('button', { name: /Previous|Next|Export|Add/ }).filter({ visible: true })).toHaveCount(
      0,
    );
    const wider = await page
      .locator('main table')
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)));
    expect(Math.max(...wider), path).toBeLessThanOrEqual(0);
  }
});

test('on a phone a row that loads is as high as one that has loaded', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitDemo('admin');
  for (const [path, api] of [
    ['/contacts', '**/api/contacts?*'],
    ['/invoices', '**/api/invoices?*'],
    ['/memberships', '**/api/memberships?*'],
    ['/sales-items', '**/api/sales-items?*'],
  ] as const) {
    const list = await slowResponse(page, api);
    await page.goto(path);
    const loading = page.getByRole('row', { name: 'Loading row' }).first();
    await expect(loading).toBeVisible();
    // The rows of the page that loads give way to those of the list.
    let before = 0;
    await expect
      .poll(async () => (before = (await loading.boundingBox())?.height ?? 0), { message: path })
      .toBeGreaterThan(0);
    list.release();
    const row = page.locator('tr.record').first();
    await expect(row).toBeVisible();
    expect(Math.abs(((await row.boundingBox())?.height ?? 0) - before), path).toBeLessThanOrEqual(16);
  }
});
