import { type ElementHandle, expect, type Locator, type Page, test } from '@playwright/test';

/**
 * A keyboard that counts: each key press and each text typed in one go is one action. Before and after each move the focus
 * must be on an element, in sight, and visibly drawn.
 */
export function createKeyboard(page: Page) {
  let actions = 0;
  let keys = 0;
  const press = async (key: string) => {
    actions += 1;
    keys += 1;
    await page.keyboard.press(key);
  };
  const write = async (text: string) => {
    actions += 1;
    keys += text.length;
    // A person is slower than the page's pending timers (a refused form moves the focus in one), so they run first.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    const field = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.type(text);
    // A bar code scanner's Enter follows at once, a person's does not.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
    await expect
      .poll(
        () => page.evaluate((element) => element === document.activeElement, field),
        'The focus stays where it is typed',
      )
      .toBe(true);
  };
  /**
   * Presses a key until the target has the focus, which is never lost and always visible on the way. Presses nothing if it is
   * already there. The key can depend on where the focus is: a page may move it until all of it has arrived.
   */
  const go = async (key: string | ((target: ElementHandle) => Promise<string>), target: Locator) => {
    await expect(target).toBeVisible();
    // A page that has just loaded has not set the focus yet.
    if (actions > 0) await expectFocus(page);
    const place = await target.elementHandle();
    if (!place) throw new Error(`${target} is gone`);
    for (let moves = 0; moves < 80; moves += 1) {
      if (await page.evaluate((element) => element === document.activeElement, place)) return;
      await press(typeof key === 'string' ? key : await key(place));
      if ((await page.evaluate(focusProblem)) !== '') await expectFocus(page);
    }
    throw new Error(`No key leads to ${target}`);
  };
  const tabTo = (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => go(key, target);
  const open = async (target: Locator, key?: 'Tab' | 'Shift+Tab') => {
    await tabTo(target, key);
    await press('Enter');
  };
  /** Replaces what stands in a field. */
  const fill = async (target: Locator, text: string) => {
    await tabTo(target);
    await press('ControlOrMeta+a');
    await write(text);
  };
  /** Opens a list of options, moves to one with the arrow keys, and chooses it. */
  const choose = async (list: Locator, option: string) => {
    await open(list);
    await go('ArrowDown', page.getByRole('option', { name: option, exact: true }));
    await press('Enter');
    await expect(page.getByRole('listbox', { includeHidden: true })).toHaveCount(0);
    await expectFocus(page);
  };
  /** Opens another screen through the palette. */
  const visit = async (screen: string) => {
    const left = await page.getByRole('heading', { level: 1 }).elementHandle();
    await press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await write(screen);
    await expect(page.getByRole('option', { name: screen, exact: true })).toBeVisible();
    await press('Enter');
    // The screen before has the focus there too, and may have what is looked for on the next.
    await left?.waitForElementState('hidden');
    await expect(page.getByRole('main')).toBeFocused();
  };
  return { press, write, go, tabTo, open, visit, fill, choose, actions: () => actions, keys: () => keys };
}

/** Prints how many actions a task took, and keeps the number in the report. */
export function reportActions(job: string, actions: number) {
  test.info().annotations.push({ type: 'actions', description: `${job}: ${actions}` });
  process.stdout.write(`${job} by keyboard alone: ${actions} actions\n`);
}

export const expectFocus = (page: Page) => expect.poll(() => page.evaluate(focusProblem)).toBe('');

/** Asks for the active element: Chromium's button in a date input has the focus without matching `:focus`. */
function focusProblem(): string {
  const element = document.activeElement ?? document.body;
  if (element === document.body) return 'The focus is lost';
  const it = element.outerHTML.slice(0, 200);
  const { left, top, width, height } = element.getBoundingClientRect();
  // An element that is one pixel small or fully transparent, such as a file input or a switch, shows its focus around it.
  const isProxy = width < 3 || getComputedStyle(element).opacity === '0';
  const middle = [left + width / 2, top + height / 2] as const;
  const over = document.elementFromPoint(...middle);
  // The start of a page or of a dialog may be larger than the window.
  const isPlace = element.matches('[tabindex="-1"]:not([role=option], [role=tab], [role^=menuitem])');
  if (!over) return isPlace ? '' : `${it} is out of sight`;
  const isSeen =
    isProxy || isPlace || element.contains(over) || over.contains(element) || over.closest('label') !== null;
  if (!isSeen) return `${it} is covered by ${over.outerHTML.slice(0, 200)}`;
  if (isPlace) return '';
  const around = [element, ...[1, 2, 3, 4].map((up) => ancestor(element, up))];
  return around.some((one, up) => one && isDrawnAround(one) && !(up === 0 && isProxy))
    ? ''
    : `${it} does not show its focus`;

  function ancestor(from: Element, up: number): Element | null {
    return up === 0 ? from : from.parentElement && ancestor(from.parentElement, up - 1);
  }
  /** An outline, also that of a link which covers its card, or the thicker border of a field. */
  function isDrawnAround(one: Element): boolean {
    const frame = one.querySelector(':scope > fieldset');
    const isFramed = frame !== null && Number.parseFloat(getComputedStyle(frame).borderTopWidth) >= 2;
    const hasOutline = [getComputedStyle(one), getComputedStyle(one, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    );
    return isFramed || hasOutline;
  }
}
