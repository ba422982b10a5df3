import { expect, test } from 'vitest';
import { accessHoursText, timesText, weekdaysText } from '#domain/doors/hoursText.ts';

test.each([
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[6, 7], 'Sat, Sun'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
])('the weekdays %j are %s', (days, text) => expect(weekdaysText(days)).toBe(text));

test.each([
  ['09:30', '16:00', '9:30 AM – 4:00 PM'],
  ['22:00', '00:05', '10:00 PM – 12:05 AM the next day'],
  ['00:00', '00:00', 'All day'],
])('from %s to %s is %s', (from, to, text) => expect(timesText({ from, to })).toBe(text));

test('the activity log says hours as their screen does', () => {
  expect(accessHoursText({ weekdays: [1, 2, 3, 4, 5], from: 540, to: 960 })).toBe('Mon–Fri, 9:00 AM – 4:00 PM');
});
