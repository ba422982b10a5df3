const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

/** The ten digits of a North American number, with or without a leading 1; null for any other. */
function tenDigits(text: string): string | null {
  const digits = keepDigits(text);
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return digits.length === 10 && !text.trim().startsWith('+') ? digits : null;
}

const mask = (ten: string) => `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;

/** The stored form: ten digits, `+` and digits for another country, else the text unchanged. */
export function normalizePhone(text: string): string {
  const ten = tenDigits(text);
  if (ten) return ten;
  const trimmed = text.trim();
  return /^\+[\d\s().-]+$/.test(trimmed) ? `+${keepDigits(trimmed)}` : trimmed;
}

/** The displayed form: `(303) 555-0123`. Numbers with another country code are displayed as stored. */
export function displayPhone(stored: string | null | undefined): string {
  if (!stored) return '';
  const ten = tenDigits(stored);
  return ten ? mask(ten) : stored;
}

/**
 * Masks a phone input after each key. Digits past the tenth are dropped once the mask is complete. A longer number that
 * was pasted, or that starts with another country code, is not masked.
 */
export function maskPhone(typed: string): string {
  const ten = tenDigits(typed);
  if (ten) return mask(ten);
  const digits = keepDigits(typed);
  if (typed.trim().startsWith('+') || /[^\d\s().-]/.test(typed)) return typed;
  if (digits.length > 10) return /^\(\d{3}\) \d{3}-/.test(typed) ? mask(digits.slice(0, 10)) : typed;
  if (digits.length > 6) return mask(digits);
  return digits.length > 3 ? `(${digits.slice(0, 3)}) ${digits.slice(3)}` : digits;
}

const localDigits = 7;
const looksLikePhone = (text: string) => /^[+(]|^\d{3}[- ]\d/.test(text) || keepDigits(text).length >= localDigits;
/** A number, and the extension after it if there is one: `303-555-0123 x45`, `(303) 555-0123 ext. 45`. */
const withExtension = /^([+\d\s().-]+?)\s*(?:(?:x|ext\.?|extension|#)\s*(\d*))?$/i;

/**
 * The digits to search by for a full or partial phone number, without a leading North American 1 and with those of an
 * extension. Null for text that is not a phone number.
 */
export function phoneSearchText(typed: string): string | null {
  const [, number, extension = ''] = withExtension.exec(typed.trim()) ?? [];
  const digits = keepDigits(number ?? '');
  if (!number || digits.length < 3 || !looksLikePhone(number)) return null;
  const main = tenDigits(number) ?? (number.startsWith('+1') ? digits.slice(1) : digits);
  return main ? main + extension : null;
}
