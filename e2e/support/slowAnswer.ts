import type { Page } from '@playwright/test';

/** Holds the first answer of calls to this address back until it is let go; the server has answered by `reached`. */
export async function slowAnswer(page: Page, url: string) {
  let calls = 0;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  const reached = new Promise<void>((answered) => {
    void page.route(url, async (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      const response = await route.fetch();
      answered();
      await held;
      return route.fulfill({ response }).catch(() => undefined);
    });
  });
  return { reached: () => reached, letGo: () => letGo(), calls: () => calls };
}

/** What "Duplicate tab" makes: the same address with a copy of the tab's own storage. */
export async function copyOf(page: Page): Promise<Page> {
  const copy = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(window.location.href));
  return copy;
}
