import { describe, expect, test } from 'vitest';
import { decrypt, encrypt, maskSecretKey } from '#server/platform/crypto/encryption.ts';

const [secret, other] = ['a'.repeat(32), 'b'.repeat(32)];

describe('encrypted secrets', () => {
  test('decrypt to the same text, and differ each time', () => {
    const encrypted = encrypt(secret, 'gym', 'sk_test_1');
    expect(decrypt(secret, 'gym', encrypted)).toBe('sk_test_1');
    expect(encrypt(secret, 'gym', 'sk_test_1')).not.toBe(encrypted);
    expect(encrypted).not.toContain('sk_test');
  });

  test('do not decrypt with another server’s secret, for another company, or when changed', () => {
    const encrypted = encrypt(secret, 'gym', 'sk_test_1');
    expect(() => decrypt(other, 'gym', encrypted)).toThrow(/./);
    expect(() => decrypt(secret, 'rival', encrypted)).toThrow(/./);
    const [version, iv, tag, text = ''] = encrypted.split('.');
    const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(() => decrypt(secret, 'gym', [version, iv, tag, changed].join('.'))).toThrow(/./);
    expect(() => decrypt(secret, 'gym', 'sk_test_1')).toThrow(/./);
  });
});

test.each([
  ['sk_test_51Habcdefghijk4242', 'sk_test_••••4242'],
  ['rk_live_51Habcdefghijk4242', 'rk_live_••••4242'],
  ['sk_test_short', 'sk_test_••••'],
])('%s is shown as %s', (key, shown) => {
  expect(maskSecretKey(key)).toBe(shown);
});
