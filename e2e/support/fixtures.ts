import { expect, type Page, test as base } from '@playwright/test';
import type { Level } from '#domain/shared/access.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { createSession } from './callApi.ts';
import { resetContext, sharedContext, type SharedContext } from './sharedContext.ts';
import { type OwnGym, ownGym, password } from './ownGym.ts';
import { watchForTrouble, type Trouble } from './trouble.ts';

/** The demo's sign-in for each level at Denver. */
export const demoAccounts: Record<Level, string> = {
  admin: 'admin@demo.test',
  manager: 'manager@demo.test',
  operator: 'operator@demo.test',
  point_of_sale: 'pos@demo.test',
};

interface Fixtures {
  /** A company of the test's own. */
  gym: OwnGym;
  /** Opens the dashboard or another path as somebody of the test's own company, without the sign-in page. */
  signIn(who: Level, path?: string): Promise<void>;
  /** The same as somebody of the demo. What the demo holds is read and never changed. */
  visitDemo(who: Level, path?: string): Promise<void>;
  /** Every test fails on an unexpected console message or failed request; this announces the expected ones. */
  trouble: Trouble;
}

/** What most helpers need of a test. */
export type Desk = Pick<Fixtures, 'gym' | 'signIn'> & { page: Page };

export const test = base.extend<Fixtures, { database: Database; shared: SharedContext }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, provide) => {
      const { DATABASE_URL = '' } = JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as Record<string, string>;
      const database = openDatabase({ url: DATABASE_URL, poolSize: 3 });
      await provide(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const shared: SharedContext = {};
      await provide(shared);
      await shared.context?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, shared }, provide) => {
    const context = await sharedContext(shared, browser);
    await provide(context);
    await resetContext(context);
  },
  page: async ({ context, viewport }, provide) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await provide(page);
  },
  trouble: [
    async ({ page }, provide) => {
      const trouble = watchForTrouble(page);
      await provide(trouble);
      expect(trouble.unexpected(), 'console messages and failed requests that nobody expected').toEqual([]);
    },
    { auto: true },
  ],
  gym: async ({ database, trouble }, provide) => {
    // Until `configureStripe` it has no Stripe account.
    trouble.expectStatus(404, /\/stripe$/);
    await provide(await ownGym(database));
  },
  signIn: async ({ page, gym }, provide) => {
    await provide((level, path) => openAs(page, gym.users[level].email, path));
  },
  visitDemo: async ({ page }, provide) => {
    await provide((level, path) => openAs(page, demoAccounts[level], path));
  },
});

/** Signs in over the API and opens a path. */
export async function openAs(page: Page, email: string, path = '/dashboard'): Promise<void> {
  const { token, user } = await createSession(page, email);
  // A page of the same origin that runs nothing.
  await page.goto('/api/health');
  await page.evaluate((session) => Object.assign(localStorage, session), { token, user: JSON.stringify(user) });
  await page.goto(path);
}

/** Signs in through the sign-in page, as a person would, and waits for the dashboard. */
export async function signInByForm(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

/** Signs out by the profile menu. What the page is still reading then may be refused. */
export async function signOut(page: Page, trouble: Trouble): Promise<void> {
  trouble.expectStatus(401, /\/api\//);
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

export { expect };
export type { Trouble };
export { expectAccessible, expectAccessibleInBothThemes, expectToFitWidth } from './accessible.ts';
export { menuEntry, visit } from './visit.ts';
