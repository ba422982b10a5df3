import { expect, test, visit } from '../support/fixtures.ts';

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
