import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { findUndescribed } from './lib/undescribed.ts';

/**
 * Checks the API's description with Redocly's recommended rules, and that each operation, parameter and property is described and has
 * examples that the schemas allow. No route is called, so nothing connects to the database.
 */
const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
const config = { appSecret: 'not used', publicUrl: 'http://127.0.0.1', trustProxy: [] };
const app = await buildApp({ config, database, clock: () => new Date() });
await app.ready();

const document = app.swagger();
const problems = await lintFromString({
  source: JSON.stringify(document, null, 2),
  absoluteRef: 'openapi.json',
  config: await createConfig({
    extends: ['recommended'],
    rules: {
      'operation-tag-defined': 'error',
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
    },
  }),
});
if (problems.length > 0) {
  formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' });
  process.exitCode = 1;
}
const undescribed = findUndescribed(document);
if (undescribed.length > 0) {
  console.error(undescribed.join('\n'));
  process.exitCode = 1;
}
await app.close();
await database.close();
