import { test } from '../support/fixtures.ts';
import { createKeyboardInput, createMouseInput } from '../support/inputDevices.ts';
import { openGym } from '../support/openGym.ts';

test('a gym opens from an empty directory, until its first check-in and its first sale', ({ page, browser }) =>
  openGym({ page, browser }, 'mouse', createMouseInput));

test('a gym opens by keyboard alone', ({ page, browser }) =>
  openGym({ page, browser }, 'keyboard alone', createKeyboardInput));
