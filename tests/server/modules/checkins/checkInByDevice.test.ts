import { expect, test } from 'vitest';
import { isSameName } from '#server/modules/checkins/checkInByDevice.ts';

const lukasz = { firstName: 'Łukasz', lastName: "O'Brien-Núñez" };

test.each([
  ["Łukasz O'Brien-Núñez", true],
  ['lukasz  obrien nunez', true],
  ['OBrien-Nunez, Lukasz', true],
  ['Lukasz', false],
  ['Lukas OBrien Nunez', false],
  ['', false],
])('%j: %s', (typed, expected) => expect(isSameName(typed, lukasz)).toBe(expected));
