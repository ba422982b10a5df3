import { expect, test, visit } from '../support/fixtures.ts';

for (const width of [820, 1024])
  test(`on a tablet, ${width} px wide, the title of each page stands on one line beside or above its buttons`, async ({
    page,
    gym,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    const contact = `/contacts/${gym.contactId}`;
    await signIn('admin', contact);
    await expect(page.getByRole('button', { name: 'Sell membership' })).toBeVisible();
    const paths = [
      contact,
      '/contacts',
      '/invoices',
      '/memberships',
      '/sales-items',
      '/checkins',
      '/reports',
      '/users',
    ];
    for (const path of paths) {
      if (path !== contact) await visit(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toBeVisible();
      const { height, lineHeight, right, firstButton } = await title.evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        const text = range.getBoundingClientRect();
        const buttons = [...heading.closest('header')!.querySelectorAll('button, a')]
          .map((button) => button.getBoundingClientRect())
          .filter((box) => box.left > text.left && box.top < text.bottom && box.bottom > text.top);
        return {
          height: text.height,
          lineHeight: Number.parseFloat(getComputedStyle(heading).lineHeight),
          right: text.right,
          firstButton: Math.min(...buttons.map(({ left }) => left)),
        };
      });
      expect(height, path).toBeLessThan(1.5 * lineHeight);
      expect(right, path).toBeLessThanOrEqual(firstButton);
    }
  });
