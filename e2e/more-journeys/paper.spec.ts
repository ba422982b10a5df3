import type { Page } from '@playwright/test';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, test } from '../support/fixtures.ts';
import { addFound, chooseSomeone, openTill } from '../support/till.ts';

const oneWord = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);

/** Shows the page as a sheet of this width, in px, with what is printed alone. */
async function showPaper(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media: 'print' });
}

/** The texts of a sheet that reach beyond its right edge, where the paper ends. */
const textsCutOff = (page: Page, sheet: string) =>
  page.locator(sheet).evaluate((paper) => {
    const edge = paper.getBoundingClientRect().right;
    const parts = [...paper.querySelectorAll('h1, h2, p:not(.across), dt, dd, th, td, strong')];
    const range = document.createRange();
    return parts.flatMap((part) => {
      range.selectNodeContents(part);
      return range.getBoundingClientRect().right > edge + 1 ? [part.textContent] : [];
    });
  });

test('a name of one long word takes nothing off the sheet of an invoice', async ({ page, gym, signIn, database }) => {
  const name = { first_name: oneWord, last_name: oneWord };
  const contactId = await gym.make.contact({ ...name, email: `${oneWord.slice(0, 60)}@${gym.companyId}.member.test` });
  const id = await invoiceBuilders({ database }, gym).invoice(contactId, {}, [{ name: oneWord, description: oneWord }]);
  await signIn('manager', `/invoices/${id}`);
  await expect(page.getByRole('region', { name: 'Financial Summary' })).toBeVisible();
  await showPaper(page, 695);
  await expect(page.getByRole('article', { name: 'Printed invoice' })).toBeVisible();
  expect(await textsCutOff(page, '.invoice-paper')).toEqual([]);
  await expect(page.getByRole('columnheader', { name: 'Quantity' })).toHaveCSS('white-space', 'nowrap');
});

test('a name of one long word takes no amount off the roll of a receipt', async ({ page, gym, signIn }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openTill({ page, gym, signIn }, 'manager', oneWord);
  await chooseSomeone(page);
  await addFound(page, oneWord);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await showPaper(page, 302);
  await expect(page.locator('.receipt')).toBeVisible();
  expect(await textsCutOff(page, '.receipt')).toEqual([]);
});

test('a long name leaves the codes of a member’s card whole', async ({ page, gym, signIn }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const name = 'Maria Immaculada '.repeat(5).trim();
  const id = await gym.make.contact({ first_name: name, last_name: name });
  await signIn('manager', `/contacts/${id}`);
  await page.getByRole('button', { name: 'Show code' }).click();
  await page.getByRole('button', { name: 'Print card' }).click();
  await page.emulateMedia({ media: 'print' });
  const card = page.locator('.member-card');
  await expect(card).toBeVisible();
  const [edges, ...codes] = await Promise.all(
    [card, ...(await card.getByRole('img').all())].map((part) => part.boundingBox()),
  );
  expect(codes).toHaveLength(2);
  for (const code of codes) {
    expect(Number(code?.y) + Number(code?.height)).toBeLessThanOrEqual(Number(edges?.y) + Number(edges?.height));
    expect(Number(code?.x) + Number(code?.width)).toBeLessThanOrEqual(Number(edges?.x) + Number(edges?.width));
  }
});

test('a report of several pages says its total once, after its last row', async ({ page, signIn }) => {
  await signIn('manager', '/reports');
  await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible();
  // The rows of days are folded on the screen.
  await page.emulateMedia({ media: 'print' });
  const total = page.locator('tfoot').first();
  await expect(total).toContainText('Total');
  // The browser repeats what is shown as a footer on every page.
  await expect(total).toHaveCSS('display', 'table-row-group');
});
