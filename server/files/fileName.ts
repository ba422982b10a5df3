import { lineMaxLength } from '#domain/rules/limits.ts';

const folders = /^.*[\\/]/s;
/** Control characters, and the marks that turn the direction of writing and so hide an ending. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The name of an uploaded file as it may be shown and saved again: no path, nothing invisible, at most 200 characters. */
export function safeFileName(name: string, extension: string): string {
  const stem = name
    .replace(folders, '')
    .replace(invisible, '')
    .replace(new RegExp(`\\.${extension}$`, 'i'), '')
    .trim()
    .replace(/^\.+/, '');
  const room = lineMaxLength - extension.length - 1;
  return `${shortened(stem, room).trim() || 'file'}.${extension}`;
}

/** Cut between characters, so that none is left half. */
function shortened(text: string, length: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept;
}

/** RFC 6266 with RFC 5987: a plain name for old browsers, the true one for all others. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
