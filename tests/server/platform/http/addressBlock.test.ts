import { expect, test } from 'vitest';
import { addressBlock } from '#server/platform/http/addressBlock.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b::/64'],
  ['203.0.113.9:54321', '203.0.113.9'],
  ['[2001:db8:1:2::9]:54321', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('a limit for the address %s counts by %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
