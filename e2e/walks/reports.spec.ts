import { expect, expectAccessibleInBothThemes, expectToFitWidth, test } from '../support/fixtures.ts';
import { slowResponse } from '../support/slowResponse.ts';

test('the charts are fetched with the first report and not before', async ({ page, visitDemo }) => {
  test.slow();
  const scripts: string[] = [];
  page.on('response', (response) => void scripts.push(new URL(response.url()).pathname));
  const charts = () => scripts.filter((path) => /ReportChart/.test(path));
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: false } }));
  await visitDemo('admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Every screen is prefetched when the browser is idle.
  await expect.poll(() => scripts.some((path) => /\/reports-/.test(path)), { timeout: 60_000 }).toBe(true);
  expect(charts()).toEqual([]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  // On the first of a month nothing may have happened in it.
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect(page.getByRole('img', { name: /The table has the same figures/ })).toBeVisible();
  expect(charts()).not.toEqual([]);
});

test('the tab of the report is wholly visible at any width', async ({ page, visitDemo }) => {
  await visitDemo('admin', '/reports?tab=memberships');
  for (const width of [390, 700, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Memberships', selected: true })).toBeInViewport({ ratio: 0.99 });
  }
});

test('a sum of money stands on one line at any width, and so do the days below the title', async ({
  page,
  visitDemo,
}) => {
  await visitDemo('admin', '/reports?period=last_month');
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const total = page.getByRole('article', { name: 'Net sales' });
    for (const text of [total.getByRole('link', { name: 'Net sales' }), page.getByText(/^· \w+ 1 – /)]) {
      await expect(text).toBeVisible();
      const lines = await text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
      expect(lines, `at ${width}`).toBe(1);
    }
  }
});

test('while a report loads, its chart stands where it will', async ({ page, visitDemo }) => {
  const response = await slowResponse(page, '**/api/reports/overview?**');
  await visitDemo('admin', '/reports?period=last_month');
  const chart = page.getByRole('heading', { name: 'Money over time' });
  await response.reached();
  const top = async () => (await chart.boundingBox())?.y ?? 0;
  const before = await top();
  response.release();
  await expect(page.getByRole('article', { name: 'Net sales' })).toBeVisible();
  // On a slow machine a line above it says by now that many rows are added up.
  expect(Math.abs((await top()) - before)).toBeLessThan(40);
});

test('on a phone every figure of a Z report is in sight', async ({ page, visitDemo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitDemo('admin', '/reports?tab=payments&period=last_month');
  const report = page
    .getByRole('table', { name: 'Z reports' })
    .getByRole('row', { name: /Z report/ })
    .first();
  const figures = report.getByRole('cell').filter({ hasText: '$' });
  await report.scrollIntoViewIfNeeded();
  await expect(figures).toHaveCount(3);
  for (const figure of await figures.all()) await expect(figure).toBeInViewport({ ratio: 1 });
});

for (const tab of ['Overview', 'Sales', 'Payments', 'Outstanding', 'Memberships', 'Attendance', 'Prepaid revenue'])
  test(`axe finds nothing on the report ${tab}, in both themes, wide and narrow, and nothing scrolls sideways`, async ({
    page,
    visitDemo,
  }) => {
    await visitDemo('admin', '/reports?scope=all&period=last_month');
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('heading', { name: 'Definitions' })).toBeVisible();
    await expect(page.getByRole('img', { name: /The table has the same figures/ })).toBeVisible();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessibleInBothThemes(page);
      await expectToFitWidth(page);
    }
  });
