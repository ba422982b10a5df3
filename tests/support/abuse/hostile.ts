import fc from 'fast-check';

/** Text that has broken other servers: their parsers, SQL, paths, PostgreSQL's types, the terminal. */
const hostileTexts = [
  '', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\uffff', '\u202eevil', 'a\r\nX-Injected: 1', '🏋'.repeat(60), 'İı',
  "'; drop table contacts; --", '%', '_%\\', '\\', '$1', '${7*7}', '{{7*7}}', '(((', '.*', '[', '*', '@', 'a@b', 'a@b.test',
  '__proto__', 'constructor', 'toString', '../../etc/passwd', '..%2f..%2f', '/', '//evil.test', 'file:///etc/passwd',
  '<script>alert(1)</script>', 'javascript:alert(1)', 'null', 'undefined', 'true', 'NaN', 'Infinity', '-0', '1e400', '0x10',
  '9'.repeat(400), '-1', '1.005', '2026-02-30', '0000-00-00', '99999-01-01', '-000001-01-01', '2026-13-45T99:99:99Z',
  '0001-01-01', '9999-12-31', '2026-01-05T10:00:00.000Z', 'x'.repeat(5_001), 'x'.repeat(70_000),
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'America/Nowhere', '+1 (303) 555-0123',
] as const;

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ unit: 'grapheme' }));

const hostileNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 0.1, 1e-7, 1.005, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value, though not the expected one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $ne: null }, { toString: 1 }, { length: -1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Bodies that are not JSON, or excessive JSON. */
export const hostileBody = fc.oneof(
  fc.constantFrom(
    '', ' ', '{', '[', '"', 'null', '[]', '"text"', '0', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '\ufeff{}', '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}', '[' .repeat(20_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, `"${'x'.repeat(270_000)}"`,
    '{"a":"\\ud800"}', '{"a":1e999}', '{"\\u0000":1}', 'a=1&b=2', '<a/>',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' }, { 'content-type': 'application/xml' }, { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data' }, { 'content-type': 'multipart/form-data; boundary=' }, { 'content-type': ';;;' },
      { 'content-type': 'application/x-www-form-urlencoded' }, { 'content-encoding': 'gzip' }, { 'content-length': '5' },
      { 'transfer-encoding': 'chunked, identity' }, { accept: 'text/html;q=nonsense' }, { 'accept-encoding': '*;q=0' }, { range: 'bytes=9-1' },
      { 'if-none-match': '"*"' }, { 'if-modified-since': 'yesterday' }, { host: '' }, { host: 'evil.test:99999' }, { expect: '200-maybe' },
      { 'x-forwarded-for': '1.2.3.4, garbage' }, { 'x-http-method-override': 'DELETE' }, { cookie: 'a'.repeat(4_000) }, { te: 'trailers' },
      { 'stripe-signature': 't=1,v1=abc' }, { 'stripe-signature': 't=,v1=' }, { origin: 'null' }, { 'accept-version': '9' },
    ),
  },
  { weight: 1, arbitrary: hostileText.map((text) => ({ 'idempotency-key': text })) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ authorization: text })) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ authorization: `Bearer ${text}` })) },
);
