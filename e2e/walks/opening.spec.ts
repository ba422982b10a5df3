import { test } from '../support/fixtures.ts';
import { createKeyboardInput } from '../support/inputDevices.ts';
import { openGym } from '../support/openGym.ts';

test('a gym opens by keyboard alone', ({ page, browser }) =>
  openGym({ page, browser }, 'keyboard alone', createKeyboardInput));
