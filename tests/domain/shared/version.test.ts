import { expect, test } from 'vitest';
import { version } from '#domain/shared/version.ts';
import manifest from '../../../package.json' with { type: 'json' };

test('the version that is shown is that of package.json', () => {
  expect(version).toBe(manifest.version);
});
