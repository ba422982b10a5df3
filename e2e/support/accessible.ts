import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type * as axe from 'axe-core';

const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const everything: axe.RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const colors: axe.RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Fails when axe finds anything against WCAG 2.2 AA on the page, or in its colors alone. Waits for refetches, which dim their content. */
export async function expectAccessible(page: Page, what: 'everything' | 'colors' = 'everything'): Promise<void> {
  await expect(async () => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.evaluate(settled);
    expect(await violationsOn(page, what)).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

async function violationsOn(page: Page, what: 'everything' | 'colors') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (options: axe.RunOptions) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return results.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map((node) => node.target.join(' ')),
      }));
    },
    { runOnly: what === 'colors' ? colors : everything, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
}

/** The same in both themes, ending in the light one. Another theme changes the colors and nothing else. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const [colorScheme, what] of [
    ['dark', 'colors'],
    ['light', 'everything'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
    await expectAccessible(page, what);
  }
}

/** Fails when the page scrolls sideways. What depends on the width is drawn in the frame after the page is resized. */
export const expectToFitWidth = (page: Page, message?: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message,
    })
    .toBe(0);

/** Waits for all finite animations, since colors in the middle of a transition are not part of the design. */
const settled = async () => {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
};
