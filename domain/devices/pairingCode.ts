/** Digits and letters that nobody mistakes for one another. */
export const pairingCharacters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const pairingLength = 8;

const whole = new RegExp(`^[${pairingCharacters}]{${pairingLength}}$`);

/** The code of what was typed, or of the QR code that was scanned; null if it is none. */
export function readPairingCode(text: string): string | null {
  const code = codeOfQr(text).normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  return whole.test(code) ? code : null;
}

function codeOfQr(text: string): string {
  if (!text.trim().startsWith('{')) return text;
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}
