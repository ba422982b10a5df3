interface SealedParts {
  /** Everything before the update that adds the seal. */
  readonly before: Uint8Array;
  /** The hex digits of the seal. */
  readonly seal: Uint8Array;
}

/** Shorter runs of hex digits in a PDF are ids and small pictures. */
const sealMinDigits = 8_192;
const endOfFile = [0x25, 0x25, 0x45, 0x4f, 0x46];
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * Splits a PDF at its last seal; null when it has none. It reads no structure, so that a change of any one byte leaves either
 * the part before or the seal as it was.
 */
export function splitAtSeal(bytes: Uint8Array): SealedParts | null {
  const end = findLongHex(bytes);
  if (end === null) return null;
  const updateStart = findEndOfFile(bytes, end.from);
  return { before: bytes.subarray(0, updateStart), seal: bytes.subarray(end.from, end.to) };
}

/** The last one. */
function findLongHex(bytes: Uint8Array): { from: number; to: number } | null {
  let to = bytes.length;
  for (let index = bytes.length - 1; index >= -1; index -= 1) {
    if (index >= 0 && isHexDigit(bytes[index])) continue;
    if (to - index - 1 >= sealMinDigits) return { from: index + 1, to };
    to = index;
  }
  return null;
}

const isHexDigit = (byte = 0) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Behind the last `%%EOF` and its line end before `limit`; 0 without one. */
function findEndOfFile(bytes: Uint8Array, limit: number): number {
  for (let index = limit - endOfFile.length; index >= 0; index -= 1) {
    if (!endOfFile.every((byte, offset) => bytes[index + offset] === byte)) continue;
    let end = index + endOfFile.length;
    if (bytes[end] === carriageReturn) end += 1;
    if (bytes[end] === lineFeed) end += 1;
    return end;
  }
  return 0;
}
