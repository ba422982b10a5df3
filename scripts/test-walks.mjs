import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runPackage } from './lib/run.mjs';
import { runSections } from './lib/sections.mjs';

/** Walks over every page: axe, the keyboard alone, zoom, touch, hostile data, legibility, layout, links, interrupted sales. */
process.env.CHROMIUM_PATH = await ensureBrowser();

await runSections([
  ['Build', () => ensureBuilt('console', 'server')],
  ['Walks', () => runPackage('@playwright/test/cli.js', ['test', '--project=walks'])],
]);
