import { expect, test } from 'vitest';
import { countries, defaultCountry } from '#domain/reference/countries.ts';
import { states } from '#domain/reference/states.ts';
import { defaultTimeZone, timeZones } from '#domain/reference/timeZones.ts';

test('US state list: 50 states, DC and 5 territories, as code and name', () => {
  const codes = states.map(({ code }) => code);
  expect(new Set(codes).size).toBe(56);
  expect(codes.slice(-5)).toEqual(['AS', 'GU', 'MP', 'PR', 'VI']);
  expect(states.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 3)).toBe(true);
});

test('timezones offered: twelve that Intl knows, America/New_York by default', () => {
  expect(new Set(timeZones).size).toBe(12);
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  expect(timeZones.filter((zone) => !known.has(zone))).toEqual([]);
  expect(defaultTimeZone).toBe('America/New_York');
});

test('countries offered: USA (default), seven more, the last of them Other', () => {
  expect([countries.length, defaultCountry, countries[0], countries.at(-1)]).toEqual([8, 'USA', 'USA', 'Other']);
});
