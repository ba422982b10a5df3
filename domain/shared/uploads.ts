import { uploadMaxBytes } from './limits.ts';

/** The properties shared by a browser File and a multipart part. */
interface FileClaim {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export const notAnImage = 'Please select an image file';
export const imageTooLarge = 'Image size must be less than 10MB';
export const notAPdf = 'Please select a PDF file';
export const pdfTooLarge = 'File size must be less than 10MB';
export const pdfRequired = 'PDF file is required';

const isSvg = ({ type }: FileClaim) => type.toLowerCase().startsWith('image/svg');
/** Some browsers leave the type of a HEIC photo blank. */
const isHeicByName = ({ name, type }: FileClaim) => type === '' && /\.hei[cf]$/i.test(name);

export function imageProblem(file: FileClaim): string | null {
  if (isSvg(file) || !(file.type.toLowerCase().startsWith('image/') || isHeicByName(file))) return notAnImage;
  return file.size < uploadMaxBytes ? null : imageTooLarge;
}

export function pdfProblem(file: FileClaim | null | undefined): string | null {
  if (!file) return pdfRequired;
  if (file.type.toLowerCase() !== 'application/pdf') return notAPdf;
  return file.size < uploadMaxBytes ? null : pdfTooLarge;
}

const imageKinds = ['jpeg', 'png', 'webp', 'gif', 'heic'] as const;
type ImageKind = (typeof imageKinds)[number];

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCodePoint(...bytes.subarray(from, to));
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Detects the type from the first bytes, ignoring name and declared type. Null for unsupported types. */
export function detectImageKind(bytes: Uint8Array): ImageKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\u001a\n') return 'png';
  if (['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  return ascii(bytes, 4, 8) === 'ftyp' && heicBrands.has(ascii(bytes, 8, 12)) ? 'heic' : null;
}

export const isPdf = (bytes: Uint8Array): boolean => ascii(bytes, 0, 5) === '%PDF-';
