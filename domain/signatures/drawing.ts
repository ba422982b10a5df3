const drawingMaxBytes = 100 * 1024;
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The bytes of a PNG in base64; null for anything else and for more than 100 KB. */
export function readDrawing(base64: string): Uint8Array | null {
  if (base64.length > (drawingMaxBytes * 4) / 3 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  const bytes = decode(base64);
  if (bytes === null || bytes.length > drawingMaxBytes) return null;
  return pngStart.every((byte, index) => bytes[index] === byte) ? bytes : null;
}

function decode(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}
