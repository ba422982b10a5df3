import { expect, test } from 'vitest';
import { allCountries, countries, defaultCountry } from '#domain/shared/countries.ts';
import { states } from '#domain/shared/states.ts';
import { allTimeZones, defaultTimeZone, isTimeZone, knownTimeZone, timeZones } from '#domain/shared/timeZones.ts';

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

test('all other time zones follow by name, each once and under its name of today', () => {
  const zones = allTimeZones();
  expect(zones.slice(0, 12)).toEqual(timeZones);
  expect(zones.slice(12)).toEqual(zones.slice(12).toSorted());
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(400);
  expect(zones).toEqual(
    expect.arrayContaining([
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/Argentina/Buenos_Aires',
    ]),
  );
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Mars/Base', 'America/New_York'],
  ['+05:45', 'America/New_York'],
  ['UTC', 'America/New_York'],
])('%s in the browser proposes %s', (browser, proposed) => {
  expect(knownTimeZone(browser)).toBe(proposed);
});

test('all other countries follow by name, each once', () => {
  expect(allCountries.slice(0, 8)).toEqual(countries);
  const others = allCountries.slice(8);
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(new Set(allCountries).size).toBe(allCountries.length);
  expect(others).toEqual(expect.arrayContaining(['Austria', 'Nepal', 'Switzerland', 'Mexico']));
});
