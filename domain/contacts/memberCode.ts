/** Digits and letters that nobody mistakes for one another. */
export const codeCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const codeLength = 12;

const whole = new RegExp(`^[${codeCharacters}]{${codeLength}}$`);

/** The code as it is stored, of what was typed or scanned; null if that is no whole code. */
export function readCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return whole.test(code) ? code : null;
}
