import { test } from './support/fixtures.ts';
import { createMouseInput } from './support/inputDevices.ts';
import { openGym } from './support/openGym.ts';

test('a gym opens from an empty directory, until its first check-in and its first sale', ({ page, browser }) =>
  openGym({ page, browser }, 'mouse', createMouseInput));
