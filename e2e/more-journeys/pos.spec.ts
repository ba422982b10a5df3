import { expect, signInByForm, test } from '../support/fixtures.ts';
import { endSessionAtNextCall, slowResponse } from '../support/slowResponse.ts';
import { addFound, chooseSomeone, openTill, openPayment } from '../support/till.ts';

test('the cart does not move when the status of the customer arrives', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Still Towel');
  await addFound(page, 'Still Towel');
  const status = await slowResponse(page, '**/api/contacts/*/standing?*');
  await chooseSomeone(page);
  await status.reached();
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' });
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
  const placed = () => proceed.evaluate((button) => button.getBoundingClientRect().y + window.scrollY);
  const before = await placed();
  status.release();
  await expect(page.getByRole('button', { name: 'Sell membership' })).toBeVisible();
  expect(await placed()).toBe(before);
});

test('answer lost, session over, signed in again: the till shows the sale, and there is exactly one', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  const till = await openPayment({ page, gym, signIn }, 'manager', 'Lost Towel');
  trouble.expectStatus(401, /\/api\//);
  trouble.expectStatus(502, /\/purchase$/);
  await page.route(
    '**/api/sales-items/purchase',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, json: {} });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByRole('alert')).toContainText('HTTP 502');
  await endSessionAtNextCall(page, '**/api/sales-items/purchase');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, gym.users.manager.email);
  const notice = page.getByRole('region', { name: 'Interrupted sales' });
  await expect(notice.getByText(/^The sale from .* went through\.$/)).toBeVisible();
  await expect(notice).toContainText('1 × Lost Towel');
  await page.getByRole('link', { name: 'Point of Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await till.stock()).toBe(4);
});
