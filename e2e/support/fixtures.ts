import { expect, type Page, test as base } from '@playwright/test';
import type { Level } from '#domain/rules/access.ts';
import { watchForTrouble, type Trouble } from './trouble.ts';

/** The demo's sign-in for each level at Denver. */
const accounts: Record<Level, string> = {
  admin: 'admin@demo.test',
  manager: 'manager@demo.test',
  operator: 'operator@demo.test',
  point_of_sale: 'pos@demo.test',
};

interface Fixtures {
  /** Signs in through the login page, as a person would, and waits for the dashboard. */
  signIn(who: Level | (string & {})): Promise<void>;
  /** Every test fails on an unexpected console message or failed request; this announces the expected ones. */
  trouble: Trouble;
}

export const test = base.extend<Fixtures>({
  trouble: [
    async ({ page }, provide) => {
      const trouble = watchForTrouble(page);
      await provide(trouble);
      expect(trouble.unexpected(), 'console messages and failed requests that nobody expected').toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page }, provide) => {
    await provide((who) => signIn(page, accounts[who as Level] ?? who));
  },
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

export { expect };
export { expectAccessible } from './accessible.ts';
