import type { Page } from '@playwright/test';
import { createPdf } from '#tests/support/pdf.ts';
import { callApi } from '../support/callApi.ts';
import { expect, menuEntry, test } from '../support/fixtures.ts';
import { expectFocus, createKeyboard } from '../support/keyboard.ts';
import type { OwnGym } from '../support/ownGym.ts';
import { slowResponse } from '../support/slowResponse.ts';

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: createPdf() });

/** Sells a towel for cash this many times to one contact. */
async function sellTowels(page: Page, { locationId, make }: OwnGym, count: number): Promise<void> {
  const contactId = await make.contact({ first_name: 'Terry', last_name: 'Towel' });
  const salesItemId = await make.salesItem({ name: 'Towel' });
  for (let sold = 0; sold < count; sold += 1) {
    await callApi(page, 'POST', '/sales-items/purchase', {
      contactId,
      locationId,
      items: [{ salesItemId, quantity: 1 }],
      paymentMethod: 'cash',
    });
  }
}

test.describe('Each screen for records is used once by keyboard alone, and the focus is never lost nor hidden', () => {
  test.describe.configure({ mode: 'parallel', timeout: 120_000 });

  test('sales items and agreements, then a membership with both of them', async ({ page, signIn }) => {
    await signIn('admin');
    await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
    const main = page.getByRole('main');
    const { press, write, tabTo, open, visit, fill, choose } = createKeyboard(page);

    await test.step('a sales item is added, found, changed and left', async () => {
      await open(menuEntry(page, 'Sales Items'), 'Shift+Tab');
      await open(page.getByRole('link', { name: 'Add sales item' }));
      await fill(page.getByLabel('Name'), 'Key Card');
      await fill(page.getByLabel('Price'), '15');
      await tabTo(page.getByLabel('Physical item'));
      await press('Space');
      await fill(page.getByLabel('Inventory Quantity'), '9');
      await open(page.getByRole('button', { name: 'Add sales item' }));
      await expect(page.getByText('Sales item added')).toBeVisible();
      await expect(main).toBeFocused();
      await open(page.getByRole('row').getByRole('link', { name: 'Key Card' }));
      await open(page.getByRole('link', { name: 'Edit' }));
      await fill(page.getByLabel('Price'), '16');
      await press('Enter');
      await expect(page.getByText('Sales item updated')).toBeVisible();
      await expect(main).toBeFocused();
    });

    await test.step('an agreement is added with its PDF, and gets a second version', async () => {
      await visit('Agreements');
      await open(page.getByRole('link', { name: 'Add agreement' }));
      await fill(page.getByLabel('Name'), 'House Rules');
      const first = page.waitForEvent('filechooser');
      await open(page.getByRole('button', { name: 'Choose PDF' }));
      await (await first).setFiles(pdf('rules.pdf'));
      await expect(page.getByText(/rules\.pdf/)).toBeVisible();
      await open(page.getByRole('button', { name: 'Add agreement' }));
      await expect(page.getByText('Agreement added')).toBeVisible();
      await open(page.getByRole('row').getByRole('link', { name: 'House Rules' }));
      await open(page.getByRole('button', { name: 'Add Version' }));
      const second = page.waitForEvent('filechooser');
      await open(page.getByRole('dialog').getByRole('button', { name: 'Choose PDF' }));
      await (await second).setFiles(pdf('stricter.pdf'));
      await expect(page.getByText(/stricter\.pdf/)).toBeVisible();
      await open(page.getByRole('dialog').getByRole('button', { name: 'Add Version' }));
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Add Version' })).toBeFocused();
      const download = page.waitForEvent('download');
      await open(page.getByRole('button', { name: 'Download version 2' }));
      expect((await download).suggestedFilename()).toBe('stricter.pdf');
      await expectFocus(page);
    });

    await test.step('a membership is added with a charge and an agreement', async () => {
      await visit('Memberships');
      await open(page.getByRole('link', { name: 'Add Membership' }));
      await fill(page.getByLabel('Membership Name'), 'Founders');
      await fill(page.getByLabel('Price'), '49.5');
      await choose(page.getByRole('combobox', { name: 'Type' }), 'Contract');
      await fill(page.getByLabel('Contract Length (Months)'), '12');
      for (const [list, option] of [
        ['Sales Items', 'Key Card ($16.00)'],
        ['Agreements', 'House Rules'],
      ] as const) {
        await tabTo(page.getByRole('combobox', { name: list }));
        await write(option.slice(0, 5));
        await expect(page.getByRole('option', { name: option })).toBeVisible();
        await press('ArrowDown');
        await press('Enter');
        await expect(page.getByRole('button', { name: option })).toBeVisible();
        await press('Escape');
      }
      await open(page.getByRole('button', { name: 'Add Membership' }));
      await expect(page.getByText('Membership added')).toBeVisible();
    });

    await test.step('it is searched for, sorted, opened and changed, loses its charge, and is deleted', async () => {
      await tabTo(page.getByRole('searchbox', { name: 'Search memberships' }));
      await write('found');
      await expect(page).toHaveURL(/search/);
      await open(page.getByRole('button', { name: 'Membership', exact: true }));
      await expect(page).toHaveURL(/sort=name/);
      await open(page.getByRole('row').getByRole('link', { name: 'Founders' }));
      await open(page.getByRole('link', { name: 'Edit' }));
      await fill(page.getByLabel('Membership Name'), 'First Founders');
      await press('Enter');
      await expect(page.getByText('Membership updated')).toBeVisible();
      await open(page.getByRole('button', { name: 'Remove Key Card' }));
      await open(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
      await expect(page.getByText('No additional charges.')).toBeVisible();
      await open(page.getByRole('link', { name: 'Back to Memberships' }), 'Shift+Tab');
      const row = page.getByRole('row').getByRole('link', { name: 'First Founders' });
      await expect(row).toBeFocused();
      await press('Enter');
      await open(page.getByRole('button', { name: 'Delete' }));
      await open(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
      await expect(page.getByText('Membership deleted')).toBeVisible();
      await expectFocus(page);
    });
  });

  test('invoices, the company, and the location with its fees', async ({ page, gym, signIn }) => {
    await page.addInitScript(() =>
      Object.assign(window, { print: () => document.body.setAttribute('aria-description', 'printed') }),
    );
    await signIn('admin');
    await sellTowels(page, gym, 11);
    const { press, write, tabTo, open, visit, fill, choose } = createKeyboard(page);

    await test.step('invoices are paged through, exported until canceled, searched, opened and printed', async () => {
      await visit('Invoices');
      await open(page.getByRole('button', { name: 'Next' }));
      await expect(page.getByText(/^Page 2 of 2/)).toBeVisible();
      await open(page.getByRole('button', { name: 'Previous' }));
      await expect(page.getByText(/^Page 1 of 2/)).toBeVisible();
      const rows = await slowResponse(page, '**/api/invoices?*limit=1000*');
      await open(page.getByRole('button', { name: 'Export CSV' }), 'Shift+Tab');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
      await press('Enter');
      rows.release();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
      await tabTo(page.getByRole('searchbox', { name: 'Search invoices' }));
      await write('Terry');
      await expect(page).toHaveURL(/search/);
      await open(page.getByRole('row').nth(2).getByRole('link'));
      await open(page.getByRole('button', { name: 'Print' }));
      await expect(page.locator('body')).toHaveAttribute('aria-description', 'printed');
      await open(page.getByRole('link', { name: 'Back to Invoices' }), 'Shift+Tab');
      await expect(page.getByRole('row').nth(2).getByRole('link')).toBeFocused();
    });

    await test.step('the company is changed', async () => {
      await visit('Company');
      await open(page.getByRole('link', { name: 'Edit' }));
      await fill(page.getByLabel('City'), 'Boulder');
      await press('Enter');
      await expect(page.getByText('Company updated')).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step('the location is changed, and a fee is added, changed and deleted', async () => {
      await visit('Location');
      await open(page.getByRole('link', { name: 'Edit' }));
      await fill(page.getByLabel('Sales Tax Rate (%)'), '8.63');
      await open(page.getByRole('button', { name: 'Save changes' }));
      await expect(page.getByText('Location updated')).toBeVisible();
      await open(page.getByRole('button', { name: 'Add fee' }));
      await fill(page.getByRole('dialog').getByLabel('Name'), 'Key Card');
      await choose(page.getByRole('dialog').getByRole('combobox', { name: 'Type' }), 'Fixed');
      await fill(page.getByRole('dialog').getByLabel('Amount'), '2.5');
      await press('Enter');
      await expect(page.getByRole('row', { name: /Key Card/ })).toContainText('$2.50');
      await expect(page.getByRole('button', { name: 'Add fee' })).toBeFocused();
      await open(page.getByRole('button', { name: 'Edit Key Card' }));
      await fill(page.getByRole('dialog').getByLabel('Amount'), '3');
      await open(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
      await expect(page.getByRole('row', { name: /Key Card/ })).toContainText('$3.00');
      await expect(page.getByRole('button', { name: 'Edit Key Card' })).toBeFocused();
      await open(page.getByRole('button', { name: 'Delete Key Card' }));
      await open(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
      await expect(page.getByText('No fees configured for this location.')).toBeVisible();
      await expectFocus(page);
    });
  });

  test('a member’s tabs, memberships and purchases, and the import of contacts', async ({ page, visitDemo }) => {
    await visitDemo('operator');
    await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
    const { press, tabTo, go, open, choose } = createKeyboard(page);
    let address = '';

    await test.step('the list is narrowed to members, and one is opened', async () => {
      await open(menuEntry(page, 'Contacts'), 'Shift+Tab');
      await choose(page.getByRole('combobox', { name: 'Member filter' }), 'Members');
      await expect(page).toHaveURL(/members/);
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
      await tabTo(page.getByRole('row').nth(1).getByRole('link'));
      address = (await page.locator(':focus').getAttribute('href')) ?? '';
      await press('Enter');
    });

    await test.step('a purchase leads to its invoice and back, a membership to its detail', async () => {
      await tabTo(page.getByRole('tab', { name: 'Contact Information' }));
      await go('ArrowRight', page.getByRole('tab', { name: 'Purchase History' }));
      await press('Enter');
      await open(page.getByRole('table', { name: 'Purchase History' }).getByRole('link').first());
      await expect(page.getByRole('heading', { name: 'Line Items' })).toBeVisible();
      await open(page.getByRole('link', { name: 'Back to Purchase History' }));
      await expect(page.getByRole('table', { name: 'Purchase History' })).toBeVisible();
      await expectFocus(page);
      await tabTo(page.getByRole('tab', { name: 'Purchase History' }));
      await go('ArrowLeft', page.getByRole('tab', { name: 'Memberships' }));
      await press('Enter');
      await open(page.getByRole('table', { name: 'Memberships' }).getByRole('link').first());
      await expect(page.getByText('Automatic Renewal')).toBeVisible();
      await open(page.getByRole('link', { name: 'Back to Contacts' }));
      await expect(page.locator(`a[href="${address}"]`)).toBeFocused();
    });

    await test.step('a file is chosen, matched and checked; nothing of it is imported', async () => {
      await open(page.getByRole('link', { name: 'Import CSV' }), 'Shift+Tab');
      const chooser = page.waitForEvent('filechooser');
      await open(page.getByRole('button', { name: 'Choose CSV file' }));
      const buffer = Buffer.from('First Name,Last Name,Email\nSam,,sam@\n');
      await (await chooser).setFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
      await open(page.getByRole('button', { name: 'Check 1 Row' }));
      await expect(page.getByRole('heading', { name: 'Nothing to import' })).toBeVisible();
      await open(page.getByRole('button', { name: 'Back to columns' }));
      await open(page.getByRole('button', { name: 'Choose another file' }));
      await expect(page.getByRole('button', { name: 'Choose CSV file' })).toBeVisible();
      await expectFocus(page);
    });
  });
});
