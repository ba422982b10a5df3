import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { createKeyboard } from './keyboard.ts';
import { menuEntry } from './visit.ts';

/** A person's actions at one screen, by mouse or by keyboard alone. */
export interface InputDevice {
  /** Replaces the value of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** A link or a button. */
  press(target: Locator): Promise<void>;
  check(box: Locator): Promise<void>;
  choose(list: Locator, option: string): Promise<void>;
  /** Types into a search and chooses the option that it finds. */
  find(search: Locator, text: string, option: Locator): Promise<void>;
  /** Opens a screen of the menu. */
  visit(screen: string): Promise<void>;
  /** Key presses, clicks, and texts typed in one go. */
  actions(): number;
  /** How long a person needs for them: the keystroke-level model's 0.2 s for a key and 1.3 s to point and click. */
  seconds(): number;
}

const secondsPerKey = 0.2;
const secondsPerClick = 1.3;

export function createMouseInput(page: Page): InputDevice {
  const [count, sum] = [{ actions: 0 }, { seconds: 0 }];
  const act = (seconds: number) => {
    count.actions += 1;
    sum.seconds += seconds;
  };
  const press = async (target: Locator) => {
    act(secondsPerClick);
    await target.click();
  };
  const fill = async (field: Locator, text: string) => {
    await press(field);
    act(text.length * secondsPerKey);
    await field.fill(text);
  };
  return {
    fill,
    press,
    check: press,
    choose: async (list, option) => {
      await press(list);
      await press(page.getByRole('option', { name: option, exact: true }));
    },
    find: async (search, text, option) => {
      await fill(search, text);
      await press(option);
    },
    visit: (screen) => press(menuEntry(page, screen)),
    actions: () => count.actions,
    seconds: () => sum.seconds,
  };
}

export function createKeyboardInput(page: Page): InputDevice {
  const { press: pressKey, write, go, fill, actions, keys } = createKeyboard(page);
  /** Forwards, or back to an element before the focus. */
  const goTo = (target: Locator) => go(keyTowards, target);
  const press = async (target: Locator) => {
    await goTo(target);
    await pressKey('Enter');
  };
  return {
    fill: async (field, text) => {
      await goTo(field);
      await fill(field, text);
    },
    press,
    check: async (box) => {
      await goTo(box);
      await pressKey('Space');
    },
    choose: async (list, option) => {
      await goTo(list);
      await pressKey('Enter');
      await pressKey('Home');
      await go('ArrowDown', page.getByRole('option', { name: option, exact: true }));
      await pressKey('Enter');
      await expect(page.getByRole('listbox', { includeHidden: true })).toHaveCount(0);
    },
    find: async (search, text, option) => {
      await goTo(search);
      await write(text);
      await option.waitFor();
      await pressKey('Enter');
    },
    visit: (screen) => press(menuEntry(page, screen)),
    actions,
    seconds: () => keys() * secondsPerKey,
  };
}

const keyTowards = async (target: ElementHandle): Promise<string> => {
  const isBefore = await target.evaluate(
    (element) =>
      element instanceof Node &&
      ((document.activeElement ?? document.body).compareDocumentPosition(element) &
        Node.DOCUMENT_POSITION_PRECEDING) !==
        0,
  );
  return isBefore ? 'Shift+Tab' : 'Tab';
};
