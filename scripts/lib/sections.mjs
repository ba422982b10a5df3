import { fail } from './run.mjs';

/** Runs the sections one after the other; the first failure ends the run with its exit code. Says at the end how long each took. */
export async function runSections(sections) {
  const took = [];
  for (const [title, work] of sections) {
    const began = Date.now();
    process.stdout.write(`\n=== ${title}\n`);
    const code = await work();
    took.push(`${String(Math.round((Date.now() - began) / 1_000)).padStart(6)} s  ${title}`);
    if (code) fail(`\n=== ${title}: failed\n${took.join('\n')}`, code);
  }
  process.stdout.write(`\nAll of it passed\n${took.join('\n')}\n`);
}
