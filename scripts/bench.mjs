import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runPackage } from './lib/run.mjs';

await ensureBuilt('console', 'server');
const CHROMIUM_PATH = await ensureBrowser();
process.exitCode = await runPackage('tsx/dist/cli.mjs', ['bench/main.ts'], { env: { CHROMIUM_PATH } });
