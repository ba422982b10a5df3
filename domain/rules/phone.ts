const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** The ten digits of a North American number, with or without its leading 1; null for any other. */
function tenDigits(text: string): string | null {
  const digits = digitsOf(text);
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return digits.length === 10 && !text.trim().startsWith('+') ? digits : null;
}

const mask = (ten: string) => `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;

/** What is sent and stored: ten digits, `+` and digits of another country, else the text as it was given. */
export function normalisePhone(text: string): string {
  const ten = tenDigits(text);
  if (ten) return ten;
  const trimmed = text.trim();
  return /^\+[\d\s().-]+$/.test(trimmed) ? `+${digitsOf(trimmed)}` : trimmed;
}

/** What is shown: `(303) 555-0123`; a number with another country code is shown as stored. */
export function displayPhone(stored: string | null | undefined): string {
  if (!stored) return '';
  const ten = tenDigits(stored);
  return ten ? mask(ten) : stored;
}

/**
 * What an input holds after each key: the mask as far as it is typed. Digits past the tenth are dropped once the mask
 * is complete; a longer number that was pasted whole, or that starts with another country's code, is left alone.
 */
export function maskPhone(typed: string): string {
  const ten = tenDigits(typed);
  if (ten) return mask(ten);
  const digits = digitsOf(typed);
  if (typed.trim().startsWith('+') || /[^\d\s().-]/.test(typed)) return typed;
  if (digits.length > 10) return /^\(\d{3}\) \d{3}-/.test(typed) ? mask(digits.slice(0, 10)) : typed;
  if (digits.length > 6) return mask(digits);
  return digits.length > 3 ? `(${digits.slice(0, 3)}) ${digits.slice(3)}` : digits;
}

const localDigits = 7;
const looksLikePhone = (text: string) => /^[+(]|^\d{3}[- ]\d/.test(text) || digitsOf(text).length >= localDigits;

/**
 * What a phone number that somebody types or dictates, whole or in part, is searched by: the digits that are stored
 * of it, without a leading 1 of North America. Null for text that is no phone number.
 */
export function phoneSearchText(typed: string): string | null {
  const text = typed.trim();
  const digits = digitsOf(text);
  if (!/^[+\d\s().-]+$/.test(text) || digits.length < 3 || !looksLikePhone(text)) return null;
  return tenDigits(text) ?? (text.startsWith('+1') ? digits.slice(1) || null : digits);
}

/** The texts that people are searched by: what was typed, and the digits of a phone number. */
export const searchTexts = (typed: string): string[] => {
  const text = typed.trim();
  return [...new Set([text, phoneSearchText(text) ?? text])].filter((one) => one !== '');
};
