import { expect, test } from 'vitest';
import { signedUrls, type SignedQuery } from '#server/platform/files/signedUrls.ts';

const urls = signedUrls('a secret of the server that is long enough');
const now = new Date('2026-03-10T12:00:30Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const key = 'company/images/one.webp';

const getQuery = (url: string): SignedQuery => Object.fromEntries(new URL(url, 'http://localhost').searchParams);

test('a file URL is bound to the path', () => {
  const url = urls.sign(key, now);
  expect(url).toMatch(/^\/api\/files\/company\/images\/one\.webp\?expires=\d+&signature=[\w-]{43}$/);
  expect(urls.verify(key, getQuery(url), now)).toBe(true);
  expect(urls.verify('company/images/two.webp', getQuery(url), now)).toBe(false);
});

test('a file URL lasts for 12 to 15 minutes', () => {
  const query = getQuery(urls.sign(key, now));
  expect(urls.verify(key, query, later(12 * 60 - 1))).toBe(true);
  expect(urls.verify(key, query, later(15 * 60))).toBe(false);
});

test('the same image keeps its URL for some minutes', () => {
  expect(urls.sign(key, later(60))).toBe(urls.sign(key, now));
  expect(urls.sign(key, later(240))).not.toBe(urls.sign(key, now));
});

test.each([
  ['no signature', { signature: undefined }],
  ['no expiry', { expires: undefined }],
  ['a later expiry', { expires: '99999999999' }],
  ['an expiry that is no number', { expires: '1e99' }],
  ['another name', { name: 'invoice.exe' }],
  ['a signature cut short', { signature: 'abc' }],
])('%s is refused', (_case, change) => {
  expect(urls.verify(key, { ...getQuery(urls.sign(key, now, 'waiver.pdf')), ...change }, now)).toBe(false);
});

test('another server’s secret signs other URLs', () => {
  const query = getQuery(signedUrls('quite another secret of another server').sign(key, now));
  expect(urls.verify(key, query, now)).toBe(false);
});

test('path, expiry and name cannot be shifted into each other', () => {
  expect(getQuery(urls.sign('a', now, 'b')).signature).not.toBe(getQuery(urls.sign('ab', now)).signature);
});
