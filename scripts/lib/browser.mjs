import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, run } from './run.mjs';

/** Debian's, where they are commands as well: the first draws no window of its own, and the tests take an eighth less time in it. */
const debianPackages = ['chromium-headless-shell', 'chromium'];

const names = [...debianPackages, 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** Returns a Chromium: the requested one, Playwright's own, or one on the PATH; undefined if there is none. */
export async function findBrowser() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return existsSync(asked) ? asked : fail(`CHROMIUM_PATH: there is no ${asked}`);
  const { chromium } = await import('@playwright/test');
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...macApplications].find((path) => existsSync(path));
}

/** Returns a Chromium, and installs Debian's if there is none and the process has the rights. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium\n');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['-qq', 'update'], { env });
    for (const name of debianPackages) {
      const code = await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name, 'fonts-liberation'], {
        env,
      });
      if (code === 0) break;
    }
  }
  return (
    (await findBrowser()) ??
    fail(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), run `npx playwright install chromium`, or say in CHROMIUM_PATH where it is',
    )
  );
}
