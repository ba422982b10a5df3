import { describe, expect, test } from 'vitest';
import { masked, seal, unseal } from '#server/payments/keyVault.ts';

const [secret, other] = ['a'.repeat(32), 'b'.repeat(32)];

describe('sealed secrets', () => {
  test('come back whole, and look different each time', () => {
    const sealed = seal(secret, 'gym', 'sk_test_1');
    expect(unseal(secret, 'gym', sealed)).toBe('sk_test_1');
    expect(seal(secret, 'gym', 'sk_test_1')).not.toBe(sealed);
    expect(sealed).not.toContain('sk_test');
  });

  test('open under no other server’s secret, for no other company, and not when changed', () => {
    const sealed = seal(secret, 'gym', 'sk_test_1');
    expect(() => unseal(other, 'gym', sealed)).toThrow(/./);
    expect(() => unseal(secret, 'rival', sealed)).toThrow(/./);
    const [version, iv, tag, text = ''] = sealed.split('.');
    const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
    expect(() => unseal(secret, 'gym', [version, iv, tag, changed].join('.'))).toThrow(/./);
    expect(() => unseal(secret, 'gym', 'sk_test_1')).toThrow(/./);
  });
});

test.each([
  ['sk_test_51Habcdefghijk4242', 'sk_test_••••4242'],
  ['rk_live_51Habcdefghijk4242', 'rk_live_••••4242'],
  ['sk_test_short', 'sk_test_••••'],
])('%s is shown as %s', (key, shown) => {
  expect(masked(key)).toBe(shown);
});
