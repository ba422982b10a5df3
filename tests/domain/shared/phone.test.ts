import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayPhone, maskPhone, normalizePhone, phoneSearchText } from '#domain/shared/phone.ts';

describe('Phone display is (###) ###-####', () => {
  test.each([
    ['3035550123', '(303) 555-0123'],
    ['13035550123', '(303) 555-0123'],
    ['+13035550123', '(303) 555-0123'],
    ['303.555.0123', '(303) 555-0123'],
    ['+442079460958', '+442079460958'],
    ['+4930123456', '+4930123456'],
    ['442079460958', '442079460958'],
    ['555-0123', '555-0123'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('%j shows as %j', (stored, text) => {
    expect(displayPhone(stored)).toBe(text);
  });
});

describe('Phones are formatted as typed', () => {
  test('key by key', () => {
    const typed = [...'3035550123'].reduce<string[]>(
      (steps, key) => [...steps, maskPhone((steps.at(-1) ?? '') + key)],
      [],
    );
    expect(typed).toEqual([
      '3',
      '30',
      '303',
      '(303) 5',
      '(303) 55',
      '(303) 555',
      '(303) 555-0',
      '(303) 555-01',
      '(303) 555-012',
      '(303) 555-0123',
    ]);
  });

  test('backspace never sticks', () => {
    let text = '(303) 555-0123';
    for (let presses = 0; text !== ''; presses += 1) {
      expect(presses).toBeLessThan(15);
      text = maskPhone(text.slice(0, -1));
    }
    expect(text).toBe('');
  });

  test.each([
    ['(303) 555-01234', '(303) 555-0123'],
    ['1 303 555 0123', '(303) 555-0123'],
    ['+1 303 555 0123', '(303) 555-0123'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['442079460958', '442079460958'],
    ['303-555-0123 x45', '303-555-0123 x45'],
  ])('%j becomes %j', (typed, text) => {
    expect(maskPhone(typed)).toBe(text);
  });
});

describe('Phones are normalized before sending', () => {
  test.each([
    ['(303) 555-0123', '3035550123'],
    ['1 (303) 555-0123', '3035550123'],
    ['+1 303 555 0123', '3035550123'],
    ['+44 20 7946 0958', '+442079460958'],
    ['303-555-0123 x45', '303-555-0123 x45'],
    ['  ', ''],
    ['', ''],
  ])('%j is sent as %j', (typed, sent) => {
    expect(normalizePhone(typed)).toBe(sent);
  });

  test('once is enough, and what is shown is sent as it was stored', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+-() .x') });
    fc.assert(
      fc.property(typed, (text) => {
        const stored = normalizePhone(text);
        expect(normalizePhone(stored)).toBe(stored);
        expect(normalizePhone(displayPhone(stored))).toBe(stored);
      }),
    );
  });
});

describe('A phone number is searched by the digits that are stored of it', () => {
  test.each([
    ['(720) 555-0190', '7205550190'],
    ['720-555-0190', '7205550190'],
    ['720.555.0190', '7205550190'],
    ['+1 720 555 0190', '7205550190'],
    ['1 720 555 0190', '7205550190'],
    ['555-0190', '5550190'],
    ['555 0190', '5550190'],
    ['(720) 555', '720555'],
    ['+1 (720)', '720'],
    ['720-5', '7205'],
    ['+44 20 7946 0958', '442079460958'],
    ['303-555-0123 x45', '303555012345'],
    ['+1 (303) 555-0123 ext. 45', '303555012345'],
    ['(303) 555-0123 Extension 45', '303555012345'],
    ['303-555-0123 x', '3035550123'],
    ['555-0190 x7', '55501907'],
    ['x45', null],
    ['Ann 555-0190', null],
    ['12.50', null],
    ['1,234.50', null],
    ['2024', null],
    ['+1', null],
    ['', null],
  ])('%j by %j', (typed, digits) => {
    expect(phoneSearchText(typed)).toBe(digits);
  });

  test('however a stored number is shown, it is found', () => {
    const number = fc.stringMatching(/^[2-9]\d{9}$|^\+[2-9]\d{8,13}$/);
    fc.assert(
      fc.property(number, (stored) => {
        for (const typed of [stored, displayPhone(stored)]) expect(stored).toContain(phoneSearchText(typed) ?? typed);
      }),
    );
  });
});
