/** Digits and letters that nobody mistakes for one another. */
export const codeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const codeLength = 12;

/** At least one digit, so that no name is taken for a code. */
const whole = new RegExp(`^(?=.*[2-9])[${codeCharacters}]{${codeLength}}$`);

export const isCode = (text: string): boolean => whole.test(text);

/** 'ABCD EFGH JK29' */
export const codeText = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The code as it is stored, of what was typed or scanned, also in the full-width letters of Asian keyboards; null if that is no whole code. */
export function readCode(text: string): string | null {
  const code = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  return isCode(code) ? code : null;
}
