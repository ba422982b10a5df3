import type { Browser, BrowserContext } from '@playwright/test';

/** What a worker keeps from test to test. */
export interface SharedContext {
  context?: BrowserContext;
}

/**
 * A context for a test, the same for all tests of a worker: its cache holds the console, and its process holds it compiled,
 * which takes half the time of loading it anew. A page without a script keeps the process while no test has one.
 */
export async function sharedContext(shared: SharedContext, browser: Browser): Promise<BrowserContext> {
  if (shared.context) return shared.context;
  const context = await browser.newContext();
  // Screens are fetched when they are opened, and not all of them in each test.
  await context.addInitScript(() => {
    if ('connection' in navigator)
      Object.defineProperty(navigator.connection, 'saveData', { configurable: true, value: true });
  });
  await (await context.newPage()).goto('/api/health');
  shared.context = context;
  return context;
}

/** Leaves nothing to the next test: neither pages nor what the browser remembers, but its cache. */
export async function resetContext(context: BrowserContext): Promise<void> {
  const [keepAlivePage, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    context.clearPermissions(),
  ]);
  await keepAlivePage?.evaluate(() => localStorage.clear());
}
