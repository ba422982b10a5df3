import { expect, test } from 'vitest';
import { attachment, safeFileName } from '#server/platform/files/fileName.ts';

test.each([
  ['Waiver 2026.pdf', 'Waiver 2026.pdf'],
  ['Waiver.PDF', 'Waiver.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\me\\Waiver.pdf', 'Waiver.pdf'],
  ['wai\0ver\r\n.pdf', 'waiver.pdf'],
  ['fdp\u202e.exe', 'fdp.exe.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['', 'file.pdf'],
  ['...', 'file.pdf'],
  ['half \ud83d.pdf', 'half.pdf'],
  ['Einverständnis – Größe.pdf', 'Einverständnis – Größe.pdf'],
])('the name %j becomes %j', (given, kept) => {
  expect(safeFileName(given, 'pdf')).toBe(kept);
});

test.each(['x', 'ü', '🏋'])('300 letters %s are cut to at most 200 whole characters', (letter) => {
  const name = safeFileName(`${letter.repeat(300)}.pdf`, 'pdf');
  expect(name.length).toBeLessThanOrEqual(200);
  expect(name.length).toBeGreaterThan(195);
  expect(name).toMatch(new RegExp(`^(?:${letter})+\\.pdf$`, 'u'));
});

test('a download has its full name by RFC 5987 and an ASCII name for old browsers', () => {
  expect(attachment(`O'Größe "1".pdf`)).toBe(
    `attachment; filename="O'Gr__e _1_.pdf"; filename*=UTF-8''O%27Gr%C3%B6%C3%9Fe%20%221%22.pdf`,
  );
});
