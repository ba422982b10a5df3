import { lineMaxLength } from '#domain/shared/limits.ts';

const folders = /^.*[\\/]/s;
/** Control characters, and bidirectional marks that can disguise a file extension. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function safeFileName(name: string, extension: string): string {
  const stem = name
    .replace(folders, '')
    .replace(invisible, '')
    .replace(new RegExp(`\\.${extension}$`, 'i'), '')
    .trim()
    .replace(/^\.+/, '');
  const room = lineMaxLength - extension.length - 1;
  return `${shorten(stem, room).trim() || 'file'}.${extension}`;
}

function shorten(text: string, length: number): string {
  let result = '';
  for (const character of text) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result;
}

export const attachment = (name: string): string => disposition('attachment', name);
export const inline = (name: string): string => disposition('inline', name);

/** Content-Disposition by RFC 6266, with an ASCII fallback and the full name by RFC 5987. */
function disposition(type: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
