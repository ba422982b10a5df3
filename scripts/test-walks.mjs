import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runPackage } from './lib/run.mjs';
import { runSections } from './lib/sections.mjs';

/**
 * What nobody who changes a rule waits for. System tests: the built server and other programs as processes, started, stopped and
 * killed; backups, imports, the demo, hostile values and random histories. Further journeys: more than one for each slug and each way that money moves. Walks over
 * every page: axe, the keyboard alone, zoom, touch, hostile data, legibility, layout, links, interrupted sales.
 */
process.env.CHROMIUM_PATH = await ensureBrowser();

await runSections([
  ['Build', () => ensureBuilt('console', 'server')],
  ['System tests', () => runPackage('vitest/vitest.mjs', ['run', '--project=system'])],
  [
    'Further journeys and walks',
    () => runPackage('@playwright/test/cli.js', ['test', '--project=more-journeys', '--project=walks']),
  ],
]);
