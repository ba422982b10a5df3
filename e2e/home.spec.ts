import { callApi } from './support/callApi.ts';
import { expect, openAs, test } from './support/fixtures.ts';

test('a check-in and a cash sale appear in today’s figures, and the figures lead to what is behind them', async ({
  page,
  gym,
  signIn,
}) => {
  await signIn('manager');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  const moneyIn = today.getByRole('link', { name: /^Money in/ });
  await expect(moneyIn).toContainText('$0.00');
  await page.getByRole('combobox', { name: 'Search members' }).fill(gym.member.name);
  await page.getByRole('option', { name: gym.member.name }).click();
  await page.getByRole('button', { name: 'Check In Member' }).click();
  await expect(today.getByRole('link', { name: /^Check-ins by hour/ })).toContainText('1 allowed');

  const { invoice } = await callApi<{ invoice: { id: string; total: number } }>(page, 'POST', '/sales-items/purchase', {
    contactId: gym.contactId,
    locationId: gym.locationId,
    items: [{ salesItemId: gym.itemId, quantity: 2 }],
    paymentMethod: 'cash',
    notes: '',
  });
  const total = `$${invoice.total.toFixed(2)}`;
  await page.reload();
  await expect(moneyIn).toContainText(total);
  await expect(today.getByRole('list', { name: 'Today’s figures' })).toContainText(`Cash ${total}`);

  await moneyIn.click();
  await expect(page.getByRole('article', { name: 'Money in' })).toContainText(total);
  await page.goBack();
  await today.getByRole('link', { name: /^To collect/ }).click();
  await expect(page.getByRole('heading', { name: 'No invoices found' })).toBeVisible();
  await page.goBack();
  await page.getByRole('list', { name: 'Recent Activity' }).getByRole('link', { name: gym.member.name }).click();
  await expect(page.getByRole('heading', { name: gym.member.name })).toBeVisible();
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole('region', { name: 'Customer Information' }).getByRole('link', { name: gym.member.name }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${gym.contactId}`));
});

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
      const [checklist, code] = ['**/checklist', '**/assets/DashboardPage-*.js'];
      const [early, late] = first === 'code' ? [code, checklist] : [checklist, code];
      const arrived = page.waitForResponse(early).then((response) => response.finished());
      await page.route(late, async (route) => {
        await arrived;
        await route.continue();
      });
      await page.route('**/assets/SetupSteps-*.js', async (route) => {
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
