import type { Page } from '@playwright/test';
import { expect, expectToFitWidth, test, visit } from '../support/fixtures.ts';

const lists = ['/contacts', '/memberships', '/sales-items', '/invoices', '/agreements', '/checkins'];
const screens = ['/dashboard', ...lists, '/contacts/add', '/pos'];

async function open(page: Page, path: string) {
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** WCAG 1.4.12, as a reader's own style sheet sets it. */
const wideText =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Texts that are partly hidden, other than those with an ellipsis by design. */
function cutOff(): string[] {
  const isCut = (element: Element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none' || element.clientWidth <= 1)
      return false;
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    return (
      (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    );
  };
  const texts = [...document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && (element.textContent ?? '').trim() !== '',
  );
  return texts.filter(isCut).map(({ textContent }) => (textContent ?? '').slice(0, 60));
}

test('At 1280 px every list shows all of its columns, and with wide text nothing is cut off there and at 390 px', async ({
  page,
  visitDemo,
}) => {
  test.slow();
  await visitDemo('manager');
  for (const path of screens) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(page, path);
      if (lists.includes(path)) {
        const hidden = page
          .getByRole('main')
          .getByRole('table')
          .locator('th')
          .evaluateAll((heads) =>
            heads.filter((head) => !head.checkVisibility()).map(({ textContent }) => textContent),
          );
        expect.soft(await hidden, path).toEqual([]);
        const beyond = await page
          .getByRole('main')
          .getByRole('table')
          .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
        expect.soft(beyond, path).toBeLessThanOrEqual(0);
      }
      const style = await page.addStyleTag({ content: wideText });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.soft.poll(() => page.evaluate(cutOff), { message: `${path} at ${width} px` }).toEqual([]);
        await expectToFitWidth(page, `${path} at ${width} px`);
      }
      await style.evaluate((tag: HTMLStyleElement) => tag.remove());
    });
  }
});

test("Under the system's own colours one sees where one is, and what is a button", async ({ page, visitDemo }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visitDemo('manager');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })).toHaveCSS(
    'outline-style',
    'solid',
  );
  await expect(page.getByRole('button', { name: 'Check In Member' })).toHaveCSS('border-top-width', '1px');
});
