import type { Page } from '@playwright/test';

/** Holds the first response of calls to this address back until it is let go; the server has answered by `reached`. */
export async function slowResponse(page: Page, url: string) {
  let calls = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    release = go;
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
  return { reached: () => reached, release: () => release(), calls: () => calls };
}

/**
 * Ends the session on the server at the next call to this address, before it arrives there. Ended any earlier, a read in
 * the background may find it out first and take the page away from under the click.
 */
export const endSessionAtNextCall = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await page.request.post('/api/auth/logout', {
        headers: { Authorization: route.request().headers().authorization ?? '' },
      });
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );

/** What "Duplicate tab" makes: the same address with a copy of the tab's own storage. */
export async function openCopy(page: Page): Promise<Page> {
  const copy = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(window.location.href));
  return copy;
}
