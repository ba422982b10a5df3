import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` under a lock file, which names the process that holds it. Other processes wait and say so. */
export async function oneAtATime(file, work) {
  await mkdir(dirname(file), { recursive: true });
  for (let told = false; !(await take(file));) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    // Its holder has just removed it.
    if (text === undefined) continue;
    const holder = Number(text);
    if (!holder || !isAlive(holder)) await rm(file, { force: true });
    else {
      if (!told)
        process.stdout.write(`Waiting for process ${holder}, which installs or builds in the same folder (${file})\n`);
      told = true;
      await sleep(100);
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** The file is linked to its place once it is written, so that nobody reads it without its process. */
async function take(file) {
  const own = `${file}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** A killed process leaves its file behind. One with our own pid is from another container. */
function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
