import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { table } from './table.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const line = /^(.+): (\d+) actions, ([\d.]+) s$/gm;

/**
 * The front desk's five tasks and four of those after a sale, with the steps of the end-to-end tests, and the setup of a gym
 * from an empty directory: a table of actions and seconds.
 */
export async function jobsTable(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [playwright, 'test', 'walks/jobs-', 'opening.spec.ts', '--workers=1', '--reporter=line'],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    },
  );
  const jobs = [...stdout.matchAll(line)].map(([, job = '', actions = '', seconds = '']) => [job, actions, seconds]);
  return table(['the jobs', 'actions', 'seconds'], jobs);
}
