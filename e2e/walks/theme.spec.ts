import { expect, test } from '../support/fixtures.ts';

const grounds = { light: 'dark', dark: 'light' } as const;

for (const [chosen, system] of Object.entries(grounds) as [keyof typeof grounds, 'light' | 'dark'][]) {
  test(`no flash of the wrong theme: who chose ${chosen} on a ${system} system sees ${chosen} from the first frame on`, async ({
    page,
    visitDemo,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await visitDemo('operator');
    await page.evaluate((theme) => localStorage.setItem('theme', theme), chosen);
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { grounds: seen });
      const look = () => {
        // What is drawn behind the page is the body's colour, or the root's while the body has none.
        const colours = [document.body, document.documentElement].flatMap((element) =>
          element ? getComputedStyle(element).backgroundColor : [],
        );
        seen.add(colours.find((colour) => colour !== 'rgba(0, 0, 0, 0)') ?? 'none');
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const path of ['/contacts', '/pos']) {
      await page.goto(path);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const seen = await page.evaluate(() => [...(window as unknown as { grounds: Set<string> }).grounds]);
      expect(seen).toHaveLength(1);
      const [red = 0] = seen[0]?.match(/\d+/g)?.map(Number) ?? [];
      expect(red > 127 ? 'light' : 'dark').toBe(chosen);
    }
  });
}
